import NotificationModel
import Testing

/// Every life of a notification by every event: the next life, and what follows. Where the table says nothing, the event
/// does not concern a notification in that life.
@Suite("The life of a notification")
struct LifeTests {
  private static let noon = Timestamp(milliseconds: 1_000)
  private static let one = Timestamp(milliseconds: 2_000)
  private static let hold = Hold(by: ["focus.doNotDisturb"], until: noon)

  private static let lives: [(String, Life)] = [
    ("scheduled", .scheduled(Due(.moment(noon)))),
    ("snoozed", .snoozed(until: .moment(noon))),
    ("snoozed, changed", .snoozed(until: .moment(noon), isChanged: true)),
    ("awaiting consent", .awaitingConsent(nil)),
    ("awaiting consent, due", .awaitingConsent(Due(.moment(noon)))),
    ("awaiting consent, read", .awaitingConsent(nil, isRead: true)),
    ("held", .held(hold)),
    ("held for a server", .held(nil)),
    ("delivered", .delivered),
    ("failed", .failed),
    ("read", .read),
    ("dismissed", .dismissed),
    ("withdrawn", .withdrawn),
    ("expired", .expired),
    ("withheld delivered", .withheld(.delivered)),
    ("withheld held", .withheld(.held(hold))),
    ("withheld scheduled", .withheld(.scheduled(Due(.moment(noon))))),
    ("withheld undecided", .withheld(.awaitingConsent(nil))),
  ]

  /// Lives that a line of the table names together.
  private static let groups: [(String, [String])] = [
    (
      "to come",
      [
        "scheduled", "snoozed", "snoozed, changed", "awaiting consent", "awaiting consent, due",
        "awaiting consent, read",
      ]
    ),
    ("put off", ["snoozed", "snoozed, changed"]),
    ("undecided", ["awaiting consent", "awaiting consent, due", "awaiting consent, read"]),
    ("unread", ["held", "held for a server", "delivered", "failed"]),
    ("over", ["read", "dismissed", "withdrawn", "expired"]),
    ("withheld", ["withheld delivered", "withheld held", "withheld scheduled", "withheld undecided"]),
  ]

  private static func together(_ lives: [String]) -> String {
    var rest = lives
    for (name, members) in groups where Set(members).isSubset(of: rest) {
      rest = [name] + rest.filter { !members.contains($0) }
    }
    return rest.joined(separator: " | ")
  }

  private static let judgements: [(String, Judged)] = [
    ("judged: scheduled", .scheduled(Due(.moment(one)))),
    ("judged: awaits consent", .awaitsConsent(nil)),
    ("judged: held", .held(Hold(by: ["focus.quietHours"], until: one))),
    ("judged: listed", .listed),
    ("judged: read", .read),
    ("judged: unchanged", .unchanged),
    ("judged: stays", .stays(isChanged: false)),
    ("judged: stays, changed", .stays(isChanged: true)),
  ]

  private static let events: [(String, LifeEvent)] =
    [
      ("waits", .waits(Hold(by: ["focus.quietHours"], until: one), missed: nil, summary: nil)),
      ("joins", .joins(.summary, Joint.Part(1, mayStandAlone: true))),
      ("released", .released),
      ("told, had waited", .told(by: .notice, round: 1, waited: true, missed: nil)),
      ("told", .told(by: .notice, round: 1, waited: false, missed: nil)),
      ("untold", .untold),
      ("quieted", .quieted),
      ("unallowed", .unallowed),
      ("shown", .shown(missed: nil)),
      ("unseen", .unseen(.locked)),
      ("left to the list", .leftToList(until: one)),
      ("failed", .failed),
      ("banners ended", .bannersEnded),
      ("rescheduled", .rescheduled(Due(.moment(one)), .never)),
      ("allowed", .allowed(Due(.moment(one)), .never)),
      ("came unheard", .cameUnheard(one)),
      ("looked", .looked),
      ("snoozed", .snoozed(until: .moment(one))),
      ("cleared", .cleared),
      ("taken back", .takenBack),
      ("closed", .closed),
      ("restored held", .restored(.held(nil), .never, missed: nil, joint: Joint())),
      ("restored read", .restored(.read, .never, missed: nil, joint: Joint())),
      ("restored scheduled", .restored(.scheduled(Due(.moment(one))), .never, missed: nil, joint: Joint())),
      ("restored snoozed", .restored(.snoozed(until: .moment(one)), .never, missed: nil, joint: Joint())),
      ("withheld", .withheld),
      ("read unseen", .readUnseen),
      ("returned", .returned),
    ] + Ending.allCases.map { ("ended: \($0)", .ended($0)) }

  private static func described(_ life: Life) -> String {
    func at(_ time: Timestamp?) -> String { time.map { $0 == noon ? " at noon" : " at one" } ?? "" }
    return switch life {
    case .scheduled(let due): "scheduled" + at(due.time)
    case .snoozed(let until, let isChanged): "snoozed" + at(until.time) + (isChanged ? ", changed" : "")
    case .awaitingConsent(let due, let isRead): "awaiting consent" + at(due?.time) + (isRead ? ", read" : "")
    case .held(let hold): "held" + (hold.map { at($0.until) + " by \($0.guidelines.joined())" } ?? "")
    case .withheld(let earlier): "withheld " + described(earlier)
    case .delivered, .failed, .read, .dismissed, .withdrawn, .expired: life.state.rawValue
    }
  }

  private static func described(_ result: (life: Life, change: LifeChange), from life: Life) -> String {
    let change = result.change
    var words = [result.life == life ? "as it was" : described(result.life)]
    switch change.banner {
    case .stays: break
    case .alerts: words.append("alerts")
    case .waits: words.append("its alert waits")
    case .leaves: words.append("no banner")
    case .isQuiet: words.append("no alert")
    }
    switch change.closing {
    case .none: break
    case .ifBannerless: words.append("closed if bannerless")
    case .told(let reason): words.append("closed as \(reason)")
    case .numberGoes(let reason): words.append("number gone as \(reason)")
    }
    if change.touchesBadge { words.append("badge") }
    if change.erases { words.append("erases") }
    if let event = change.event { words.append("event \(event)") }
    return words.joined(separator: ", ")
  }

  /// The whole table; lives with the same result stand in one line.
  private static func table() -> String {
    var text = ""
    let columns =
      judgements.map { row in (row.0, { (life: Life) in Optional(life.after(row.1)) }) }
      + events.map { row in (row.0, { (life: Life) in life.after(row.1) }) }
    for (name, event) in columns {
      text += name + ":\n"
      var lines: [(lives: [String], result: String)] = []
      for (name, life) in lives {
        guard let result = event(life).map({ described($0, from: life) }) else { continue }
        if let line = lines.firstIndex(where: { $0.result == result }) {
          lines[line].lives.append(name)
        } else {
          lines.append(([name], result))
        }
      }
      for line in lines { text += "  \(together(line.lives)) → \(line.result)\n" }
    }
    return text
  }

  @Test func `Each event takes each life where the table says, and has follow what the table says`() {
    #expect(Self.table() == Self.expected)
  }
}
