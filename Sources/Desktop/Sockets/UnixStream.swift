import EventLoop
import Glibc

/// A connection to a compositor's socket, followed on the watch's thread; nothing here waits. Closed when it goes
/// out of use.
final class UnixStream {
  /// Of one iteration of the thread's loop: a compositor that floods does not starve what else lives there. The rest is
  /// still to be read, and wakes the thread again.
  private static let bytesPerWakeUp = 65_536

  private let loop: EventLoop
  private let descriptor: Int32
  private var watch: DescriptorWatch?

  /// `nil` when it cannot be had at once.
  init?(connectingTo path: String, _ loop: EventLoop) {
    guard let descriptor = UnixSocket.connect(to: path) else { return nil }
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit {
    watch = nil
    close(descriptor)
  }

  /// Either may let go of the stream.
  func follow(received: @escaping ([UInt8]) -> Void, ended: @escaping () -> Void) {
    watch = DescriptorWatch(descriptor, loop) { [weak self] in
      guard let self else { return }
      let bytes = read()
      guard let bytes else {
        // At its end a socket can be read for ever.
        watch = nil
        return ended()
      }
      if !bytes.isEmpty { received(bytes) }
    }
  }

  /// Empty when there is nothing yet, `nil` at the end.
  private func read() -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.bytesPerWakeUp) { buffer, count in
      result = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      count = max(result, 0)
    }
    if result > 0 { return bytes }
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// False when it could not be written whole. What is asked here is some bytes, and the next only after the
  /// answer: a socket without room for that leads to nobody.
  func write(_ bytes: [UInt8]) -> Bool {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count
  }
}

/// Tells when a descriptor can be read, or has hung up, for as long as it lives. The descriptor is its owner's, and
/// outlives the watch.
final class DescriptorWatch {
  private let loop: EventLoop
  private let registration: Registration?

  init(_ descriptor: Int32, _ loop: EventLoop, handler: @escaping () -> Void) {
    self.loop = loop
    registration = try? loop.watch(descriptor, for: .readable) { _ in handler() }
  }

  deinit { if let registration { loop.cancel(registration) } }
}
