import BusWire
import Glibc
import TestSupport

/// A connection to a bus of minimal cost: it waits for the expected message, and skips all others.
final class BusConnection {
  let descriptor: Int32
  private var framer = Framer(.bus)
  private var incoming = [UInt8](repeating: 0, count: 262_144)
  private var messages: ArraySlice<Message> = []
  private var serial: UInt32 = 0

  /// `path`: the path of the bus's socket.
  init(to path: String) throws {
    guard let descriptor = connectedSocket(path) else { throw Unmeasurable("nobody listens at \(path)") }
    self.descriptor = descriptor
    try write(Greeting.client(uid: geteuid()))
    try call("Hello")
  }

  deinit { close(descriptor) }

  /// Makes a call, and waits for the answer.
  func call(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver
  ) throws {
    let serial = newSerial()
    try write(MessageWriter.call(member, arguments, serial: serial, to: destination))
    while true {
      let message = try next()
      guard message.header.replySerial == serial else { continue }
      guard message.header.kind == .reply else { throw Unmeasurable("\(member) is refused") }
      return
    }
  }

  /// Waits for the next call, and answers it.
  func answerNext(_ answer: (String) -> [MessageWriter.Argument]) throws {
    let message = try next()
    guard message.header.kind == .call, let member = message.header.member, let sender = message.header.sender
    else { return }
    var reply = OutgoingMessage(.reply)
    reply.carry(answer(String(decoding: message.bytes[member], as: UTF8.self)))
    reply.replySerial = message.header.serial
    reply.destination = Array(message.bytes[sender])
    try write(reply.bytes(serial: newSerial()))
  }

  private func newSerial() -> UInt32 {
    serial &+= 1
    return serial
  }

  private func next() throws -> Message {
    while true {
      if let message = messages.popFirst() { return message }
      let count = recv(descriptor, &incoming, incoming.count, 0)
      guard count > 0 else { throw Unmeasurable("the bus closed the connection") }
      var bytes = incoming[..<count]
      var whole: [Message] = []
      while let piece = try framer.next(&bytes, wantsBody: { _ in true }) {
        if case .message(let message) = piece { whole.append(message) }
      }
      messages = whole[...]
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try descriptor.sendAll(bytes, to: "the bus")
  }
}
