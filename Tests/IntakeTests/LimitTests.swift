import CLinux
import EventLoop
import Glibc
import Testing
import Varlink

@testable import Intake

struct LimitTests {
  @Test func `connections over the limit are closed, and there is room again when some have gone`() throws {
    var limits = ServerLimits()
    limits.connections = 20
    limits.reservedForControl = 4
    limits.connectionsPerPeer = 1_000
    let rig = try Rig(limits: limits)
    // In steps that the listening sockets' backlog holds.
    var clients: [TestClient] = []
    for round in 1...3 {
      for _ in 0..<100 { clients.append(try rig.connect()) }
      rig.run { (rig.server.incidents[.tooManyConnections] ?? 0) + 20 == round * 100 }
    }
    #expect(rig.server.connectionCount == 20)
    #expect(
      clients.filter {
        _ = $0.read(); return $0.isClosed
      }.count == 280)
    // The first, second, fourth … were logged.
    #expect(rig.log.count == 9)

    let control = try (0..<5).map { _ in try rig.connect(.control) }
    rig.run { rig.server.incidents[.tooManyConnections] == 281 }
    control[0].send(.echo(1))
    #expect(rig.replies(1, of: control[0]).count == 1)

    for client in clients { client.hangUp() }
    rig.run { rig.server.connectionCount == 4 }
    let late = try rig.connect()
    late.send(.echo(2))
    #expect(rig.replies(1, of: late).count == 1)
  }

  @Test func `one process has no more than its share`() throws {
    var limits = ServerLimits()
    limits.connectionsPerPeer = 3
    let rig = try Rig(limits: limits)
    let clients = try (0..<5).map { _ in try rig.connect() }
    rig.run { rig.server.incidents == [.tooManyOfPeer: 2] }
    #expect(rig.server.connectionCount == 3)
    clients[0].hangUp()
    rig.run { rig.server.connectionCount == 2 }
    let late = try rig.connect()
    late.send(.echo(1))
    #expect(rig.replies(1, of: late).count == 1)
  }

  @Test func `new limits hold for the next connection, and those that are there stay`() throws {
    var limits = ServerLimits()
    limits.connections = 3
    limits.reservedForControl = 1
    let rig = try Rig(limits: limits)
    var clients = try (0..<3).map { _ in try rig.connect() }
    rig.run { rig.server.connectionCount == 3 }

    limits.connections = 2
    rig.server.adopt(limits)
    clients[0].hangUp()
    rig.run { rig.server.connectionCount == 2 }
    let refused = try rig.connect()
    rig.run { refused.read() == 0 && refused.isClosed }
    #expect(rig.server.incidents == [.tooManyConnections: 1])
    for client in clients[1...] {
      client.send(.echo(1))
      #expect(rig.replies(1, of: client).count == 1)
    }

    limits.connections = 5
    rig.server.adopt(limits)
    clients += try (0..<3).map { _ in try rig.connect() }
    rig.run { rig.server.connectionCount == 5 }
    limits.connectionsPerPeer = 5
    limits.connections = 100
    rig.server.adopt(limits)
    _ = try rig.connect()
    rig.run { rig.server.incidents == [.tooManyConnections: 1, .tooManyOfPeer: 1] }
    #expect(rig.server.connectionCount == 5)
  }

  @Test func `new limits are fitted to this process too`() async {
    // In a process of its own: the limit is the process's.
    await #expect(processExitsWith: .success) {
      let rig = try Rig()
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var files = rlimit()
      try #require(getrlimit(resource, &files) == 0)
      var few = rlimit(rlim_cur: 66, rlim_max: files.rlim_max)
      try #require(setrlimit(resource, &few) == 0)
      var limits = ServerLimits()
      limits.connections = 1_000
      rig.server.adopt(limits)
      try #require(setrlimit(resource, &files) == 0)
      let clients = try (0..<7).map { _ in try rig.connect() }
      rig.run { rig.server.incidents == [.tooManyConnections: 2] }
      // Ten are beside those of all else, and half of them are the person's.
      try #require(rig.server.connectionCount == 5)
      withExtendedLifetime(clients) {}
    }
  }

  @Test func `what was admitted and left again leaves nothing behind`() {
    var limits = ServerLimits()
    limits.connections = 10
    limits.reservedForControl = 2
    limits.connectionsPerPeer = 3
    var admission = Admission(limits: limits)
    var inside: [Peer] = []
    for _ in 0..<5_000 {
      if Bool.random(), let peer = inside.randomElement() {
        admission.leave(peer)
        inside.remove(at: inside.firstIndex(of: peer) ?? 0)
      } else {
        let peer = Peer(pid: .random(in: 1...6), uid: 0, gid: 0)
        let role = Bool.random() ? ListenerRole.control : .notifications
        let mine = inside.filter { $0 == peer }.count
        let most = role == .control ? 12 : 10
        let expected: Incident? =
          inside.count >= most ? .tooManyConnections : mine >= 3 ? .tooManyOfPeer : nil
        #expect(admission.admit(peer, role: role) == expected)
        if expected == nil { inside.append(peer) }
      }
      #expect(admission.total == inside.count)
    }
    for peer in inside { admission.leave(peer) }
    #expect(admission.total == 0 && admission.ofPeer.isEmpty)
  }

  @Test func `where all are taken, another process's first connection is let in for one of the crowd's`() {
    var limits = ServerLimits()
    limits.connections = 2
    limits.reservedForControl = 1
    var admission = Admission(limits: limits)
    func peer(_ pid: Int32) -> Peer { Peer(pid: pid, uid: 0, gid: 0) }
    for _ in 0..<2 { #expect(admission.admit(peer(1), role: .notifications) == nil) }
    #expect(!admission.hasRoom(for: .notifications) && admission.hasRoom(for: .control))
    #expect(!admission.isFirst(peer(1)) && admission.isFirst(peer(2)))
    #expect(admission.admit(peer(2), role: .notifications) == .tooManyConnections)
    #expect(admission.admit(peer(2), role: .notifications, isCrowded: true) == nil)
    admission.leave(peer(1))
    #expect(admission.total == 2)
  }

  @Test(arguments: [(0, 1, 1), (64, 4, 4), (100, 28, 16), (328, 256, 16), (1_024, 256, 16), (.max, 256, 16)])
  func `all connections together leave the daemon the descriptors that the rest of it needs`(
    openFiles: Int, connections: Int, reserved: Int
  ) {
    let limits = ServerLimits().fitting(openFiles: openFiles)
    #expect(limits.connections == connections && limits.reservedForControl == reserved)
  }

  @Test func `descriptors that a peer passes are not taken in`() throws {
    let rig = try Rig()
    let client = try rig.connect()
    client.send(.echo(0))
    _ = rig.replies(1, of: client)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    for n in 1...20 { client.send(Call.echo(n).bytes, passing: Array(repeating: ends[1], count: 50)) }
    _ = rig.replies(21, of: client)
    #expect(client.numbers == Array(0...20))
    // The pipe ends with its last writing end: no other copy is open.
    close(ends[1])
    let flags = fcntl(ends[0], F_GETFL)
    _ = fcntl(ends[0], F_SETFL, flags | O_NONBLOCK)
    var byte: UInt8 = 0
    #expect(Glibc.read(ends[0], &byte, 1) == 0)
  }

  @Test func `without a free descriptor accepting pauses, and goes on when there is one`() async {
    // In a process of its own: the limit is the process's.
    await #expect(processExitsWith: .success) {
      let rig = try Rig()
      let first = try rig.connect()
      first.send(.echo(1))
      _ = rig.replies(1, of: first)
      let late = try rig.connect()
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var low = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
      rig.run { rig.log.contains { $0.contains("accepting pauses") } }
      let turns = rig.turns
      first.send(.echo(2))
      _ = rig.replies(2, of: first)
      #expect(rig.turns - turns < 60)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      rig.run {
        _ = late.read(); return late.isClosed || rig.server.connectionCount == 2
      }
      let last = try rig.connect()
      last.send(.echo(3))
      #expect(rig.replies(1, of: last).count == 1)
      exit(first.numbers == [1, 2] && last.numbers == [3] ? 0 : 1)
    }
  }
}

extension TestClient {
  /// Sends with descriptors in the message's control part.
  func send(_ bytes: [UInt8], passing descriptors: [Int32]) {
    let header = 16
    let payload = descriptors.count * MemoryLayout<Int32>.size
    var control = [UInt8](repeating: 0, count: header + (payload + 7) / 8 * 8)
    var bytes = bytes
    control.withUnsafeMutableBytes { control in
      // struct cmsghdr: a length, a level and a type.
      control.storeBytes(of: header + payload, as: Int.self)
      control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
      control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
      for (index, descriptor) in descriptors.enumerated() {
        control.storeBytes(of: descriptor, toByteOffset: header + 4 * index, as: Int32.self)
      }
      bytes.withUnsafeMutableBytes { bytes in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          #expect(sendmsg(raw, &message, Int32(MSG_NOSIGNAL)) == bytes.count)
        }
      }
    }
  }
}
