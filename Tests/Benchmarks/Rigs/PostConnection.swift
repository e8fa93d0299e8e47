import Glibc
import TestSupport

/// A client of minimal cost: it finds an answer's end by its NUL, and checks only how it begins.
final class PostConnection {
  private static let accepted = Array(#"{"parameters":"#.utf8)

  let descriptor: Int32
  private var frames: PostFrames
  private var outgoing: [UInt8] = []
  private var incoming = [UInt8](repeating: 0, count: 262_144)
  /// The received bytes of the present answer, which all match the expected beginning.
  private var position = 0

  init(to path: String, app: String = "org.example.Benchmark") throws {
    guard let descriptor = connectedSocket(path) else { throw Unmeasurable("nobody listens at \(path)") }
    self.descriptor = descriptor
    frames = PostFrames(app: app)
  }

  deinit { close(descriptor) }

  /// Sends any call, and waits for the answer.
  func call(_ message: String) throws {
    outgoing = Array(message.utf8) + [0]
    try write()
    while try answers() == 0 {}
  }

  /// Posts one at a time. Returns the seconds of each.
  func postSingly(_ count: Int) throws -> [Double] {
    try (0..<count).map { _ in
      let start = try begin()
      while try !finish() {}
      return now() - start
    }
  }

  /// Sends one post, and notes the time.
  func begin() throws -> Double {
    outgoing.removeAll(keepingCapacity: true)
    frames.append(1, to: &outgoing)
    let start = now()
    try write()
    return start
  }

  /// Reads the available bytes. Returns whether the answer is complete.
  func finish() throws -> Bool { try answers() > 0 }

  /// Posts with this many in flight. Returns posts a second.
  func post(_ count: Int, inFlight: Int) throws -> Double {
    let start = now()
    var unsent = count
    var unanswered = count
    var room = inFlight
    while unanswered > 0 {
      let next = min(room, unsent)
      outgoing.removeAll(keepingCapacity: true)
      frames.append(next, to: &outgoing)
      try write()
      unsent -= next
      room = try answers()
      unanswered -= room
    }
    return Double(count) / (now() - start)
  }

  private func write() throws {
    try descriptor.sendAll(outgoing, to: "the server")
  }

  /// Waits for bytes. Returns the number of answers that ended with them.
  private func answers() throws -> Int {
    let count = recv(descriptor, &incoming, incoming.count, 0)
    guard count > 0 else { throw Unmeasurable("the server closed the connection") }
    var ended = 0
    try incoming.withUnsafeBufferPointer { bytes in
      for byte in bytes[..<count] {
        if byte == 0 {
          ended += 1
          position = 0
          continue
        }
        if position < Self.accepted.count, byte != Self.accepted[position] {
          throw Unmeasurable("a post was refused")
        }
        position += 1
      }
    }
    return ended
  }
}

/// Seconds of the monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension Int32 {
  /// A connected socket. `peer`: the name of the other end for error messages.
  func sendAll(_ bytes: [UInt8], to peer: String) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(self, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Unmeasurable("\(peer) closed the connection") }
      sent += count
    }
  }
}
