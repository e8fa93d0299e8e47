internal import EventLoop

// Invariant: `total` is the number of admitted connections that have not left, and the sum of `ofPeer`.

/// Counts connections against the limits.
struct Admission {
  /// May become lower than what is admitted already: then nobody comes in until enough have left.
  var limits: ServerLimits
  private(set) var total = 0
  private(set) var ofPeer: [Int32: Int] = [:]

  init(limits: ServerLimits) { self.limits = limits }

  /// Why the connection may not be admitted; `nil` when it was.
  mutating func admit(_ peer: Peer, door: Door) -> Incident? {
    let most = limits.connections + (door == .control ? limits.reservedForControl : 0)
    guard total < most else { return .tooManyConnections }
    let count = ofPeer[peer.pid, default: 0]
    guard count < limits.connectionsPerPeer else { return .tooManyOfPeer }
    ofPeer[peer.pid] = count + 1
    total += 1
    return nil
  }

  mutating func leave(_ peer: Peer) {
    guard let count = ofPeer[peer.pid] else { return }
    ofPeer[peer.pid] = count > 1 ? count - 1 : nil
    total -= 1
  }
}
