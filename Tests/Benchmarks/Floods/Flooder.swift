import Glibc
import TestSupport

/// A process of low priority that floods the daemon until it is ended: calls on many connections, and the next call
/// after every answer.
struct Flooder {
  /// The daemon's limit of connections for a process, less two.
  private static let connections = 30
  /// <linux/sched.h>
  private static let idlePolicy: Int32 = 5
  /// The line it prints once it floods.
  static let ready = "flooding"

  private let flood: Flood?
  private let path: String
  private let inFlight: Int
  private var sent = 0

  /// `flood`: nil for a process that computes and makes no calls.
  init(_ flood: Flood?, path: String, inFlight: Int) {
    self.flood = flood
    self.path = path
    self.inFlight = inFlight
  }

  consuming func run() throws -> Never {
    var parameters = sched_param()
    guard sched_setscheduler(0, Self.idlePolicy, &parameters) == 0 else {
      throw Unmeasurable("SCHED_IDLE cannot be had")
    }
    if let flood { try call(flood) } else { compute() }
  }

  private func compute() -> Never {
    tellReady()
    var number: UInt64 = 1
    while true {
      number = number &* 6_364_136_223_846_793_005 &+ 1
      if number == 0 { print(number) }
    }
  }

  private mutating func call(_ flood: Flood) throws -> Never {
    let count = min(Self.connections, inFlight)
    let sockets = try (0..<count).map { _ in
      guard let socket = connectedSocket(path) else { throw Unmeasurable("nobody listens at \(path)") }
      return socket
    }
    for (index, socket) in sockets.enumerated() {
      try send(inFlight / count + (index < inFlight % count ? 1 : 0), flood, to: socket)
    }
    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var isReady = false
    while true {
      poll(&polled, nfds_t(polled.count), -1)
      for socket in polled where socket.revents != 0 {
        let count = recv(socket.fd, &buffer, buffer.count, 0)
        guard count > 0 else { throw Unmeasurable("the daemon closed a flooding connection") }
        let answers = buffer[..<count].count { $0 == 0 }
        try send(answers, flood, to: socket.fd)
        if answers > 0, !isReady {
          isReady = true
          tellReady()
        }
      }
    }
  }

  private mutating func send(_ count: Int, _ flood: Flood, to socket: Int32) throws {
    guard count > 0 else { return }
    var bytes: [UInt8] = []
    for _ in 0..<count {
      sent += 1
      bytes += flood.frame(sent)
    }
    guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Unmeasurable("the daemon takes no calls")
    }
  }

  private func tellReady() {
    print(Self.ready)
    fflush(nil)
  }
}
