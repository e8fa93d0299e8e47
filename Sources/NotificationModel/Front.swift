/// Bellhop's part in the desktop's own notification interface, which all other apps use.
package enum FrontMode: String, CaseIterable, Sendable {
  case off
  /// Stands in front of the notification server, and forwards the notifications that should be seen.
  case on
}

/// The person's choice of the front's mode.
package enum FrontChoice: Hashable, Sendable {
  case off
  /// `until`: when it ends by itself; `nil` for never.
  case on(until: End?)
  /// Off since a front for a time has ended. `isTakenBack`: whether the mode was set to `off` since then, as
  /// `bellhop front off` does before it removes the files that `bellhop front on` has written.
  case over(since: Timestamp, isTakenBack: Bool)

  package var mode: FrontMode { if case .on = self { .on } else { .off } }

  /// The choice after `mode` is set. `until`: only for `on`.
  package func setting(_ mode: FrontMode, until: End?) -> FrontChoice {
    switch (mode, self) {
    case (.on, _): .on(until: until)
    case (.off, .over(let since, _)): .over(since: since, isTakenBack: true)
    case (.off, _): .off
    }
  }
}

extension FrontChoice {
  private enum Word: String { case off, on, over, takenBack }

  /// Reads `text`; `nil` for anything else.
  package init?(_ text: String, _ corrections: Int64) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let end = parts.dropFirst().first.flatMap { End($0, corrections) }
    guard parts.count == (end == nil ? 1 : 2) else { return nil }
    switch (parts.first.flatMap { Word(rawValue: String($0)) }, end) {
    case (.off, nil): self = .off
    case (.on, let end): self = .on(until: end)
    case (.over, .moment(let time)): self = .over(since: time, isTakenBack: false)
    case (.takenBack, .moment(let time)): self = .over(since: time, isTakenBack: true)
    default: return nil
    }
  }

  /// A word, and behind it a time if there is one.
  package func text(_ corrections: Int64) -> String {
    let (word, end): (Word, End?) =
      switch self {
      case .off: (.off, nil)
      case .on(let until): (.on, until)
      case .over(let since, let isTakenBack): (isTakenBack ? .takenBack : .over, .moment(since))
      }
    return word.rawValue + (end.map { " \($0.text(corrections))" } ?? "")
  }
}

/// The owner of the notification name while the daemon cannot be started.
package enum StandIn: String, CaseIterable, Sendable {
  /// After ten seconds the notification server itself, with everything in the clear.
  case server
  /// No server, so that hidden text stays hidden.
  case wait
}

/// The configuration of the front.
package struct FrontPolicy: Hashable, Sendable {
  package var mode: FrontMode = .off
  /// The authorization of apps that post this way and have no decision yet: they cannot ask for permission, and were
  /// always shown before.
  package var consent: Authorization = .authorized
  /// Whether the banners of an app that posts this way stay away while it is in front. Its call is its own choice to
  /// notify, as `willPresent` is on Apple's systems.
  package var suppressesInFront = false
  /// How much text is kept of notifications that came by the desktop's own interface.
  package var store: KeptText = .all
  package var whenDown: StandIn = .server
  package init() {}
}

/// Numbers of notifications, as apps of the desktop's own interface get them.
package enum FrontNumber {
  /// The first number that apps get from us. Servers count from 1, so that a number of ours that reaches a server hits
  /// none of its banners.
  package static let first: UInt32 = 1_000_001
}

/// The state of the desktop's notification name, which the front claims.
package struct FrontStanding: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case connecting
    /// Bellhop owns the name.
    case owner
    /// Another program owns the name, and keeps it.
    case queued
    /// There is no bus, or the name cannot be owned on it.
    case unreachable
  }

  package var state: State
  /// The name on the bus at which the notification server is looked for, whether or not it is there.
  package var server: String?
  /// The other owner of the name, as the bus calls it, with its process if the bus tells that.
  package var owner: String?
  package var ownerProcess: Int32?
  /// Why the name cannot be owned.
  package var fault: String?

  package init(_ state: State) { self.state = state }
}

/// The state of the front: the reply of `GetFront` of `io.bellhop.Control`. Earlier versions of the daemon leave fields
/// out.
package struct FrontReport: Hashable, Sendable {
  /// A `FrontMode`, or one of a later version.
  package var mode: String
  /// When a front for a time ends.
  package var until: Timestamp?
  /// When such a front ended by itself, until the front is switched on again.
  package var over: Timestamp?
  /// The administrator's file that fixes the mode.
  package var lockedBy: String?
  /// How much text is kept of a notification from there once it has ended.
  package var store: KeptText?
  /// How many days it is kept.
  package var keepDays: Int?
  /// Only with the mode `on`.
  package var standing: FrontStanding?

  package init(mode: String) { self.mode = mode }
}

/// A signal to the app about its notification, as the specification names it.
package enum FrontSignal: Hashable, Sendable {
  /// `ActivationToken`, where there is one, and `ActionInvoked`.
  case invoked(key: String, token: String?)
  /// `NotificationReplied`. Private.
  case replied(text: String)
  /// `NotificationClosed`: the number means nothing any more.
  case closed(Closing)

  package enum Closing: UInt32, Sendable {
    case expired = 1
    case dismissed = 2
    /// Closed by its app.
    case closed = 3
    case undefined = 4
  }
}

/// The way to the desktop's notification server.
package enum ServerRoute: Hashable, Sendable {
  /// At the name that the desktop's specification gives it, on the session bus.
  case usual
  /// Through the renaming bus that listens at this path: on the session bus it owns `io.bellhop.NotificationServer`.
  case behind(path: String)
  /// On the session bus, at another name by which it serves as well: that of a desktop's shell.
  case named(String)

  /// GNOME Shell. Apps that use GTK's own interface, `org.gtk.Notifications`, reach it past the notification name: GLib
  /// (`GNotification`) prefers that interface where it has an owner.
  package static let gnomeShell = named("org.gnome.Shell")
}
