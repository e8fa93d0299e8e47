import NotificationModel
import Testing

@testable import bellhop

struct AnswerTests {
  @Test(
    "Only the shell's very next kept event is acknowledged",
    arguments: [
      ("io.bellhop.Shell", "activated", 5, true), ("io.bellhop.Shell", "dismissed", 5, true),
      ("io.bellhop.Shell", "activated", 6, false), ("io.bellhop.Shell", "activated", 4, false),
      ("io.bellhop.Shell", "read", 5, false), ("org.example.Mail", "activated", 5, false),
    ])
  func settles(app: String, kind: String, sequence: Int64, expected: Bool) throws {
    let event = Event(
      sequence: EventSequence(sequence), time: Timestamp(milliseconds: 0),
      kind: try #require(EventKind(rawValue: kind)), id: NotificationID(1))
    #expect(
      Answer.settles(event, of: try #require(AppID(app)), after: EventSequence(4)) == expected)
  }
}
