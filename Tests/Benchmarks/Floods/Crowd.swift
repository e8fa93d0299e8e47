import Glibc

/// 64 clients at once, each with one post in flight: the wait of the slowest compared with one client alone. All have
/// posted before, so that the look-ups of an app's first post are not measured.
struct Crowd {
  private static let clients = 64
  private static let posts = 50
  private static let bar = 30.0

  let options: Options
  let daemon: DaemonUnderTest

  func measure(_ report: inout Report) throws {
    let alone = try daemon.connection().postSingly(options.singles).median
    let clients = try (0..<Self.clients).map { try daemon.connection(of: "org.example.Client\($0)") }
    for client in clients { _ = try client.postSingly(1) }
    var polled = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var left = clients.map { _ in Self.posts }
    var begun = try clients.map { try $0.begin() }
    var seconds: [Double] = []
    while left.contains(where: { $0 > 0 }) {
      guard poll(&polled, UInt(polled.count), 10_000) > 0 else { throw Unmeasurable("no answer for 10 s") }
      for index in clients.indices where polled[index].revents != 0 {
        guard try clients[index].finish() else { continue }
        seconds.append(now() - begun[index])
        left[index] -= 1
        if left[index] > 0 { begun[index] = try clients[index].begin() } else { polled[index].fd = -1 }
      }
    }
    let slowest = seconds.percentile(0.99)
    report.add("64 clients at once, 99th percentile", slowest * 1_000, "ms", digits: 2)
    report.add("64 clients' 99th percentile / one's median", slowest / alone, digits: 1, .atMost(Self.bar))
  }
}
