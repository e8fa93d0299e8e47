import BellhopClient
import Foundation
import TestSupport
import Testing

@Suite struct VarlinkConnectionTests {
  @Test("a call is one message with no key too many, its reply's parameters the result")
  func call() throws {
    let peer = try ScriptedPeer([
      { connection in
        for answer in [#"{"parameters":{"x":1}}"#, "{}"] {
          connection.write("{\"parameters\":{\"asked\":\(connection.read() ?? "null")}}")
          _ = connection.read()
          connection.write(answer)
        }
      }
    ])
    let connection = try VarlinkConnection(to: "unix:\(peer.path);mode=0600")
    #expect(try connection.call("a.b.C")["asked"]?.text == #"{"method":"a.b.C"}"#)
    #expect(try connection.call("a.b.C") == .object([.init("x", .int(1))]))
    let parameters = JSON.object([.init("y", .string("é"))])
    #expect(
      try connection.call("a.b.C", parameters)["asked"]?.text == #"{"method":"a.b.C","parameters":{"y":"é"}}"#
    )
    #expect(try connection.call("a.b.C") == .object([]))
    #expect(peer.isFinished)
  }

  @Test("an error is thrown with its name and fields, and the connection goes on")
  func refusal() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(#"{"error":"io.bellhop.Control.NotFound","parameters":{"what":"app"}}"#)
        _ = connection.read()
        connection.write("{}")
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    let error = #expect(throws: ClientError.self) { try connection.call("a.b.C") }
    #expect(error?.controlError == .notFound(what: "app"))
    #expect(error?.notificationsError == nil)
    #expect(connection.isOpen)
    #expect(throws: Never.self) { try connection.call("a.b.C") }
  }

  @Test("several replies arrive in order, however the bytes are cut, and the connection goes on")
  func more() throws {
    let peer = try ScriptedPeer([
      { connection in
        let request = connection.read() ?? ""
        connection.write("{\"parameters\":{\"asked\":\(request)},\"continues\":true}")
        for byte in "{\"parameters\":{\"n\":2},\"continues\":true}\u{0}{\"parameters\":{\"n\":3}}\u{0}" {
          connection.write(String(byte), isWhole: false)
        }
        _ = connection.read()
        connection.write("{}")
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    var replies: [String] = []
    try connection.callMore("a.b.C") { reply in
      replies.append(reply.text)
      return true
    }
    #expect(replies == [#"{"asked":{"method":"a.b.C","more":true}}"#, #"{"n":2}"#, #"{"n":3}"#])
    #expect(throws: Never.self) { try connection.call("a.b.C") }
  }

  @Test("whoever wants no further reply closes the connection", arguments: [true, false])
  func stopsFollowing(throwing: Bool) throws {
    struct Enough: Error {}
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        for _ in 0..<3 { connection.write(#"{"continues":true}"#) }
        connection.waitForEnd()
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    var count = 0
    let follow = {
      try connection.callMore("a.b.C") { _ in
        count += 1
        if throwing { throw Enough() }
        return false
      }
    }
    if throwing { #expect(throws: Enough.self) { try follow() } } else { try follow() }
    #expect(count == 1)
    #expect(!connection.isOpen)
    #expect(peer.isFinished)
    #expect(throws: ClientError.disconnected) { try connection.call("a.b.C") }
  }

  @Test("a oneway call is sent and not waited for")
  func oneway() throws {
    let peer = try ScriptedPeer([
      { connection in
        let first = connection.read() ?? ""
        _ = connection.read()
        connection.write("{\"parameters\":{\"first\":\(first)}}")
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    try connection.sendOneway("a.b.C")
    #expect(try connection.call("a.b.D")["first"]?.text == #"{"method":"a.b.C","oneway":true}"#)
  }

  @Test(
    "what is not an answer ends the connection",
    arguments: [
      "nonsense", "[]", "", #"{"continues":true}"#, #"{"error":1}"#, #"{"parameters":{"a":1,"a":2}}"#,
    ])
  func protocolFaults(reply: String) throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(reply)
        connection.waitForEnd()
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    let error = #expect(throws: ClientError.self) { try connection.call("a.b.C") }
    guard case .protocolFault = error else {
      Issue.record("of another kind")
      return
    }
    #expect(!connection.isOpen)
    #expect(peer.isFinished)
  }

  @Test("a reply without end is given up, before it fills the memory")
  func endlessReply() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        let block = String(repeating: "x", count: 65_536)
        for _ in 0..<17 { connection.write(block, isWhole: false) }
        connection.waitForEnd()
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    #expect(throws: ClientError.protocolFault("a reply is too long")) { try connection.call("a.b.C") }
  }

  @Test("what the daemon said before it closed is heard, also by a call that could not be sent any more")
  func refusedBeforeTheCall() throws {
    let peer = try ScriptedPeer([{ $0.write(#"{"error":"a.b.NotAdmitted","parameters":{"why":"So."}}"#) }])
    let connection = try VarlinkConnection(to: peer.path)
    #expect(peer.isFinished)
    let error = CallError(name: "a.b.NotAdmitted", parameters: JSON(fields: ["why": "So.".json]))
    #expect(throws: ClientError.refused(error)) { try connection.call("a.b.C") }
  }

  @Test("a daemon that goes away is an error, not a signal")
  func disconnects() throws {
    let peer = try ScriptedPeer([{ _ in }, { connection in _ = connection.read() }])
    let gone = try VarlinkConnection(to: peer.path)
    let leaving = try VarlinkConnection(to: peer.path)
    #expect(throws: ClientError.turnedAway) { try leaving.call("a.b.C") }
    #expect(peer.isFinished)
    #expect(throws: ClientError.turnedAway) { try gone.call("a.b.C") }
    #expect(throws: ClientError.disconnected) { try gone.sendOneway("a.b.C") }
  }

  @Test("a daemon that has answered before was not the one to turn anybody away")
  func disconnectsLater() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write("{}")
        _ = connection.read()
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    try #expect(connection.call("a.b.C") == .object([]))
    #expect(throws: ClientError.disconnected) { try connection.call("a.b.C") }
    #expect(peer.isFinished)
  }

  @Test("a call that is longer than a message may be is not sent, names its longest field, and does no harm")
  func longCalls() throws {
    let peer = try ScriptedPeer([
      { connection in
        let asked = connection.read() ?? ""
        connection.write("{\"parameters\":{\"bytes\":\(asked.utf8.count)}}")
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    let call = { (bytes: Int) throws(ClientError) in
      let text = JSON.Field("text", .string(String(repeating: "x", count: bytes)))
      return try connection.call("a.b.C", .object([.init("id", .int(1)), .init("inner", .object([text]))]))
    }
    // Without its NUL a message has 65,536 bytes at most.
    let around = #"{"method":"a.b.C","parameters":{"id":1,"inner":{"text":""}}}"#.utf8.count
    let most = 65_536 - around
    #expect(
      throws: ClientError.tooLarge(field: "inner.text", limit: most + 2, given: most + 3)
    ) { try call(most + 1) }
    #expect(try call(most)["bytes"] == .int(65_536))
    #expect(peer.isFinished)
  }

  @Test("no answer in time is an error, and so is a half one; afterwards the connection is closed")
  func timeouts() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(#"{"parameters":"#, isWhole: false)
        connection.waitForEnd()
      },
      { $0.waitForEnd() },
    ])
    let half = try VarlinkConnection(to: peer.path)
    half.replyTimeout = .milliseconds(50)
    #expect(throws: ClientError.timedOut) { try half.call("a.b.C") }
    #expect(!half.isOpen)
    let silent = try VarlinkConnection(to: peer.path)
    #expect(throws: ClientError.timedOut) {
      try silent.callMore("a.b.C", timeout: .milliseconds(50)) { _ in true }
    }
    #expect(peer.isFinished)
  }

  @Test("a peer that does not read is given up in time")
  func unreadCalls() throws {
    let peer = try ScriptedPeer([
      { connection in
        // Wakes up when the client has closed, without reading the sent bytes.
        var state = pollfd(fd: connection.descriptor, events: 0, revents: 0)
        _ = poll(&state, 1, 10_000)
      }
    ])
    let connection = try VarlinkConnection(to: peer.path)
    connection.replyTimeout = .milliseconds(50)
    let large = JSON.object([.init("x", .string(String(repeating: "x", count: 65_000)))])
    #expect(throws: ClientError.timedOut) {
      for _ in 0..<1_000 { try connection.sendOneway("a.b.C", large) }
    }
    #expect(peer.isFinished)
  }

  @Test("a listener that accepts nobody is given up in time")
  func fullQueue() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString.prefix(8))")
      .path
    let listener = try #require(listeningSocket(path, backlog: 0))
    defer {
      close(listener)
      unlink(path)
    }
    let first = try VarlinkConnection(to: path, timeout: .milliseconds(50))
    #expect(throws: ClientError.timedOut) { _ = try VarlinkConnection(to: path, timeout: .milliseconds(50)) }
    #expect(first.isOpen)
  }

  @Test(
    "where nobody listens, the path is named",
    arguments: [
      ("/nonexistent/notifications.sock", "/nonexistent/notifications.sock"), ("unix:/dev/null", "/dev/null"),
      ("", ""), ("unix:", ""), ("@", "@"), ("unix:@bellhop-nobody", "@bellhop-nobody"),
    ])
  func noDaemon(address: String, path: String) {
    #expect(throws: ClientError.noDaemon(path: path)) { _ = try VarlinkConnection(to: address) }
  }

  @Test("a path that no socket can have is refused, not cut short")
  func longPath() {
    let path = "/" + String(repeating: "x", count: 107)
    #expect(throws: ClientError.unreachable(path: path, reason: "File name too long")) {
      _ = try VarlinkConnection(to: path)
    }
  }

  @Test("failed and closed connections leave no descriptor behind")
  func descriptors() throws {
    let peer = try ScriptedPeer(Array(repeating: { $0.waitForEnd() }, count: 20))
    func inode(_ descriptor: Int32) -> UInt64? {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
    }
    // Other tests open descriptors at the same time; a leak of forty would be of this test alone.
    let before = (0..<1_024).filter { inode($0) != nil }.count
    for _ in 0..<20 {
      #expect(throws: ClientError.self) { _ = try VarlinkConnection(to: "/nonexistent") }
      try VarlinkConnection(to: peer.path).close()
    }
    #expect(peer.isFinished)
    let after = (0..<1_024).filter { inode($0) != nil }.count
    #expect(after < before + 20)
  }
}
