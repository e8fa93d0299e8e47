import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Peers {
    /// Says on one line how many bytes the daemon answered with before it closed, or that it does not let us in.
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
      reply = b""
      try:
          while chunk := s.recv(65536):
              reply += chunk
      except ConnectionResetError:
          pass
      print("told" if b"io.bellhop.Notifications.NotAdmitted" in reply else f"bytes {len(reply)}")
      """
    private static let told = "told\n"

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
    func `a peer in a namespace of its own is refused on both sockets, and hears so`(namespaces: String)
      async throws
    {
      let rig = try await DaemonRig.started()
      var unshare = ["/usr/bin/unshare"] + namespaces.split(separator: " ").map(String.init)
      if namespaces.contains("user") { unshare.append("--map-root-user") }
      for path in paths(rig) {
        #expect(try await answer(unshare, at: path) == Self.told)
        let other = try await answer([], at: path)
        #expect(other.hasPrefix("bytes ") && other != "bytes 0\n")
      }
      #expect(try rig.daemon.output().contains("refused a sandboxed peer"))
      let tool = try rig.run(
        unshare + [DaemonRig.toolPath, "--runtime-directory", rig.runtime, "post", "Tea"])
      #expect(try await tool.exit() == 1)
      #expect(
        tool.output().hasPrefix("bellhop: the daemon does not let this process in. "), "\(tool.output())")
      #expect(tool.output().contains("PrivateTmp="))
    }

    /// For each method the arguments that name an app; every method of the interface must be here.
    private static let calls: [String: String] = [
      "Post": #"{"notification":{"app":"APP","title":"Tea"}}"#,
      "RequestAuthorization": #"{"app":"APP","purpose":"Letters"}"#,
      "RegisterCategories": #"{"app":"APP","categories":[]}"#,
      "SetForeground": #"{"app":"APP","foreground":true}"#,
      "GetSettings": #"{"app":"APP"}"#,
      "List": #"{"app":"APP"}"#,
      "Withdraw": #"{"app":"APP","identifiers":[]}"#,
      "MarkRead": #"{"app":"APP"}"#,
      "GetBadge": #"{"app":"APP"}"#,
      "Subscribe": #"{"app":"APP"}"#,
      "Acknowledge": #"{"app":"APP","sequence":0}"#,
    ]

    /// Makes one call for each argument, and prints the replies.
    private static let caller = """
      import socket, sys
      for call in sys.argv[2:]:
          s = socket.socket(socket.AF_UNIX)
          s.settimeout(10)
          s.connect(sys.argv[1])
          s.sendall(call.encode() + b"\\0")
          reply = b""
          while not reply.endswith(b"\\0"):
              reply += s.recv(65536)
          print(reply[:-1].decode())
      """

    /// A program in a sandbox as Flatpak makes them: a root in memory, and a file in it that names the app.
    private func sandbox(_ app: AppID, _ rig: DaemonRig) -> [String] {
      let info = "\(rig.directory.path)/info"
      writeFile(info, "[Application]\nname=\(app.text)\n")
      let command = [
        "exec", "/usr/bin/bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink",
        "usr/lib",
        "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--unshare-pid",
        "--bind",
        rig.directory.path, rig.directory.path, "--ro-bind-data", "9", "/.flatpak-info",
      ].joined(separator: " ")
      return ["/bin/sh", "-c", command + #" "$@" 9<"$0""#, info]
    }

    private func call(_ method: String, _ app: AppID) throws -> String {
      let parameters = try #require(Self.calls[method]).replacing("APP", with: app.text)
      let more = method == "Subscribe" ? #","more":true"# : ""
      return #"{"method":"io.bellhop.Notifications.\#(method)","parameters":\#(parameters)\#(more)}"#
    }

    @Test func `an app in a sandbox is let in under its own name, and speaks for no other`() async throws {
      let rig = try await DaemonRig.started()
      let own = AppID.literal("org.example.Sandboxed")
      let other = AppID.literal("org.example.Other")
      let methods = notificationsInterface.methods.map(\.name)
      #expect(Set(methods) == Set(Self.calls.keys))
      let calls = try methods.map { try call($0, own) } + methods.map { try call($0, other) }
      let client = try ChildProcess(
        sandbox(own, rig) + ["/usr/bin/python3", "-c", Self.caller, rig.paths.notifications] + calls)
      try await client.exit()
      let replies = client.output().split(separator: "\n")
      try #require(replies.count == calls.count, "\(client.output())")
      for (method, reply) in zip(methods, replies) {
        #expect(!reply.contains(#""error""#), "\(method): \(reply)")
      }
      let refusal =
        #"{"error":"io.bellhop.Notifications.NotPermitted","parameters":{"app":"\#(other.text)","verified":"\#(own.text)"}}"#
      for (method, reply) in zip(methods, replies.dropFirst(methods.count)) {
        #expect(reply == refusal, "\(method)")
      }
      #expect(try rig.control().apps().map(\.app) == [own])
      let image =
        #"{"method":"io.bellhop.Notifications.Post","parameters":{"notification":{"app":"\#(own.text)","title":"Tea","image":"/tmp/a.png"}}}"#
      let poster = try ChildProcess(
        sandbox(own, rig) + ["/usr/bin/python3", "-c", Self.caller, rig.paths.notifications, image])
      try await poster.exit()
      #expect(
        poster.output().contains("InvalidParameter")
          && poster.output().contains("a sandbox has files of its own"))
    }

    @Test func `an app in a sandbox never reaches the person's socket, and one that has no name neither`()
      async throws
    {
      let rig = try await DaemonRig.started()
      let sandbox = sandbox(.literal("org.example.Sandboxed"), rig)
      #expect(try await answer(sandbox, at: rig.paths.control) == Self.told)
      #expect(try await answer(sandbox, at: rig.paths.notifications).hasPrefix("bytes "))
      let system = self.sandbox(.literal("io.bellhop.System"), rig)
      #expect(try await answer(system, at: rig.paths.notifications) == Self.told)
      let nameless = ["/usr/bin/bwrap", "--bind", "/", "/", "--tmpfs", "/mnt"]
      for path in paths(rig) { #expect(try await answer(nameless, at: path) == Self.told) }
      #expect(try rig.daemon.output().contains("refused a sandboxed peer"))
    }
  }
}
