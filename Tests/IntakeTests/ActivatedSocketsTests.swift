import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Intake

struct ActivatedSocketsTests {
  /// Descriptors that follow each other from a number that nothing else uses.
  private static func place(_ descriptors: [Int32], from first: Int32) {
    for (index, descriptor) in descriptors.enumerated() {
      #expect(dup2(descriptor, first + Int32(index)) >= 0)
      close(descriptor)
    }
  }

  private static func stream() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

  private static func listening(_ path: String) throws -> Int32 {
    let raw = stream()
    let address = try #require(sockaddr_un(path: path))
    #expect(address.with { bind(raw, $0, $1) } == 0)
    #expect(listen(raw, 8) == 0)
    return raw
  }

  @Test func `nothing is taken that is meant for another process or not described`() {
    let pid = getpid()
    for environment in [
      [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "\(pid + 1)", "LISTEN_FDS": "1"], ["LISTEN_PID": "\(pid)"],
      ["LISTEN_PID": "x", "LISTEN_FDS": "1"], ["LISTEN_PID": "\(pid)", "LISTEN_FDS": "0"],
    ] {
      let passed = ActivatedSockets(environment: environment)
      #expect(passed.sockets.isEmpty && passed.faults.isEmpty)
    }
    for count in ["-1", "65", "99999999999", "two", ""] {
      let passed = ActivatedSockets(environment: ["LISTEN_PID": "\(pid)", "LISTEN_FDS": count])
      #expect(passed.faults == ["LISTEN_FDS is not a number of sockets"])
    }
  }

  @Test func `each socket may be passed listening or connected`() throws {
    let directory = TemporaryDirectory()
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let first: Int32 = 900
    Self.place([try Self.listening("\(directory.path)/s"), ends[0]], from: first)
    defer { for index in 0..<2 { close(first + Int32(index)) } }
    let passed = ActivatedSockets(
      environment: [
        "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "control:notifications",
      ], pid: getpid(), firstDescriptor: first)
    #expect(
      passed.sockets == [
        .init(descriptor: first, role: .control, isListening: true),
        .init(descriptor: first + 1, role: .notifications, isListening: false),
      ])
    #expect(passed.faults.isEmpty)
    #expect(fcntl(first, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(first, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test(arguments: [nil, "varlink", "unknown", "notifications", ""])
  func `a single socket is for apps whatever its name`(name: String?) throws {
    let directory = TemporaryDirectory()
    let first: Int32 = 910
    Self.place([try Self.listening("\(directory.path)/s")], from: first)
    defer { close(first) }
    var environment = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1"]
    environment["LISTEN_FDNAMES"] = name
    let passed = ActivatedSockets(environment: environment, pid: getpid(), firstDescriptor: first)
    #expect(passed.sockets.map(\.role) == [.notifications])
  }

  @Test func `what cannot be used is told, and the rest is used`() throws {
    let directory = TemporaryDirectory()
    let first: Int32 = 920
    Self.place(
      [
        open("/dev/null", O_RDONLY), socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0),
        socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), try Self.listening("\(directory.path)/s"),
        Self.stream(),
      ], from: first)
    defer { for index in 0..<5 { close(first + Int32(index)) } }
    let passed = ActivatedSockets(
      environment: [
        "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "5",
        "LISTEN_FDNAMES": "control:control:control:control:other",
      ], pid: getpid(), firstDescriptor: first)
    #expect(passed.sockets == [.init(descriptor: first + 3, role: .control, isListening: true)])
    #expect(passed.faults.count == 4)
  }

  @Test func `a passed listening socket is served, and neither removed nor shut down at the end`() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/passed"
    let managers = try Self.listening(path)
    defer { close(managers) }
    let rig = try Rig()
    let flags = fcntl(managers, F_GETFL)
    _ = fcntl(managers, F_SETFL, flags | O_NONBLOCK)
    try rig.server.listen(
      on: ListeningSocket(passed: FileDescriptor(owning: dup(managers))), role: .notifications)
    let client = try TestClient(path: path)
    client.send(.echo(1))
    #expect(rig.replies(1, of: client).count == 1)
    rig.server.stopAccepting()
    #expect(access(path, F_OK) == 0)
    // Connections from in between reach the next daemon.
    _ = try TestClient(path: path)
    #expect(accept(managers, nil, nil) >= 0)
  }

  @Test func `a socket whose file is gone makes room for the next one of its role`() throws {
    let directory = TemporaryDirectory()
    func path(_ name: String) -> String { "\(directory.path)/\(name)" }
    let rig = try Rig()
    for (name, role) in [("gone", ListenerRole.notifications), ("other", .control), ("anew", .notifications)]
    {
      try rig.server.listen(on: ListeningSocket(path: path(name)), role: role)
      if name == "gone" { #expect(rename(path("gone"), path("moved")) == 0) }
    }
    #expect(throws: (any Error).self) { _ = try TestClient(path: path("moved")) }
    for name in ["other", "anew"] {
      let client = try TestClient(path: path(name))
      client.send(.echo(1))
      #expect(rig.replies(1, of: client).count == 1)
    }
  }
}
