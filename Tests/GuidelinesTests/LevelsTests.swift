import Guidelines
import NotificationModel
import Testing

@Suite("Urgency")
struct LevelsTests {
  struct Row: Sendable {
    let level: InterruptionLevel
    /// Seconds from now to the event.
    var distance: Int64?
    var change: @Sendable (inout Situation) -> Void = { _ in }
    let expected: InterruptionLevel
  }

  @Test(
    "Time Sensitive needs a date within the hour, critical a grant; else a decision gives the lower level",
    arguments: [
      Row(level: .timeSensitive, distance: 0, expected: .timeSensitive),
      Row(level: .timeSensitive, distance: 3_600, expected: .timeSensitive),
      Row(level: .timeSensitive, distance: -3_600, expected: .timeSensitive),
      Row(level: .timeSensitive, distance: 3_601, expected: .active),
      Row(level: .timeSensitive, distance: -3_601, expected: .active),
      Row(level: .timeSensitive, expected: .active),
      Row(
        level: .timeSensitive, distance: 0, change: { $0.settings.timeSensitive = false }, expected: .active),
      Row(level: .critical, expected: .active),
      Row(level: .critical, change: { $0.settings.critical = true }, expected: .critical),
    ])
  func levels(_ row: Row) {
    let request = with {
      $0.level = row.level
      $0.relevantDate = row.distance.map { noon.advanced(bySeconds: $0) }
    }
    let judgement = Guidelines.judge(request, in: when { row.change(&$0) })
    #expect(judgement.level == row.expected)
    let isDemoted = row.expected != row.level
    #expect(
      judgement.decisions.map { "\($0.guideline) \($0.effect)" }
        == [isDemoted ? "urgency.earned active" : "delivery presented"])
  }
}
