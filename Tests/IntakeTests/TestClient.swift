import EventLoop
import Glibc
import Testing
import Varlink

@testable import Intake

/// A client that sends any bytes, and keeps every reply.
final class TestClient {
  private(set) var replies: [Reply] = []
  private(set) var isClosed = false
  private var reader = FrameReader(limit: 2_000_000)
  private var socket: FileDescriptor?

  init(path: String) throws {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let file = FileDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_UNIX, type, 0) })
    let address = try #require(sockaddr_un(path: path))
    try systemCall("connect") { address.with { connect(file.raw, $0, $1) } }
    socket = consume file
  }

  init(_ socket: consuming FileDescriptor) { self.socket = consume socket }

  var raw: Int32 { socket?.raw ?? -1 }

  func send(_ calls: Call...) { send(calls.flatMap(\.bytes)) }

  /// How many bytes the socket took.
  @discardableResult func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    return Glibc.send(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func endInput() { shutdown(raw, Int32(SHUT_WR)) }
  func hangUp() { socket = nil }

  /// Reads the available bytes. Returns the number of replies so far.
  func read() -> Int {
    var buffer = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = recv(raw, &buffer, buffer.count, 0)
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { isClosed = true }
        return replies.count
      }
      reader.append(buffer[..<count])
      do {
        while let frame = try reader.next() { replies.append(try Reply(parsing: frame)) }
      } catch {
        Issue.record(error)
      }
    }
  }

  /// The `n` of every reply; -1 for an error.
  var numbers: [Int] {
    replies.map { reply in
      switch reply {
      case .done(let parameters), .continues(let parameters):
        if case .int(let n)? = parameters["n"] { Int(n) } else { -2 }
      case .failed: -1
      }
    }
  }

  var errors: [String] {
    replies.compactMap { if case .failed(let error) = $0 { error.name } else { nil } }
  }
}
