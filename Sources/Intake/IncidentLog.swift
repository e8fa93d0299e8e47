internal import EventLoop

/// How much a log line matters.
package enum LogLevel: Sendable {
  case error, warning
}

/// Where log lines go; they hold nothing that a peer sent.
package typealias Log = (LogLevel, String) -> Void

/// Counts what peers do wrong, and logs the first, second, fourth, eighth … of a kind, so that no peer can fill
/// the log.
final class IncidentLog {
  let log: Log
  private(set) var counts: [Incident: Int] = [:]

  init(_ log: @escaping Log) { self.log = log }

  /// `peer` is `nil` where even that is unknown.
  func record(_ incident: Incident, _ peer: Peer?, _ door: Door, _ reason: String? = nil) {
    let count = counts[incident, default: 0] + 1
    counts[incident] = count
    guard count & (count - 1) == 0 else { return }
    let pid = peer.map { "\($0.pid)" } ?? "unknown"
    let why = reason.map { ": \($0)" } ?? ""
    log(.warning, "\(incident.text)\(why) (pid \(pid), door \(door.name), \(count) so far)")
  }
}
