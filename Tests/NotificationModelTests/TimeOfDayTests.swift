import NotificationModel
import Testing

struct TimeOfDayTests {
  @Test("HH:MM is read and written", arguments: ["00:00", "07:05", "23:59"])
  func readable(_ text: String) { #expect(TimeOfDay(text)?.text == text) }

  @Test("An hour of one digit is that hour")
  func oneDigit() { #expect(TimeOfDay("7:05")?.text == "07:05") }

  @Test(
    "Anything else is none",
    arguments: [
      "", "7:5", ":05", "24:00", "12:60", "12.30", "12:3", "12:300", "+1:00", "1２:00", " 12:00", "noon",
    ])
  func unreadable(_ text: String) { #expect(TimeOfDay(text) == nil) }
}
