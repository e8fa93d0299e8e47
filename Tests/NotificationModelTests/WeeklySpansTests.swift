import NotificationModel
import Testing

struct WeeklySpansTests {
  @Test(
    "Spans are read with blanks or without, and written in one way",
    arguments: [
      ("", ""), ("22:00-07:00", "22:00-07:00"), ("22:00 - 7:00", "22:00-07:00"),
      ("22:00-07:00 Mo-Fr;12:00-13:00", "22:00-07:00 Mo-Fr;12:00-13:00"),
      ("22:00-07:00mo,WE ; 12:00-13:00;", "22:00-07:00 Mo,We;12:00-13:00"),
      ("09:00-12:00 Fr-Mo", "09:00-12:00 Fr-Mo"), ("09:00-12:00 Sa,Su", "09:00-12:00 Sa,Su"),
      ("09:00-12:00 Mo-We,Fr,Mo", "09:00-12:00 Mo-We,Fr"), ("09:00-12:00 Su", "09:00-12:00 Su"),
      ("09:00-12:00 Mo-Su", "09:00-12:00"), ("09:00-12:00 Sa-Fr", "09:00-12:00"),
      ("09:00-12:00 Mo-Mo", "09:00-12:00 Mo"), ("0:00-0:00 Sa,Su", "00:00-00:00 Sa,Su"),
    ])
  func readable(_ text: String, _ written: String) {
    #expect(WeeklySpans(text)?.text == written)
    #expect(WeeklySpans(written) == WeeklySpans(text))
  }

  @Test(
    "What is no time, no day, or more than sixteen is refused",
    arguments: [
      "22:00", "22:00-22:00", "22:00-07:00-08:00", "-", "22:00-", "22:00-07:00;;12:00-13:00", ";;",
      "22:00-07:00 Mon", "22:00-07:00 Mo-", "22:00-07:00 Mo-We-Fr", "22:00-07:00 ,", "Mo-Fr 22:00-07:00",
      "22:00-07:00 Mo-Fr 12:00-13:00", Array(repeating: "12:00-13:00", count: 17).joined(separator: ";"),
    ])
  func unreadable(_ text: String) { #expect(WeeklySpans(text) == nil) }

  @Test("Some of the week is left free, or what waits would wait for ever")
  func leavesSome() {
    #expect(WeeklySpans("00:00-12:00;12:00-00:00") == nil)
    #expect(WeeklySpans("00:00-12:00;12:00-00:00 Mo-Sa") != nil)
    #expect(WeeklySpans("00:00-23:59") != nil)
    #expect(WeeklySpans("08:00-08:00 Mo-Sa") != nil)
    #expect(WeeklySpans("08:00-08:00 Mo-Sa;08:00-09:00 Su;08:59-08:00 Su") == nil)
  }

  @Test(
    "Times are read with blanks or without, and written in the order of the day",
    arguments: [
      ("", ""), ("18:00;8:00;18:00", "08:00;18:00"), ("08:00 mo ; 10:00Sa,Su;", "08:00 Mo;10:00 Sa,Su"),
      ("08:00 Mo;08:00 Tu-Fr", "08:00 Mo-Fr"), ("08:00 Mo;08:00", "08:00"),
    ])
  func times(_ text: String, _ written: String) { #expect(WeeklyTimes(text)?.text == written) }

  @Test(
    "What is no time of the week is refused",
    arguments: ["8", "08:00;;18:00", "08:00 Mon", "08:00-09:00", ";;"])
  func noTimes(_ text: String) { #expect(WeeklyTimes(text) == nil) }
}
