import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Root, and the daemon of another user. Only root can be both.
  @Suite(.enabled(if: geteuid() == 0, "only root can run a daemon as somebody else"))
  struct System {
    private static let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    /// People's runtime directories, and a daemon that runs as 65534 in one of them.
    private struct Desk {
      let rig: DaemonRig

      init(configuration: String? = PackageFiles.contents(of: "config/bellhop.conf.d/50-system.conf"))
        async throws
      {
        let place = TemporaryDirectory()
        let runtime = "\(place.path)/people/65534"
        // The build directory is closed to other users.
        let daemon = "\(place.path)/bellhopd"
        let made = shell(
          "chmod 755 \(quoted(place.path)) && mkdir -p \(quoted(runtime)) && cp \(quoted(DaemonRig.daemonPath)) "
            + "\(quoted(daemon)) && chmod 755 \(quoted(daemon)) && chown 65534 \(quoted(runtime)) && chmod 700 \(quoted(runtime))"
        )
        try #require(made.status == 0)
        directory = place
        rig = DaemonRig(configuration: try #require(configuration), runtime: runtime)
        try #require(
          shell(
            "chmod 755 \(quoted(rig.directory.path)); mkdir -m 700 \(quoted(rig.state)); chown 65534 \(quoted(rig.state))"
          ).status == 0)
        process = try rig.run(System.nobody + [daemon] + rig.arguments.dropFirst() + ["--sink", "console"])
        try await eventually(
          "its socket", holds: { access("\(runtime)/bellhop/notifications.sock", F_OK) == 0 })
      }

      private let directory: TemporaryDirectory
      let process: ChildProcess
      var place: String { "\(directory.path)/people" }

      /// As root.
      func post(_ words: String...) async throws -> (status: Int32, output: String) {
        let tool = try rig.run([DaemonRig.toolPath, "post", "--people", place] + words)
        return (try await tool.exit(), tool.output())
      }

      func shows(_ text: String) async throws {
        try await eventually("\(text) on screen", holds: { process.output().contains(text) })
      }
    }

    @Test func `root's posts reach people by name, by number and all of them, and are the system's`()
      async throws
    {
      let desk = try await Desk()
      for (number, words) in [["--to", "65534"], ["--to-everyone"]].enumerated() {
        let tool = try desk.rig.run(
          [DaemonRig.toolPath, "post", "--people", desk.place] + words + ["Title \(number)"])
        #expect(try await tool.exit() == 0)
        #expect(tool.output().hasSuffix(": presented\n"), "\(tool.output())")
        try await desk.shows("│ System\n│ Title \(number)")
      }
      #expect(try await desk.post("--to-everyone", "--quiet", "Quiet") == (0, ""))
      let bellhop = quoted(DaemonRig.toolPath)
      let told = shell(
        "echo '{\"title\":\"By Program\"}' | \(bellhop) post --people \(quoted(desk.place)) --to 65534 --json"
      )
      #expect(
        told.status == 0 && told.output.contains("\"user\":65534")
          && told.output.contains("\"outcome\":\"presented\""))
      try await desk.shows("│ System\n│ By Program")
    }

    @Test func `root takes back what it has posted, by its identifier, and nothing else`() async throws {
      let desk = try await Desk()
      #expect(try await desk.post("--to-everyone", "--identifier", "md0", "Array Degraded").status == 0)
      for expected in ["withdrawn: 1", "nothing to withdraw"] {
        let tool = try desk.rig.run([
          DaemonRig.toolPath, "withdraw", "--people", desk.place, "--to", "65534", "--identifier", "md0",
        ])
        #expect(try await tool.exit() == 0)
        #expect(tool.output().hasSuffix(": \(expected)\n"), "\(tool.output())")
      }
      let client = try NotificationsClient(paths: SocketPaths(runtimeDirectory: "\(desk.place)/65534"))
      let error = #expect(throws: ClientError.self) {
        try client.withdraw(app: .mail, identifiers: [.literal("md0")])
      }
      #expect(error?.notificationsError == .notPermitted(app: .mail, verified: "io.bellhop.System"))
    }

    @Test func `root speaks for no app, reads nothing, and has no place at the person's own socket`()
      async throws
    {
      let desk = try await Desk()
      let paths = SocketPaths(runtimeDirectory: "\(desk.place)/65534")
      let client = try NotificationsClient(paths: paths)
      #expect(throws: ClientError.self) { try client.post(request(title: "Tea")) }
      for call in ["List", "GetSettings", "MarkRead"] {
        let error = #expect(throws: ClientError.self) {
          try client.connection.call(
            "io.bellhop.Notifications.\(call)", .object([.init("app", .string("io.bellhop.System"))]))
        }
        guard case .refused(let refusal)? = error else {
          Issue.record("\(call) is answered")
          continue
        }
        #expect(refusal.name == "org.varlink.service.PermissionDenied")
      }
      #expect(throws: ClientError.self) { try ControlClient(paths: paths).status() }
      #expect(desk.process.output().contains("refused a peer of another user"))
    }

    @Test
    func
      `whoever is not reached is named, whatever stands in their directory, and waited for two seconds at most`()
      async throws
    {
      let desk = try await Desk()
      let other = "\(desk.place)/4321/bellhop"
      let path = "\(other)/notifications.sock"
      #expect(shell("mkdir -p \(quoted(other)) && chown -R 4321 \(quoted("\(desk.place)/4321"))").status == 0)
      let unreached = "4321: no daemon runs\n"
      let named = try await desk.post("--to", "4321", "--to", "65534", "First")
      #expect(named.status == 1)
      #expect(named.output.hasPrefix(unreached) && named.output.hasSuffix("\nbellhop: not reached: 4321\n"))
      try await desk.shows("│ First")
      // To another's daemon.
      #expect(
        shell(
          "ln -s \(quoted("\(desk.place)/65534/bellhop/notifications.sock")) \(quoted(path)) && chown -h 4321 \(quoted(path))"
        ).status == 0)
      #expect(try await desk.post("--to", "4321", "Led Astray").output.hasPrefix(unreached))
      #expect(
        shell(
          "rm -r \(quoted(other)) && ln -s \(quoted("\(desk.place)/65534/bellhop")) \(quoted(other)) && chown -h 4321 \(quoted(other))"
        ).status == 0)
      #expect(try await desk.post("--to", "4321", "Led Astray").output.hasPrefix(unreached))
      #expect(!desk.process.output().contains("Astray"))
      // The link is not followed to the daemon it leads to.
      #expect(try await desk.post("--to-everyone", "Posted").status == 0)
      try await desk.shows("│ Posted")
    }

    @Test func `those who listen and never answer are waited for together`() async throws {
      let desk = try await Desk()
      let silent = try desk.rig.run([
        "/usr/bin/python3", "-c",
        """
        import os, socket, sys
        listeners = []
        for user in range(4321, 4351):
          runtime = f'{sys.argv[1]}/{user}'
          place = f'{runtime}/bellhop'
          os.makedirs(place)
          listener = socket.socket(socket.AF_UNIX)
          listener.bind(f'{place}/notifications.sock')
          for path in [runtime, place, f'{place}/notifications.sock']: os.chown(path, user, user)
          os.seteuid(user)
          listener.listen(4)
          os.seteuid(0)
          listeners.append(listener)
        print('listens', flush=True)
        sys.stdin.read()
        """, desk.place,
      ])
      try await eventually("listeners", holds: { silent.output().contains("listens") })
      let start = ContinuousClock.now
      let all = try await desk.post("--to-everyone", "Last")
      #expect(all.status == 1, "\(all.output)")
      for user in 4_321..<4_351 { #expect(all.output.contains("\(user): the daemon does not answer\n")) }
      // One after the other it would be a minute.
      #expect(start.duration(to: .now) < .seconds(30))
      try await desk.shows("│ Last")
    }

    @Test func `who wants nothing of the system is reached all the same, and nothing is left for them`()
      async throws
    {
      let desk = try await Desk(configuration: "[App io.bellhop.System]\nAuthorization=denied\n")
      let spool = "\(desk.place)/../spool"
      for words in [["--to", "65534"], ["--to-everyone"], ["--to", "65534", "--keep", "--spool", spool]] {
        let tool = try desk.rig.run([DaemonRig.toolPath, "post", "--people", desk.place] + words + ["Title"])
        #expect(try await tool.exit() == 0)
        #expect(tool.output().hasSuffix(": denied\n"), "\(tool.output())")
      }
      #expect(access(spool, F_OK) != 0)
      #expect(!desk.process.output().contains("Title"))
    }

    @Test func `no program of the person speaks for the system`() async throws {
      let desk = try await Desk()
      #expect(shell("cp \(quoted(DaemonRig.toolPath)) \(quoted("\(desk.place)/../bellhop"))").status == 0)
      let bellhop = ["\(desk.place)/../bellhop", "--runtime-directory", "\(desk.place)/65534"]
      let posted = try desk.rig.run(
        System.nobody + bellhop + ["post", "--app", "io.bellhop.System", "Fake Root"])
      #expect(try await posted.exit() == 1)
      #expect(!desk.process.output().contains("Fake Root"))
    }

    @Test func `the body is for members of the groups that are named, and what is too long is cut`()
      async throws
    {
      let desk = try await Desk()
      writeFile("\(desk.rig.directory.path)/lines", String(repeating: "private\n", count: 900))
      for (groups, isTold) in [("no-such-group", false), ("no-such-group,nogroup", true)] {
        let result = shell(
          "\(quoted(DaemonRig.toolPath)) post --people \(quoted(desk.place)) --to-everyone --quiet --body-for \(groups) "
            + "'Unit of \(groups)' - <\(quoted("\(desk.rig.directory.path)/lines")) 2>&1")
        #expect(result.status == 0, "\(result.output)")
        #expect(
          result.output.contains("bellhop: the body had 900 lines and was cut to 40\n"), "\(result.output)")
        #expect(result.output.contains("bellhop: there is no group no-such-group;") == !isTold)
        try await desk.shows("Unit of \(groups)")
        #expect(desk.process.output().contains("private") == isTold)
      }
    }

    @Test
    func `whoever gets no body, of which all consists, is told of as such, and nothing is left for them`()
      async throws
    {
      let desk = try await Desk()
      let spool = "\(desk.place)/../spool"
      for words in [[], ["--keep", "--spool", spool]] {
        let tool = try desk.rig.run(
          [DaemonRig.toolPath, "post", "--people", desk.place, "--to", "65534", "--body-for", "root"] + words
            + ["", "Body"])
        #expect(try await tool.exit() == 1)
        #expect(
          tool.output().hasPrefix(
            "nobody: without the body, which is only for root, nothing is left to post\n"),
          "\(tool.output())")
      }
      #expect(access(spool, F_OK) != 0)
      #expect(!desk.process.output().contains("Body"))
    }

    @Test func `nobody but root posts to people, and not for an app`() async throws {
      let desk = try await Desk()
      #expect(try await desk.post("--to-everyone", "--app", "org.example.Mail", "x").status == 2)
      #expect(try await desk.post("--body-for", "adm", "x").status == 2)
      #expect(try await desk.post("--to-everyone", "--body-for", "", "x").status == 2)
      #expect(try await desk.post("--to-everyone", "--wait", "x").status == 2)
      #expect(
        try await desk.post("--to", "no-such-login", "x").output
          == "bellhop: there is no user no-such-login\n")
      #expect(shell("cp \(quoted(DaemonRig.toolPath)) \(quoted("\(desk.place)/../bellhop"))").status == 0)
      let tool = try desk.rig.run(System.nobody + ["\(desk.place)/../bellhop", "post", "--to-everyone", "x"])
      #expect(try await tool.exit() == 1)
      #expect(tool.output() == "bellhop: only root reaches people's daemons; leave out --to\n")
    }
  }
}
