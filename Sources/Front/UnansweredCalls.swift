import NotificationModel

/// Calls that passed by and that the server has not answered: bounded by their number, their size and their age, since
/// nobody says how long a server may take, or that it has died over one.
struct UnansweredCalls {
  /// What an answer names: whom it is to, and which of its calls it answers.
  struct Reference: Hashable {
    let name: [UInt8]
    let serial: UInt32
  }

  private struct Waiting {
    let reference: Reference
    let call: NotifyCall
    let bytes: Int
    let until: Uptime
  }

  private static let most = 64
  private static let mostBytes = 2 * 1_048_576
  /// Longer than a client of libdbus waits for its answer.
  private static let milliseconds: Int64 = 30_000

  /// In the order in which they came.
  private var waiting: [Waiting] = []
  private var bytes = 0

  /// When the oldest is given up.
  var deadline: Uptime? { waiting.first?.until }

  func contains(_ reference: Reference) -> Bool { waiting.contains { $0.reference == reference } }

  /// How many others are given up for it.
  mutating func add(_ call: NotifyCall, _ reference: Reference, now: Uptime) -> Int {
    let next = Waiting(
      reference: reference, call: call, bytes: call.bytes,
      until: now.advanced(byMilliseconds: Self.milliseconds))
    let before = waiting.count
    while let first = waiting.first,
      waiting.count >= Self.most || bytes + next.bytes > Self.mostBytes
    {
      bytes -= first.bytes
      waiting.removeFirst()
    }
    waiting.append(next)
    bytes += next.bytes
    return before + 1 - waiting.count
  }

  mutating func take(_ reference: Reference) -> NotifyCall? {
    guard let index = waiting.firstIndex(where: { $0.reference == reference }) else { return nil }
    let taken = waiting.remove(at: index)
    bytes -= taken.bytes
    return taken.call
  }

  /// How many are given up by now.
  mutating func giveUp(now: Uptime) -> Int {
    let old = waiting.prefix { $0.until <= now }
    bytes -= old.reduce(0) { $0 + $1.bytes }
    waiting.removeFirst(old.count)
    return old.count
  }
}

extension NotifyCall {
  /// About as much as it takes to keep it.
  fileprivate var bytes: Int {
    let texts = [appName, icon, summary, body] + buttons.flatMap { [$0.key, $0.label] }
    let hints =
      [hints.category, hints.desktopEntry, hints.imagePath, hints.soundName, hints.soundFile, hints.tag]
      + [hints.replyPlaceholder, hints.replyButton]
    return 512 + 4 * self.hints.handedOn.used
      + (texts + hints.compactMap { $0 }).reduce(0) { $0 + $1.utf8.count }
  }
}
