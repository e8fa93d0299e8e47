package import NotificationModel

// The state machine of a banner, the same for notifications, questions and summaries: from the queue to the sink, on
// screen, and gone. Pure: places, the lock and the server are arguments of the events.
//
//   held ──► waiting ──► handedOver ──► onScreen ──► (none)
//              ▲             │              │
//              └── failed ───┘◄── refreshed ┘
//
// Invariants: an update waits only if a text is on screen that it can change. A text that an alert is to replace is
// closed as soon as it may not be seen, because it is not stored any more and cannot be redacted. While an alert is
// held, the text on screen is the newest, or an update to the newest waits.

/// A text that a server shows under a handle.
package struct Shown: Hashable, Sendable {
  package var handle: BannerHandle
  /// Whether the server shows the form for a locked screen.
  package var isHidden: Bool
  /// Whether that form differs from the full one.
  package var hasLockedForm: Bool
  /// The preview setting that decided on the form; `nil` for a banner without previews, such as a question.
  package var previews: Previews?
  /// The round of a banner that speaks for several notifications.
  package var round: Int64?

  package init(
    handle: BannerHandle, isHidden: Bool, hasLockedForm: Bool, previews: Previews? = nil,
    round: Int64? = nil
  ) {
    self.handle = handle
    self.isHidden = isHidden
    self.hasLockedForm = hasLockedForm
    self.previews = previews
    self.round = round
  }

  /// Whether the other form has to be shown.
  package func isOfWrongForm(_ demand: LockDemand) -> Bool {
    switch demand {
    case .text: hasLockedForm && isHidden
    case .hiding: isExposed
    case .nothing: false
    }
  }

  /// Whether private text would be visible on a locked screen.
  package var isExposed: Bool { hasLockedForm && !isHidden }
}

/// The place of a banner on its way to the screen and away from it. A banner without a phase is not shown, or not any
/// more.
package enum BannerPhase: Hashable, Sendable {
  /// The effect that a banner in the queue is to have.
  package enum Errand: Hashable, Sendable {
    /// Asks for attention. `over`: the earlier text that it replaces.
    case alert(over: Shown?)
    /// Changes the text on screen. `held`: the number of a held alert about the new text.
    case update(Shown, held: Int64? = nil)
    /// Shows again, without an alert, a banner that the server kept over a restart of the daemon.
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

  /// A change of the banner while the server was being given an earlier text. `redacts`: whether that text must not be
  /// seen.
  package enum Change: Hashable, Sendable {
    /// A new text.
    case update(redacts: Bool)
    /// A new text, and no alert to make up for if the server fails to show the earlier one.
    case quiet(redacts: Bool)
    case alert(redacts: Bool)
    case held(redacts: Bool)
    case ended
  }

  /// The alert waits for the end of its hold. `over`: the text on screen, shown without an alert.
  case held(number: Int64, over: Shown?)
  /// In the queue. `failures`: how many servers died of it or refused it.
  case waiting(Place, Errand, failures: Int)
  /// Given to the sink, whose answer is not committed yet.
  case handedOver(Place, Errand, failures: Int, then: Change?)
  case onScreen(Shown)

  /// The text on screen at this moment.
  package var shown: Shown? {
    switch self {
    case .held(_, let over): over
    case .waiting(_, let errand, _), .handedOver(_, let errand, _, _): errand.over
    case .onScreen(let shown): shown
    }
  }

  /// The number of a held alert.
  package var heldAlert: Int64? {
    switch self {
    case .held(let number, _): number
    case .waiting(_, let errand, _), .handedOver(_, let errand, _, _): errand.held
    case .onScreen: nil
    }
  }

  /// Whether an alert is still to come.
  package var hasAlertToCome: Bool {
    if heldAlert != nil { return true }
    switch self {
    case .waiting(_, let errand, _): return errand.alerts
    case .handedOver(_, let errand, _, let then): return errand.alerts || then?.isNews == true
    case .held, .onScreen: return false
    }
  }

  /// The phase with `shown` on screen and nothing under way. `held`: as in `Errand.update`.
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

  /// Whether an alert is to come after the text that the server is being given.
  var isNews: Bool {
    switch self {
    case .alert, .held: true
    case .update, .quiet, .ended: false
    }
  }

  /// Whether a held alert is not held any more.
  var endsHold: Bool {
    switch self {
    case .alert, .quiet, .ended: true
    case .update, .held: false
    }
  }

  /// This change combined with an earlier one that has not been made yet.
  func after(_ earlier: Self?) -> Self {
    // The text of a banner that has ended must not stay on screen.
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

/// A place in the queue for the screen; a lower one comes first.
package enum Place: Hashable, Comparable, Sendable {
  /// New text for a banner whose present text must not be seen any more.
  case redaction
  /// An incoming call.
  case call(Int64)
  /// A question of the daemon's own.
  case question(Int64)
  /// Everything else, in the order in which it came.
  case ordinary(Int64)

  /// The number of the place; a redaction has none.
  package var number: Int64 {
    switch self {
    case .redaction: 0
    case .call(let number), .question(let number), .ordinary(let number): number
    }
  }
}
