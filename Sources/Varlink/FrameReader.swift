/// The fault of a stream from which no further message can be read.
package enum FrameFault: Error, Hashable, Sendable {
  /// A message is longer than `limit` bytes without its NUL; `given` bytes of it have arrived so far.
  case tooLong(limit: Int, given: Int)
}

/// Cuts a stream into messages, each of which ends with a NUL.
///
/// Every byte is looked at once and moved at most twice, however the stream was cut into reads. Between
/// `start` and `scanned` there is no NUL.
package struct FrameReader {
  /// A larger buffer is freed when it is empty, since most connections are idle.
  private static let idleCapacity = 8_192

  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// `limit`: the longest message in bytes, without its NUL.
  package init(limit: Int) { self.limit = limit }

  /// Whether a message has begun and not ended.
  package var isInsideMessage: Bool { start < buffer.count }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    compact()
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message without its NUL; `nil` if more bytes must be read first. Throws as soon as a message
  /// exceeds the limit, and on every call from then on.
  package mutating func next() throws(FrameFault) -> [UInt8]? {
    let end = buffer.withUnsafeBufferPointer { bytes in bytes[scanned...].firstIndex(of: 0) }
    let length = (end ?? buffer.count) - start
    guard length <= limit else { throw .tooLong(limit: limit, given: length) }
    guard let end else {
      scanned = buffer.count
      return nil
    }
    let frame = Array(buffer[start..<end])
    start = end + 1
    scanned = start
    if start == buffer.count { compact() }
    return frame
  }

  /// Moves the unread bytes to the beginning of the buffer, once they are the smaller half.
  private mutating func compact() {
    guard start > 0, start * 2 >= buffer.count else { return }
    if start == buffer.count, buffer.capacity > Self.idleCapacity {
      buffer = []
    } else {
      buffer.removeFirst(start)
    }
    scanned -= start
    start = 0
  }
}
