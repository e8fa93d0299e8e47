internal import CLinux
internal import Glibc

/// A descriptor that came with a message, until it has gone on with it.
package final class PassedDescriptor {
  package let file: FileDescriptor
  package init(_ raw: Int32) { file = FileDescriptor(owning: raw) }
}

/// Bytes on their way to a peer, with the descriptors that go with the first byte of their message: D-Bus libraries
/// take descriptors for those of the message that begins there (libdbus, sd-bus, GDBus).
package struct SendBuffer {
  private struct Enclosure {
    /// Counted from the first byte ever.
    let offset: Int
    let descriptors: [PassedDescriptor]
  }

  /// Most connections are idle: a larger buffer is given back.
  package static let idleCapacity = 8_192

  private var bytes: [UInt8] = []
  private var start = 0
  /// How many bytes were taken or dropped before those in the buffer.
  private var before = 0
  private var enclosures: [Enclosure] = []
  /// The peer reads no more: everything is dropped.
  package private(set) var isLost = false

  package init() {}

  package var isEmpty: Bool { start == bytes.count }
  /// How many bytes wait.
  package var count: Int { bytes.count - start }
  /// How many the peer's socket has taken in all.
  package var taken: Int { before + start }

  package mutating func append(_ more: some Collection<UInt8>, _ descriptors: [PassedDescriptor] = []) {
    guard !isLost else { return }
    if !descriptors.isEmpty {
      enclosures.append(Enclosure(offset: before + bytes.count, descriptors: descriptors))
    }
    bytes.append(contentsOf: more)
  }

  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    if !isLost { write(&bytes) }
  }

  package mutating func lose() {
    isLost = true
    enclosures = []
    removeAll()
  }

  /// Gives the socket as much as it takes now.
  package mutating func write(to socket: Int32) {
    while !isEmpty {
      let enclosure = enclosures.first.flatMap { $0.offset == taken ? $0 : nil }
      let next = enclosure == nil ? enclosures.first : enclosures.dropFirst().first
      let end = next.map { $0.offset - before } ?? bytes.count
      let descriptors = enclosure?.descriptors.map { $0.file.raw } ?? []
      do throws(SystemError) {
        start += try systemCall("sendmsg") {
          bytes[start..<end].withUnsafeBytes {
            clinux_send(socket, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count))
          }
        }
        if enclosure != nil { enclosures.removeFirst() }
      } catch {
        if error.code == EAGAIN { return compact() }
        return lose()
      }
    }
    removeAll()
  }

  /// Sent bytes are dropped once they are the larger half, so that no byte is moved twice on average.
  private mutating func compact() {
    guard start > bytes.count / 2 else { return }
    bytes.removeFirst(start)
    before += start
    start = 0
  }

  private mutating func removeAll() {
    before += bytes.count
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.idleCapacity)
    start = 0
  }
}
