import NotificationModel

/// Calls that wait until it is known who makes them, and what came after them from the same connection: a later call
/// never overtakes an earlier one.
struct CallLines<Call> {
  private struct Line {
    /// When the first came: its maker was alive.
    let since: Uptime
    var calls: ArraySlice<(call: Call, size: Int)> = []
  }

  private static var mostCalls: Int { 256 }
  private static var mostLines: Int { 512 }
  /// Of all lines: some dozen pictures of the largest size.
  private static var mostBytes: Int { 64 * 1_048_576 }

  private var lines: [[UInt8]: Line] = [:]
  private var bytes = 0

  /// Whose calls wait, and since when.
  var waiting: [(caller: [UInt8], since: Uptime)] { lines.map { ($0.key, $0.value.since) } }

  func isWaiting(_ caller: [UInt8]) -> Bool { lines[caller] != nil }

  /// Whether there was room for it. `size`: about how many bytes it takes.
  mutating func add(_ call: Call, by caller: [UInt8], size: Int, now: Uptime) -> Bool {
    guard bytes + size <= Self.mostBytes, lines[caller] != nil || lines.count < Self.mostLines else {
      return false
    }
    var line = lines[caller] ?? Line(since: now)
    guard line.calls.count < Self.mostCalls else { return false }
    line.calls.append((call, size))
    bytes += size
    lines[caller] = line
    return true
  }

  /// The first of this caller's, which waits no more.
  mutating func takeFirst(of caller: [UInt8]) -> Call? {
    guard var line = lines.removeValue(forKey: caller), let first = line.calls.popFirst() else { return nil }
    bytes -= first.size
    if !line.calls.isEmpty { lines[caller] = line }
    return first.call
  }
}
