import EventLoop
import Glibc
import TestSupport
import Testing

import enum TestSupport.VarlinkPython

@testable import Intake

/// `org.varlink.certification` between our server and client and those of two others. Those must be
/// installed; a test that cannot find them fails and says how.
@Suite(.serialized) struct CertificationTests {
  /// Where the test runner's bundle and all else was built.
  private static let products: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ".build/debug/"
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }()
  private static let ours = "\(products)/varlink-certification"
  private static let go = "varlink-go-certification"
  private static let module = ["-m", "varlink.tests.test_certification"]

  struct MissingTool: Error, CustomStringConvertible {
    let description: String
    static let go = MissingTool(description: "Needs varlink-go-certification: apt install varlink-go")
  }

  private func waitForSocket(_ path: String) throws {
    let deadline = EventLoop.now().uptime + 20_000
    while EventLoop.now().uptime < deadline {
      if (try? TestClient(path: path)) != nil { return }
      poll(nil, 0, 5)
    }
    Issue.record("nobody listens on \(path)")
  }

  private func findGo() throws {
    do { _ = try ChildProcess(Self.go, ["--help"]).finish(within: 10) } catch { throw MissingTool.go }
  }

  private func passes(
    server: (String, [String]), client: (String, [String]), line: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/socket"
    let serving = try ChildProcess(server.0, server.1 + ["--varlink=unix:\(path)"])
    try waitForSocket(path)
    let result = try ChildProcess(client.0, client.1 + ["--client", "--varlink=unix:\(path)"])
      .finish(within: 30)
    #expect(result.status == 0, "\(result.output)", sourceLocation: sourceLocation)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.contains(line), "\(result.output)", sourceLocation: sourceLocation)
    serving.terminate()
    _ = serving.finish(within: 10)
  }

  @Test func `Python's client is satisfied with our server`() throws {
    let python = try VarlinkPython.path.get()
    try passes(server: (Self.ours, []), client: (python, Self.module), line: "Certification passed")
  }

  @Test func `Go's client is satisfied with our server`() throws {
    try findGo()
    // Its exit status says nothing.
    try passes(server: (Self.ours, []), client: (Self.go, []), line: "End: 'true'")
  }

  @Test func `Python's server is satisfied with our client`() throws {
    let python = try VarlinkPython.path.get()
    try passes(server: (python, Self.module), client: (Self.ours, []), line: "Certification passed")
  }

  @Test func `Go's server is satisfied with our client`() throws {
    try findGo()
    try passes(server: (Self.go, []), client: (Self.ours, []), line: "Certification passed")
  }

  @Test func `our server and our client are satisfied with each other`() throws {
    try passes(server: (Self.ours, []), client: (Self.ours, []), line: "Certification passed")
  }

  @Test func `Python's client is satisfied with our server on a passed socket`() throws {
    let python = try VarlinkPython.path.get()
    let result = try ChildProcess(
      python, Self.module + ["--client", "--activate=\(Self.ours) --varlink=$VARLINK_ADDRESS"]
    ).finish(within: 30)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("Certification passed\n"), "\(result.output)")
  }

  @Test func `our server leaves no socket behind when it is told to end`() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/socket"
    let serving = try ChildProcess(Self.ours, ["--varlink=unix:\(path)"])
    try waitForSocket(path)
    serving.terminate()
    #expect(serving.finish(within: 10).status == 0)
    #expect(access(path, F_OK) == -1)
  }

  @Test(arguments: [
    (#"{"method":"org.varlink.certification.Test01","parameters":{"client_id":"x"}}"#, "ClientIdError"),
    (#"{"method":"org.varlink.certification.Test01"}"#, "ClientIdError"),
    (#"{"method":"org.varlink.certification.End","parameters":{"client_id":"0"}}"#, "ClientIdError"),
    (#"{"method":"org.varlink.certification.Start","more":true}"#, "CertificationError"),
  ]) func `our server rejects a client that errs`(message: String, error: String) throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/socket"
    let serving = try ChildProcess(Self.ours, ["--varlink=unix:\(path)"])
    try waitForSocket(path)
    let client = try TestClient(path: path)
    client.send(Array(message.utf8) + [0])
    let deadline = EventLoop.now().uptime + 5_000
    while client.read() == 0, EventLoop.now().uptime < deadline { poll(nil, 0, 2) }
    #expect(client.errors == ["org.varlink.certification.\(error)"])
    serving.terminate()
    _ = serving.finish(within: 10)
  }
}
