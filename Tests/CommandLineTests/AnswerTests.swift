import NotificationModel
import Testing
import Varlink

@testable import bellhop

struct AnswerTests {
  @Test(
    "Only the shell's very next kept event is acknowledged",
    arguments: [
      ("io.bellhop.Shell", "activated", 5, true), ("io.bellhop.Shell", "dismissed", 5, true),
      ("io.bellhop.Shell", "activated", 6, false), ("io.bellhop.Shell", "activated", 4, false),
      ("io.bellhop.Shell", "read", 5, false), ("io.bellhop.Shell", "unheard", 5, false),
      ("org.example.Mail", "activated", 5, false),
    ])
  func settles(app: String, kind: String, sequence: Int64, expected: Bool) {
    let event = JSON(fields: ["sequence": .int(sequence), "kind": .string(kind), "id": .int(1)])
    #expect(Answer.settles(event, of: app, after: 4) == expected)
  }
}
