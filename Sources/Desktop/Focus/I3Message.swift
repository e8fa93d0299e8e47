/// A message of the IPC protocol of i3 and sway: "i3-ipc", the payload's length, the type, the payload; numbers are in
/// the machine's byte order (https://i3wm.org/docs/ipc.html, sway-ipc(7)).
struct I3Message: Hashable {
  static let subscribe: UInt32 = 2
  static let getTree: UInt32 = 4
  /// The types of events have the highest bit set.
  static let workspaceEvent: UInt32 = 0x8000_0000
  static let windowEvent: UInt32 = 0x8000_0003
  static let shutdownEvent: UInt32 = 0x8000_0006

  var type: UInt32
  var payload: [UInt8]

  fileprivate static let magic = Array("i3-ipc".utf8)
  fileprivate static let headerLength = magic.count + 8

  var bytes: [UInt8] {
    var bytes = Self.magic
    withUnsafeBytes(of: UInt32(clamping: payload.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload
  }
}

/// Assembles messages from a stream of bytes.
struct I3MessageReader {
  struct Fault: Error, Hashable {}

  /// In bytes. A window takes 1.5 KiB of the tree plus its title, so this is enough for over a thousand windows.
  /// Parsing takes some ten times as much memory for a moment.
  static let maximumLength = 4 << 20

  private var buffer: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// The next message, once it is whole.
  mutating func next() throws(Fault) -> I3Message? {
    // Fail at the first wrong byte, without waiting for a whole header.
    guard buffer.starts(with: I3Message.magic.prefix(buffer.count)) else { throw Fault() }
    guard buffer.count >= I3Message.headerLength else { return nil }
    let length = number(at: I3Message.magic.count)
    guard length <= Self.maximumLength else { throw Fault() }
    let end = I3Message.headerLength + Int(length)
    guard buffer.count >= end else { return nil }
    let message = I3Message(
      type: number(at: I3Message.magic.count + 4), payload: Array(buffer[I3Message.headerLength..<end]))
    buffer.removeFirst(end)
    return message
  }

  private func number(at offset: Int) -> UInt32 {
    buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}
