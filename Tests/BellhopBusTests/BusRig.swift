import Glibc
import TestSupport
import Testing

typealias BusRig = RenamingBus

extension RenamingBus {
  enum Place: Equatable {
    case behind
    case onSessionBus
    /// By `bellhop-bus exec`, with these words before its command.
    case executed([String])
  }

  /// A program behind it, or on the session bus itself, or one that was started in another way.
  func client(_ place: Place = .behind) async throws -> ScriptedClient {
    var command = [NamedPython.usual]
    if case .executed(let words) = place { command = exec + words + command }
    if isNobodys { command = HeadlessSway.asNobody(command) }
    return try await ScriptedClient(command, address: place == .behind ? address : bus.address)
  }
}

/// A connection without a library.
final class RawConnection {
  let socket: Int32

  init(_ path: String) throws {
    socket = try #require(connectedSocket(path))
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  /// The next bytes; empty at the end, nil after the timeout.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count >= 0 || errno == ECONNRESET ? Array(buffer.prefix(max(0, count))) : nil
  }
}
