import NotificationModel
import Testing

/// The part of a notification in banners that speak for several, after each event.
@Suite("The part in banners for several")
struct JointTests {
  private static let hold = Hold(by: ["focus.doNotDisturb"], until: nil)

  /// It waits for both banners, or both have told it.
  private func record(isTold: Bool) -> NotificationRecord {
    var joint = Joint()
    joint.summary = Joint.Part(1, mayStandAlone: true, isTold: isTold)
    joint.notice = Joint.Part(2, mayStandAlone: false, isTold: isTold)
    return NotificationRecord(
      request: NotificationRequest(app: .literal("org.example.Mail")), life: .held(Self.hold),
      outcome: .held, posted: Timestamp(milliseconds: 0), joint: joint)
  }

  private func words(_ joint: Joint) -> String {
    func words(_ name: String, _ part: Joint.Part?) -> String? {
      part.map { "\(name) \($0.isTold ? "told" : "waits") \($0.number)" }
    }
    let parts = [words("summary", joint.summary), words("notice", joint.notice)].compactMap { $0 }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private static let noMatter = Timestamp(milliseconds: 9)
  private static let leavesThoseToCome = ("none", "summary told 1, notice told 2")
  private static let stays = ("summary waits 1, notice waits 2", "summary told 1, notice told 2")
  private static let events: [(LifeEvent, (waiting: String, told: String))] = [
    (.waits(hold, missed: nil, summary: nil), leavesThoseToCome),
    (.released, leavesThoseToCome), (.quieted, leavesThoseToCome), (.untold, leavesThoseToCome),
    (.shown(missed: nil), ("summary waits 1", "summary told 1")), (.shown(missed: Missed(.locked)), stays),
    (.unseen(.locked), stays), (.failed, stays), (.bannersEnded, stays),
    (.looked, ("summary waits 1", "summary told 1")),
    (
      .joins(.summary, Joint.Part(5, mayStandAlone: true)),
      ("summary waits 1, notice waits 2", "summary waits 5, notice told 2")
    ),
    (
      .told(by: .notice, round: 7, waited: true, missed: nil),
      ("summary waits 1, notice told 7", "summary told 1, notice told 7")
    ),
    (.ended(.dismissed), ("none", "none")), (.ended(.readInApp), ("none", "none")),
    (.snoozed(until: .moment(noMatter)), ("none", "none")), (.unallowed, ("none", "none")),
    (.withheld, ("none", "none")),
  ]

  @Test(arguments: events.indices) func `Each event leaves it where the table says`(number: Int) {
    let (event, expected) = Self.events[number]
    for (isTold, expected) in [(false, expected.waiting), (true, expected.told)] {
      var record = record(isTold: isTold)
      #expect(record.apply(event) != nil)
      #expect(words(record.joint) == expected)
    }
  }

  private static let posts: [(Judged, alerts: Bool, joins: Joint.Part?, (waiting: String, told: String))] = [
    (.unchanged, false, nil, stays),
    (.held(hold), false, nil, ("summary waits 1", "summary told 1, notice told 2")),
    (.listed, false, nil, ("summary waits 1", "summary told 1, notice told 2")),
    (.listed, true, nil, leavesThoseToCome),
    (
      .listed, false, Joint.Part(6, mayStandAlone: false),
      ("summary waits 1", "summary waits 6, notice told 2")
    ),
    (.read, false, nil, ("none", "none")),
    (.awaitsConsent(nil), false, nil, ("none", "none")),
  ]

  @Test(arguments: posts.indices) func `Each post leaves it where the table says`(number: Int) {
    let (judged, alerts, joins, expected) = Self.posts[number]
    for (isTold, expected) in [(false, expected.waiting), (true, expected.told)] {
      var record = record(isTold: isTold)
      _ = record.post(
        NotificationRecord.Post(
          record.request, judged, outcome: .presented, expiry: .never, alerts: alerts, joins: joins))
      #expect(words(record.joint) == expected)
    }
  }

  @Test func `A round counts what waited with a lower number, and what it has told`() {
    #expect(Joint.Part(4, mayStandAlone: true).isCounted(by: 5))
    #expect(!Joint.Part(6, mayStandAlone: true).isCounted(by: 5))
    #expect(Joint.Part(5, mayStandAlone: true, isTold: true).isCounted(by: 5))
    #expect(!Joint.Part(4, mayStandAlone: true, isTold: true).isCounted(by: 5))
  }
}
