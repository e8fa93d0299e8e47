/// The way by which an app is reached again about its notification. It stands beside the request in the record, because
/// it changes after the post.
package enum AppLink: Hashable, Sendable {
  /// A socket of Bellhop: the app follows its events, which are kept until it acknowledges them.
  case events
  /// The command line, whose app stands for many programs: one of them waits for the answer, on a connection of its own.
  /// Its events are kept as well, but once that connection has ended, a press reaches no program.
  case answer
  /// The desktop's own interface: the app gets a signal at once, or never. Indirect, which keeps the records of all other
  /// apps small.
  indirect case desktop(DesktopLink)

  package var desktop: DesktopLink? { if case .desktop(let link) = self { link } else { nil } }

  /// Whether its app waits for the word that the banner is closed.
  var awaitsClosing: Bool {
    switch self {
    case .events, .answer: false
    case .desktop(let link): !link.isToldClosed
    }
  }

  /// The link after the app was told that the banner is closed.
  var toldClosed: AppLink {
    guard case .desktop(var link) = self else { return self }
    link.isToldClosed = true
    return .desktop(link)
  }

  /// The link once the notification has ended; `nil` where its app then knows it no more. Events go on to name it.
  var ended: AppLink? { desktop == nil ? self : nil }
}

/// The way to an app of the desktop's own interface: signals about a number go to the connection that posted.
package struct DesktopLink: Hashable, Sendable {
  /// The number by which its app, and any other, knows the notification; 0 until it has a number.
  package var number: UInt32
  /// The connection that made the call.
  package var caller: BusCaller
  /// Whether other connections have posted the same notification, and get its signals, too.
  package var isShared: Bool
  /// Whether its app was told that the banner is closed. The number still refers to the entry, until the entry ends.
  package var isToldClosed: Bool

  package init(
    to caller: BusCaller, number: UInt32 = 0, isShared: Bool = false, isToldClosed: Bool = false
  ) {
    self.number = number
    self.caller = caller
    self.isShared = isShared
    self.isToldClosed = isToldClosed
  }

  /// The receiver of a signal. A reply is told to the caller that posted, and to no other client.
  package func receiver(of signal: FrontSignal) -> BusCaller {
    if case .replied = signal { return caller }
    return isShared ? .everybody : caller
  }

  /// Whether one connection has made both calls.
  package func isOfSameCaller(as other: DesktopLink) -> Bool {
    caller == other.caller && !caller.name.isEmpty
  }
}

extension NotificationRecord {
  /// Whether its app waits for the word that the banner is closed.
  package var awaitsClosing: Bool { link?.awaitsClosing == true }

  /// Whether its app follows events.
  package var hearsEvents: Bool { link.map { $0.desktop == nil } ?? false }

  /// The number by which its app knows it; 0 if it has no number, or no longer has one.
  package var number: UInt32 { link?.desktop?.number ?? 0 }
}
