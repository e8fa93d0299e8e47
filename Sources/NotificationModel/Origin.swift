/// Where a notification came from, and all rules that differ by it.
package enum Origin: Hashable, Sendable {
  /// A socket of Bellhop's own: its app was written for Bellhop.
  case native
  /// The same, by the command line, for the person or for root: run by this script.
  case script(ScriptID)
  /// The desktop's own notification interface: its app knows nothing of Bellhop.
  case desktop(Boxed<DesktopOrigin>)

  /// `nil` for `native`.
  package init(_ desktop: DesktopOrigin?) { self = desktop.map { .desktop(Boxed($0)) } ?? .native }

  package var desktop: DesktopOrigin? {
    if case .desktop(let origin) = self { origin.value } else { nil }
  }

  private var isDesktop: Bool { if case .desktop = self { true } else { false } }

  /// With what that makes of the desktop's; a native one stays as it is.
  package func map(_ change: (DesktopOrigin) -> DesktopOrigin) -> Origin {
    desktop.map { Origin(change($0)) } ?? self
  }

  /// The number by which its app knows it; 0 where it has none, or none any more.
  package var number: UInt32 { if case .desktop(let origin) = self { origin.number } else { 0 } }

  /// Whether its app waits to hear that its banner is closed.
  package var awaitsClosing: Bool {
    if case .desktop(let origin) = self { origin.number != 0 && !origin.value.isToldClosed } else { false }
  }

  /// Whether both look alike, where they say the same: beside its text an app may give the server more.
  package func isShown(like other: Origin) -> Bool {
    guard let own = desktop, let other = other.desktop else { return true }
    return own.isHandedOn(like: other)
  }

  fileprivate func isDuplicate(of other: Origin) -> Bool {
    guard let own = desktop, let other = other.desktop else { return !isDesktop && !other.isDesktop }
    return own.isDuplicate(of: other)
  }

  /// The buttons beyond four, which are in the list and on no banner.
  package var furtherActions: [Action] {
    if case .desktop(let origin) = self { origin.value.furtherActions } else { [] }
  }

  // MARK: Rules

  /// The script that pays for it out of its own share: scripts are one app, and none is to pay for another. An app pays
  /// for all that is its own.
  package var script: ScriptID? { if case .script(let script) = self { script } else { nil } }

  /// Whether its app follows events, which are kept until it has dealt with them. By the desktop's interface an app is told
  /// at once, by a signal, or never.
  package var hearsEvents: Bool { !isDesktop }

  /// Whether its author can read advice.
  package var isAdvised: Bool { !isDesktop }

  /// Whether it counts as read once it was seen: its banner was closed, or the person has turned to its app. By the
  /// desktop's interface no app ever says that anything was read, and so the same text is the same thing only for as long
  /// as its banner is up or to come.
  package var isReadWhenSeen: Bool { isDesktop }

  /// Whether its app, while it is in front, can be left to present it: by the desktop's interface no app hears of that.
  package var presentsItself: Bool { !isDesktop }

  /// Whether its app being in front means that the person sees what it is about.
  package var followsFocus: Bool { if case .desktop(let origin) = self { origin.followsFocus } else { true } }

  /// Whether new text for its banner that is there costs nothing of the app's alert rate: by the desktop's interface an app
  /// tells progress so, and knows no other way.
  package var changesForFree: Bool { isDesktop }

  /// Whether its app waits for an answer: it is critical, or has buttons and asked that it stay until one is pressed.
  package var awaitsAnswer: Bool {
    guard case .desktop(let origin) = self else { return false }
    let (stays, hasButtons) = (
      origin.value.expiry == .never || origin.value.isResident, !origin.value.keys.all.isEmpty
    )
    return origin.value.urgency == .critical || stays && hasButtons
  }

  /// Whether it is in no list: an explanation alone knows of it.
  package var isUnlisted: Bool {
    if case .desktop(let origin) = self { origin.value.isTransient } else { false }
  }

  /// The authorization of an app by the desktop's interface, which never asks, until the person or the configuration
  /// decides; `nil` by a socket of Bellhop's, where apps ask.
  package func consent(_ front: FrontPolicy) -> Authorization? { isDesktop ? front.consent : nil }

  /// The default for how much text is kept of a notification that came by the desktop's own interface. `nil` for
  /// Bellhop's sockets, where all text is kept by default.
  package func store(_ front: FrontPolicy) -> KeptText? { isDesktop ? front.store : nil }
}

extension NotificationRequest {
  /// Whether both are one thing where they say the same.
  package func isDuplicate(of other: NotificationRequest) -> Bool {
    actions == other.actions && origin.isDuplicate(of: other.origin)
  }

  /// Whether saying it again has its banner stay for the whole of its time anew: by the desktop's interface, where the
  /// server ends that time.
  package var renewsItsTime: Bool { origin.desktop.map { $0.expiry != .never } ?? false }

  /// The action with this id: on the banner, or in the list alone.
  package func action(_ id: ItemID) -> Action? {
    actions?.first { $0.id == id } ?? origin.furtherActions.first { $0.id == id }
  }
}
