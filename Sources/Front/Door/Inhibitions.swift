/// Inhibitions that apps have asked the server for, by us: to the server they are ours, so that it does not end them when
/// their app has gone (Plasma's `Inhibit` and `UnInhibit`, of the interface itself).
struct Inhibitions {
  private struct Inhibition: Hashable {
    let caller: [UInt8]
    let cookie: UInt32
  }

  /// More than a desktop has apps; those past it end with the server.
  private static let most = 256

  private var all: Set<Inhibition> = []

  mutating func begin(_ cookie: UInt32, by caller: [UInt8]) {
    if all.count < Self.most { all.insert(Inhibition(caller: caller, cookie: cookie)) }
  }

  mutating func end(_ cookie: UInt32, by caller: [UInt8]) {
    all.remove(Inhibition(caller: caller, cookie: cookie))
  }

  /// Those to be ended, now that their app has gone.
  mutating func isGone(_ caller: [UInt8]) -> [UInt32] {
    let ended = all.filter { $0.caller == caller }
    all.subtract(ended)
    return ended.map(\.cookie).sorted()
  }

  /// The server is another.
  mutating func forget() { all = [] }
}
