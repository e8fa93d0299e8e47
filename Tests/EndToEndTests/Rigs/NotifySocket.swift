import EventLoop
import Glibc
import TestSupport
import Testing

/// The service manager's end of sd_notify(3).
final class NotifySocket {
  let path: String
  private let directory = TemporaryDirectory()
  private let descriptor: Int32
  private var received: [String] = []

  init() throws {
    path = try directory.file("notify")
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try #require(sockaddr_un(path: path))
    try #require(address.with { bind(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  /// Every line of every message so far.
  var lines: [String] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      received += String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
    return received
  }

  func count(_ line: String) -> Int { lines.count { $0.hasPrefix(line) } }

  func waits(for line: String, times: Int = 1) async throws {
    try await eventually("\(line), \(times) times") { count(line) >= times ? () : nil }
  }
}
