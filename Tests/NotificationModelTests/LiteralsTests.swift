import NotificationModel
import Testing

struct LiteralsTests {
  @Test("A literal that is a name makes the same name as its text")
  func literals() {
    #expect(AppID(literal: "org.example.Tea") == AppID("org.example.Tea"))
    #expect(ItemID(literal: "done") == ItemID("done"))
    #expect(OpaqueName(literal: "tea no. 1") == OpaqueName("tea no. 1"))
  }

  @Test("What comes as text is no name where it is not one, and ends nothing")
  func text() {
    #expect(AppID("a b") == nil && ItemID("") == nil && OpaqueName("a\n") == nil)
  }

  @Test("A literal that is no name ends the program that has it")
  func noName() async {
    await #expect(processExitsWith: .failure) { _ = AppID(literal: "a b") }
  }

  @Test("A time is printed as RFC 3339")
  func time() { #expect("\(Timestamp(milliseconds: 0))" == "1970-01-01T00:00:00Z") }
}
