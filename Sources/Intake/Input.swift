internal import EventLoop
internal import Glibc

/// Takes what has come in off the connections' sockets.
final class Input {
  /// One whole message and its NUL at least, so that a message costs one read.
  private var buffer = [UInt8](repeating: 0, count: 65_537)

  func read(_ connection: Connection) {
    // Of one that has hung up no event tells whether there is more.
    connection.hasInput = connection.registration == nil
    connection.isInputKnown = false
    do throws(SystemError) {
      // Without a control buffer: descriptors that a peer passes never get here.
      let count = try systemCall("recv") {
        recv(connection.socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { return connection.endInput() }
      buffer.withUnsafeBytes { connection.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } catch {
      if error.code == EAGAIN, !connection.hasInput { return }
      connection.endInput()
      connection.output.lose()
    }
  }
}
