import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Peers {
    /// Says on one line how many bytes the daemon answered with before it closed.
    private static let probe = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.settimeout(10)
      s.connect(sys.argv[1])
      try:
          s.sendall(b'{"method":"org.varlink.service.GetInfo"}\\0')
          s.shutdown(socket.SHUT_WR)
      except (BrokenPipeError, ConnectionResetError):
          pass
      count = 0
      try:
          while chunk := s.recv(65536):
              count += len(chunk)
      except ConnectionResetError:
          pass
      print("bytes", count)
      """

    private func answer(_ launcher: [String], at path: String) async throws -> String {
      let client = try ChildProcess(launcher + ["/usr/bin/python3", "-c", Self.probe, path])
      try await client.exit()
      return client.output()
    }

    private func paths(_ rig: DaemonRig) -> [String] { [rig.paths.notifications, rig.paths.control] }

    @Test func `another user is refused before anything is answered, also when they reach the socket`()
      async throws
    {
      let rig = try await DaemonRig.started()
      for path in [rig.runtime, "\(rig.runtime)/bellhop", "\(rig.runtime)/bellhop-control"] {
        chmod(path, 0o711)
      }
      for path in paths(rig) {
        chmod(path, 0o666)
        let nobody = ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        #expect(try await answer(nobody, at: path) == "bytes 0\n")
        #expect(try await answer([], at: path) != "bytes 0\n")
      }
      #expect(try rig.daemon.output().contains("refused a peer of another user"))
    }

    @Test(arguments: ["--user", "--mount", "--user --mount"])
    func `a peer in a namespace of its own is refused on both sockets`(namespaces: String) async throws {
      let rig = try await DaemonRig.started()
      var unshare = ["/usr/bin/unshare"] + namespaces.split(separator: " ").map(String.init)
      if namespaces.contains("user") { unshare.append("--map-root-user") }
      for path in paths(rig) {
        #expect(try await answer(unshare, at: path) == "bytes 0\n")
        let other = try await answer([], at: path)
        #expect(other.hasPrefix("bytes ") && other != "bytes 0\n")
      }
      #expect(try rig.daemon.output().contains("refused a sandboxed peer"))
    }
  }
}
