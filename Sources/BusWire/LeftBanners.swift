/// The numbers of banners in the server's answers to daemons: the last number of each daemon's connection. A daemon may
/// be killed before it has stored that number, or before the server has answered; the next daemon is told, and closes
/// the banner if it does not know it. Earlier numbers were stored, since a daemon shows its next banner only then.
package struct LeftBanners {
  private struct Connection {
    let name: [UInt8]
    var number: UInt32?
    var hasEnded = false
  }

  /// Ended connections that are remembered. The server answers them within seconds.
  private static let most = 16

  /// The newest last.
  private var connections: [Connection] = []

  package init() {}

  /// The numbers that ended connections were given last.
  package var numbers: [UInt32] { connections.compactMap { $0.hasEnded ? $0.number : nil } }

  /// A daemon has a connection with this unique name.
  package mutating func began(_ name: [UInt8]) {
    if !connections.contains(where: { $0.name == name }) { connections.append(Connection(name: name)) }
  }

  /// A connection, of a daemon or another program, has ended.
  package mutating func ended(_ name: [UInt8]) {
    guard let index = connections.firstIndex(where: { $0.name == name }) else { return }
    connections[index].hasEnded = true
    if connections.count(where: \.hasEnded) > Self.most, let first = connections.firstIndex(where: \.hasEnded)
    {
      connections.remove(at: first)
    }
  }

  /// The server has answered to this connection. Returns `true` if that was a daemon's and has ended: then no daemon
  /// hears the answer.
  package mutating func answered(_ number: UInt32, to name: [UInt8]) -> Bool {
    guard let index = connections.firstIndex(where: { $0.name == name }) else { return false }
    connections[index].number = number
    return connections[index].hasEnded
  }

  /// Another server is here, with numbers of its own.
  package mutating func forgetNumbers() {
    connections.removeAll(where: \.hasEnded)
    for index in connections.indices { connections[index].number = nil }
  }
}
