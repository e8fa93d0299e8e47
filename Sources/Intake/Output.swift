internal import EventLoop
internal import Glibc
internal import Varlink

/// Bytes on their way to a peer.
struct Output {
  /// Most connections are idle: a larger buffer is given back.
  static let idleCapacity = 8_192

  private var bytes: [UInt8] = []
  private var start = 0
  /// How many the peer's socket has taken in all.
  private(set) var taken: UInt64 = 0
  /// Nobody is there to read any more: everything is dropped.
  private(set) var isLost = false

  var isEmpty: Bool { start == bytes.count }
  var count: Int { bytes.count - start }

  mutating func append(_ more: some Collection<UInt8>) {
    if !isLost { bytes.append(contentsOf: more) }
  }

  mutating func append(_ reply: Reply) {
    if !isLost { reply.append(to: &bytes) }
  }

  mutating func lose() {
    isLost = true
    removeAll()
  }

  /// Gives the socket as much as it takes now.
  mutating func write(to socket: Int32) {
    while !isEmpty {
      do throws(SystemError) {
        let count = try systemCall("send") {
          bytes[start...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        start += count
        taken &+= UInt64(count)
      } catch {
        if error.code == EAGAIN { return compact() }
        return lose()
      }
    }
    removeAll()
  }

  /// What was taken is dropped once it is the larger half, so that no byte is moved twice on average.
  private mutating func compact() {
    guard start > bytes.count / 2 else { return }
    bytes.removeFirst(start)
    start = 0
  }

  private mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.idleCapacity)
    start = 0
  }
}
