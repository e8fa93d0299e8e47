import BusSocket
import BusWire
import EventLoop
import Journal

/// Our own connection to the session bus, which says whether anybody has the notification name.
final class OwnerWatch {
  private let endpoint: Endpoint
  private let buffer: ReadBuffer
  private var framer = Framer(.bus, passesOverOdd: true)
  private var question = OwnerQuestion()
  private let changed: (Bool?) -> Void

  /// `changed`: whether the name is owned, after each change; `nil` when that cannot be known any more.
  init(
    _ socket: consuming FileDescriptor, uid: UInt32, _ loop: EventLoop, _ buffer: ReadBuffer,
    changed: @escaping (Bool?) -> Void
  ) throws(SystemError) {
    self.buffer = buffer
    self.changed = changed
    endpoint = Endpoint(socket, loop)
    endpoint.outbox.append(OwnerQuestion.opening(uid: uid))
    try endpoint.watch { [unowned self] in ready($0) }
    endpoint.flush()
  }

  private func ready(_ readiness: Readiness) {
    let before = question.isOwned
    do throws(WireFault) {
      if readiness.contains(.hangup) { endpoint.hangUp() }
      for _ in 0..<Self.buffersAtOnce {
        guard var bytes = try endpoint.read(buffer) else { break }
        endpoint.dropDescriptors()
        while let piece = try framer.next(&bytes, wantsBody: { $0.header.bodyLength <= Self.bodyBytes }) {
          if case .message(let message) = piece { try question.read(message) }
        }
      }
    } catch {
      log(.warning, "the session bus cannot be understood: \(error)")
      endpoint.hangUp()
    }
    if endpoint.isEnded || endpoint.isHungUp {
      endpoint.stop()
      return changed(nil)
    }
    endpoint.flush()
    endpoint.await(reading: true)
    if question.isOwned != before { changed(question.isOwned) }
  }

  /// Read at one go: anybody may send something here, without end.
  private static let buffersAtOnce = 4
  /// Nothing that it asks is answered with more.
  private static let bodyBytes = 65_536
}
