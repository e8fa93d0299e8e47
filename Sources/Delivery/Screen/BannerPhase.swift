package import NotificationModel

// The state machine of a banner, the same for notifications, questions and summaries: from the queue to the sink, on
// screen, and gone. Pure: places, the lock and the server come in with the events.
//
//   held ──► waiting ──► handedOver ──► onScreen ──► (none)
//              ▲             │              │
//              └── failed ───┘◄── refreshed ┘
//
// Invariants: an update waits only where something is on screen for it to change; a text that is to be replaced
// through an alert is closed as soon as it may not be seen, since it is stored nowhere any more; what is on screen of a
// banner whose alert is held has the newest text, or an update to it waits.

/// What a server shows under a handle.
package struct Shown: Hashable, Sendable {
  package var handle: BannerHandle
  /// Whether the form for a locked screen is to be seen.
  package var isHidden: Bool
  /// Whether that form is another than the full one.
  package var hasLockedForm: Bool
  /// The setting that decided what is to be seen; `nil` where none does, as with a question.
  package var previews: Previews?

  package init(handle: BannerHandle, isHidden: Bool, hasLockedForm: Bool, previews: Previews? = nil) {
    self.handle = handle
    self.isHidden = isHidden
    self.hasLockedForm = hasLockedForm
    self.previews = previews
  }

  /// Whether the lock asks for the other form.
  func isOfWrongForm(locked: Bool) -> Bool { hasLockedForm && isHidden != locked }

  /// Whether private text is to be read on a locked screen.
  var isExposed: Bool { hasLockedForm && !isHidden }
}

/// Where a banner stands on its way. One that is not in any phase is not to be shown, or not any more.
package enum BannerPhase: Hashable, Sendable {
  /// What a banner waits in the queue to do.
  package enum Errand: Hashable, Sendable {
    /// Asks for attention; `over`: takes the place of an earlier text.
    case alert(over: Shown?)
    /// Changes what is on screen. `held`: the number of an alert about the same text, which waits for a release.
    case update(Shown, held: Int64? = nil)
    /// Shows once more, without an alert, what a server with a memory held before a restart.
    case restore(over: Shown?)

    package var alerts: Bool { if case .alert = self { true } else { false } }
    var restores: Bool { if case .restore = self { true } else { false } }

    var held: Int64? { if case .update(_, let held) = self { held } else { nil } }

    package var over: Shown? {
      switch self {
      case .alert(let over), .restore(let over): over
      case .update(let shown, _): shown
      }
    }
  }

  /// What became of a banner while the server was busy with its earlier text. Where it `redacts`, that text must not be
  /// seen.
  package enum Change: Hashable, Sendable {
    /// It has another text.
    case update(redacts: Bool)
    /// The same, and no alert is to be made up for should the server fail to show the earlier one.
    case quiet(redacts: Bool)
    case alert(redacts: Bool)
    case held(redacts: Bool)
    case ended
  }

  /// An alert is to come when what holds it is over. `over`: where its text is on screen already, shown without one.
  case held(number: Int64, over: Shown?)
  /// In the queue. `failures`: servers that died of it or refused it.
  case waiting(Place, Errand, failures: Int)
  /// The sink was asked, and its answer is not committed.
  case handedOver(Place, Errand, failures: Int, then: Change?)
  case onScreen(Shown)

  /// What is to be seen of it at this moment.
  package var shown: Shown? {
    switch self {
    case .held(_, let over): over
    case .waiting(_, let errand, _), .handedOver(_, let errand, _, _): errand.over
    case .onScreen(let shown): shown
    }
  }

  /// The number of an alert that waits for a release.
  package var heldAlert: Int64? {
    switch self {
    case .held(let number, _): number
    case .waiting(_, let errand, _), .handedOver(_, let errand, _, _): errand.held
    case .onScreen: nil
    }
  }

  /// Whether an alert about it is still to come.
  package var hasAlertToCome: Bool {
    if heldAlert != nil { return true }
    switch self {
    case .waiting(_, let errand, _): return errand.alerts
    case .handedOver(_, let errand, _, let then): return errand.alerts || then?.isNews == true
    case .held, .onScreen: return false
    }
  }

  /// What the server shows, with nothing under way. `held`: as in `Errand.update`.
  static func resting(_ shown: Shown?, held: Int64?) -> Self? {
    if let held { .held(number: held, over: shown) } else { shown.map { .onScreen($0) } }
  }
}

extension BannerPhase.Change {
  var redacts: Bool {
    switch self {
    case .update(let redacts), .quiet(let redacts), .alert(let redacts), .held(let redacts): redacts
    case .ended: false
    }
  }

  /// Whether more is to come than what the server is being given.
  var isNews: Bool {
    switch self {
    case .alert, .held: true
    case .update, .quiet, .ended: false
    }
  }

  /// Whether an alert that was held is not held any more.
  var endsHold: Bool {
    switch self {
    case .alert, .quiet, .ended: true
    case .update, .held: false
    }
  }

  /// This change, together with an earlier one that is not done yet.
  func after(_ earlier: Self?) -> Self {
    // Of what has ended nothing is to stay on screen.
    let redacts = redacts || earlier?.redacts == true || earlier == .ended
    return switch (self, earlier) {
    case (.ended, _), (.update, .ended), (.quiet, .ended): .ended
    case (.update, .alert), (.alert, _): .alert(redacts: redacts)
    case (.update, .held), (.held, _): .held(redacts: redacts)
    case (.update, .quiet), (.quiet, _): .quiet(redacts: redacts)
    case (.update, _): .update(redacts: redacts)
    }
  }
}

/// A place in the queue for the screen; the lower one is served first.
package enum Place: Hashable, Comparable, Sendable {
  /// New text for a banner whose text must not be seen any more.
  case redaction
  /// A call that comes in.
  case call(Int64)
  /// A question of the daemon's own.
  case question(Int64)
  /// Everything else, in the order in which it came.
  case ordinary(Int64)

  /// Counts the places given; redactions are not among them.
  package var number: Int64 {
    switch self {
    case .redaction: 0
    case .call(let number), .question(let number), .ordinary(let number): number
    }
  }
}

/// Gives the numbers of places, each once.
struct PlaceNumbers {
  private var last: Int64

  init(after last: Int64 = 0) { self.last = last }

  mutating func next() -> Int64 {
    last &+= 1
    return last
  }
}
