import EventLoop
import Glibc
import NotificationProtocol
import TestSupport
import Testing
import Varlink

@testable import Intake

/// The answer to a peer that is refused for its sandbox. The peer is this process, which a scripted proc file system
/// puts in a sandbox.
struct RefusedPeersTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = TemporaryDirectory()
    for (process, namespace) in [("self", 1), ("\(getpid())", 9)] {
      let path = "\(directory.path)/\(process)"
      for part in ["", "/ns", "/root"] { mkdir(path + part, 0o700) }
      for name in ["mnt", "user"] { symlink("\(name):[\(namespace)]", "\(path)/ns/\(name)") }
      for (name, text) in [("cgroup", "0::/\n"), ("mountinfo", "30 20 0:1 / / rw - ext4 source rw\n")] {
        let file = FileDescriptor(
          owning: try systemCall("open") { open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) })
        #expect(write(file.raw, text, text.utf8.count) == text.utf8.count)
      }
    }
  }

  private func rig(_ change: (inout ServerLimits) -> Void = { _ in }) throws -> Rig {
    var limits = ServerLimits()
    change(&limits)
    return try Rig(limits: limits, inspection: PeerInspection(procRoot: directory.path))
  }

  private func isTold(_ client: TestClient) -> Bool {
    client.isClosed && client.errors == ["io.bellhop.Notifications.NotAdmitted"]
  }

  private func close(_ rig: Rig, _ client: TestClient) {
    rig.run {
      _ = client.read()
      return client.isClosed
    }
  }

  @Test(arguments: [ListenerRole.notifications, .control])
  func `a peer that may not come in hears so in answer to its first call, and nothing is done`(
    role: ListenerRole
  )
    throws
  {
    let rig = try rig()
    let client = try rig.connect(role)
    try rig.settleRefused()
    #expect(client.read() == 0 && !client.isClosed)
    let call = Call.echo(1).bytes
    client.send(call.dropLast(3))
    try rig.settleRefused()
    #expect(client.read() == 0 && !client.isClosed)
    client.send(call.suffix(3))
    close(rig, client)
    #expect(isTold(client))
    guard case .failed(let error)? = client.replies.first,
      case .notAdmitted(let why)? = NotificationsError(error)
    else {
      Issue.record("told otherwise")
      return
    }
    #expect(why.contains("PrivateTmp="))
    #expect(rig.handler.handled.isEmpty && rig.handler.closed.isEmpty)
  }

  @Test func `one that says all it has and ends, that hangs up, or says nothing is let go`() throws {
    let rig = try rig { $0.patienceMilliseconds = 40 }
    let done = try rig.connect()
    done.endInput()
    close(rig, done)
    #expect(isTold(done))
    let silent = try rig.connect()
    close(rig, silent)
    #expect(isTold(silent))
    let gone = try rig.connect()
    gone.hangUp()
    rig.run { rig.server.incidents == [.sandboxed: 3] && rig.server.refusedCount == 0 }
  }

  @Test func `no more than one message of it is read`() throws {
    let rig = try rig()
    let client = try rig.connect()
    var sent = 0
    rig.run {
      sent += max(0, client.send([UInt8](repeating: 32, count: 30_000)))
      _ = client.read()
      return client.isClosed
    }
    #expect(isTold(client))
    // The rest waits in the sockets' buffers.
    #expect(sent < 1_048_576)
  }

  @Test func `those that are too many at once are told without waiting, and count as connections`() throws {
    let rig = try rig {
      $0.connections = 24
      $0.reservedForControl = 0
    }
    let waiting = try (0..<3).map { _ in try rig.connect() }
    rig.run { rig.server.refusedCount == 3 }
    let more = try rig.connect()
    close(rig, more)
    #expect(isTold(more))
    #expect(waiting.allSatisfy { $0.read() == 0 && !$0.isClosed })
    #expect(rig.server.refusedCount == 3)
    for client in waiting {
      client.send(.echo(1))
      close(rig, client)
      #expect(isTold(client))
    }
    #expect(rig.server.refusedCount == 0)
    rig.server.stopAccepting()
  }

  @Test func `a server that stops tells those that are left`() throws {
    let rig = try rig()
    let client = try rig.connect()
    rig.run { rig.server.refusedCount == 1 }
    rig.server.stopAccepting()
    close(rig, client)
    #expect(isTold(client))
  }
}

extension Rig {
  /// Runs until the server has seen everything sent so far: another peer, which came later, has been refused.
  fileprivate func settleRefused() throws {
    for _ in 0..<3 {
      let other = try connect()
      other.send([0])
      run {
        _ = other.read()
        return other.isClosed
      }
    }
  }
}
