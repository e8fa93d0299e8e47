/// What a process says that is about to become the server, and what it makes of the answer.
package struct Announcement {
  private static let serial: UInt32 = 2

  private var framer = Framer(.bus)
  /// Whether it is known as the server; `nil` before the answer.
  package private(set) var isAccepted: Bool?

  package init() {}

  /// All that is ever sent, at once.
  package static func opening(uid: UInt32) -> [UInt8] {
    MessageWriter.greeting(uid: uid) + MessageWriter.call("Hello", serial: 1)
      + MessageWriter.call("Serve", serial: serial, to: .own)
  }

  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireFault) {
    var bytes = bytes
    while let piece = try framer.next(&bytes, wantsBody: { _ in false }) {
      guard case .message(let message) = piece, message.header.replySerial == Self.serial else { continue }
      isAccepted = message.header.kind == .reply
    }
  }
}
