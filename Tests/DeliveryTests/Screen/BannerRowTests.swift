import NotificationModel
import Records
import Testing

/// Every phase of a banner by every event: the next phase, and the texts that the server is to close.
@Suite("The way of a banner")
struct BannerRowTests {
  typealias Surroundings = BannerRow.Surroundings

  // Texts on screen are numbered: 1 is the earlier one, 2 the present one.
  private static func text(_ number: UInt32, hidden: Bool = false) -> Shown {
    Shown(
      handle: BannerHandle(server: "here", id: number), isHidden: hidden, hasLockedForm: true)
  }
  private static let old = text(1)
  private static let open = Surroundings(.text, place: .ordinary(9))
  private static let locked = Surroundings(.hiding, place: .ordinary(9))
  private static let noisy = Surroundings(.text, place: .ordinary(9), changesSilently: false)

  private static let phases: [(String, BannerPhase?)] = [
    ("none", nil),
    ("held", .held(number: 5, over: nil)),
    ("held over 1", .held(number: 5, over: old)),
    ("alert", .waiting(.ordinary(5), .alert(over: nil), failures: 1)),
    ("alert over 1", .waiting(.ordinary(5), .alert(over: old), failures: 0)),
    ("update of 1", .waiting(.ordinary(5), .update(old), failures: 0)),
    ("update of 1, held", .waiting(.redaction, .update(old, held: 4), failures: 0)),
    ("restore", .waiting(.ordinary(5), .restore(over: nil), failures: 0)),
    ("restore over 1", .waiting(.ordinary(5), .restore(over: old), failures: 0)),
    ("giving alert", .handedOver(.ordinary(5), .alert(over: nil), failures: 0, then: nil)),
    ("giving alert over 1", .handedOver(.ordinary(5), .alert(over: old), failures: 1, then: nil)),
    ("giving update of 1", .handedOver(.redaction, .update(old), failures: 0, then: nil)),
    ("giving update of 1, held", .handedOver(.ordinary(5), .update(old, held: 4), failures: 1, then: nil)),
    (
      "giving, then update",
      .handedOver(.ordinary(5), .alert(over: old), failures: 0, then: .update(redacts: true))
    ),
    (
      "giving, then quiet",
      .handedOver(.ordinary(5), .alert(over: old), failures: 0, then: .quiet(redacts: false))
    ),
    (
      "giving, then alert", .handedOver(.ordinary(5), .update(old), failures: 0, then: .alert(redacts: false))
    ),
    (
      "giving, then held",
      .handedOver(.ordinary(5), .alert(over: old), failures: 0, then: .held(redacts: true))
    ),
    (
      "redacting, then alert",
      .handedOver(.redaction, .update(old), failures: 0, then: .alert(redacts: false))
    ),
    ("redacting, then held", .handedOver(.redaction, .update(old), failures: 0, then: .held(redacts: false))),
    ("giving, then ended", .handedOver(.ordinary(5), .alert(over: nil), failures: 0, then: .ended)),
    ("on screen 1", .onScreen(old)),
    ("on screen 1 hidden", .onScreen(text(1, hidden: true))),
  ]

  private static let events: [(String, @Sendable (inout BannerRow) -> Void)] = [
    ("alert", { $0.alert(open) }),
    ("alert, locked", { $0.alert(locked) }),
    ("hold", { $0.hold(open) }),
    ("hold, locked", { $0.hold(locked) }),
    ("hold, noisily changed", { $0.hold(noisy) }),
    ("refresh", { $0.refresh(redacts: false, open) }),
    ("redact", { $0.refresh(redacts: true, open) }),
    ("withdraw", { $0.withdraw() }),
    ("quieten", { $0.quieten(open) }),
    ("cancel alert", { $0.cancelAlert() }),
    ("hand over", { $0.handOver() }),
    ("shown", { _ = $0.shown(text(2), open) }),
    ("shown, locked", { _ = $0.shown(text(2), locked) }),
    ("shown hidden", { _ = $0.shown(text(2, hidden: true), open) }),
    ("no server", { _ = $0.failed(.noServer, open) }),
    ("died", { _ = $0.failed(.serverDied, open) }),
    ("refused", { _ = $0.failed(.refused("no"), open) }),
    ("busy", { _ = $0.failed(.busy, open) }),
    ("unanswered", { _ = $0.failed(.unanswered, open) }),
    ("closed 1", { $0.closed(old.handle) }),
    ("another server", { _ = $0.follow(server: "there") }),
    ("lock", { $0.follow(locked) }),
    ("unlock", { $0.follow(open) }),
    ("recover", { $0.recover(open) }), ("recover, locked", { $0.recover(locked) }),
    ("busy, locked", { _ = $0.failed(.busy, locked) }),
    ("restore", { $0.restore(open) }),
    ("end restoring", { $0.endRestoring() }),
  ]

  @Test("each event does to each phase what the table says, and nothing where it says nothing")
  func table() {
    var told: Set<String> = []
    for (event, happen) in Self.events {
      for (name, phase) in Self.phases {
        var row = BannerRow(.notification(NotificationID(1)), of: mail, phase: phase)
        happen(&row)
        guard row.phase != phase || !row.closing.isEmpty else { continue }
        let closes = row.closing.map { ", closes \($0.handle.id)" }.joined()
        told.insert("\(event):   \(name) → \(Self.words(row.phase))\(closes)")
      }
    }
    var table: Set<String> = []
    var events: [Substring] = []
    for line in Self.table.split(separator: "\n") {
      if line.last == ":" {
        events = line.dropLast().split(separator: " | ")
      } else {
        for event in events { table.insert("\(event): \(line)") }
      }
    }
    #expect(told.symmetricDifference(table).sorted() == [])
  }

  private static func words(_ phase: BannerPhase?) -> String {
    switch phase {
    case nil: "none"
    case .held(let number, let over): "held \(number)\(words(over))"
    case .waiting(let place, let errand, let failures): "\(words(errand)) \(words(place))\(words(failures))"
    case .handedOver(let place, let errand, let failures, let then):
      "giving \(words(errand)) \(words(place))\(words(failures))" + (then.map { ", then \(words($0))" } ?? "")
    case .onScreen(let shown): "on screen\(words(shown))"
    }
  }

  private static func words(_ shown: Shown?) -> String {
    shown.map { " \($0.handle.id)\($0.isHidden ? " hidden" : "")" } ?? ""
  }

  private static func words(_ errand: BannerPhase.Errand) -> String {
    switch errand {
    case .alert(let over): "alert\(words(over))"
    case .update(let shown, let held): "update\(words(shown))\(held.map { ", held \($0)," } ?? "")"
    case .restore(let over): "restore\(words(over))"
    }
  }

  private static func words(_ place: Place) -> String {
    switch place {
    case .redaction: "first"
    case .call(let number): "at call \(number)"
    case .question(let number): "at question \(number)"
    case .ordinary(let number): "at \(number)"
    }
  }

  private static func words(_ failures: Int) -> String { failures == 0 ? "" : " failed \(failures)" }

  private static func words(_ change: BannerPhase.Change) -> String {
    switch change {
    case .update(let redacts): "update\(redacts ? " redacting" : "")"
    case .quiet(let redacts): "quiet\(redacts ? " redacting" : "")"
    case .alert(let redacts): "alert\(redacts ? " redacting" : "")"
    case .held(let redacts): "held\(redacts ? " redacting" : "")"
    case .ended: "ended"
    }
  }
}
