import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Root leaves a message, and another user's daemon starts later.
  @Suite(.enabled(if: geteuid() == 0, "only root can leave what another finds"))
  struct Kept {
    private static let person = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    /// The desk of the user `nobody`, 65534, whose daemon does not run yet.
    private struct Desk {
      let directory = TemporaryDirectory()
      let rig: DaemonRig
      var people: String { "\(directory.path)/people" }
      var spool: String { "\(directory.path)/spool" }
      var own: String { "\(spool)/65534" }
      var files: [String] { shell("ls \(quoted(own))").output.split(separator: "\n").map(String.init) }

      init() throws {
        let runtime = "\(directory.path)/people/65534"
        // The build directory is closed to other users.
        let made = shell(
          "chmod 755 \(quoted(directory.path)) && mkdir -p \(quoted(runtime)) && cp \(quoted(DaemonRig.daemonPath)) "
            + "\(quoted(DaemonRig.toolPath)) \(quoted(directory.path)) && chmod 755 \(quoted(directory.path))/bellhop*"
            + " && chown 65534 \(quoted(runtime)) && chmod 700 \(quoted(runtime))")
        try #require(made.status == 0)
        rig = DaemonRig(
          configuration: try #require(PackageFiles.contents(of: "config/bellhop.conf.d/50-system.conf")),
          runtime: runtime)
        try #require(
          shell(
            "chmod 755 \(quoted(rig.directory.path)) && mkdir -m 700 \(quoted(rig.state)) && chown 65534 \(quoted(rig.state))"
          ).status == 0)
      }

      func keep(_ words: String..., to: [String] = ["--to", "nobody"]) async throws -> (Int32, String) {
        let tool = try rig.run(
          [DaemonRig.toolPath, "post"] + to + ["--keep", "--people", people, "--spool", spool] + words)
        return (try await tool.exit(), tool.output())
      }

      /// They log in.
      func comes() async throws -> ChildProcess {
        let daemon = try rig.run(
          Kept.person + ["\(directory.path)/bellhopd"] + rig.arguments.dropFirst() + [
            "--spool-directory", spool, "--sink", "console",
          ])
        try await eventually("an answer", holds: { (try? titles()) != nil })
        return daemon
      }

      /// The titles in that user's list, the oldest first.
      func titles() throws -> [String] {
        let list = asPerson(
          "\(quoted("\(directory.path)/bellhop")) --runtime-directory \(quoted("\(people)/65534")) list --all "
            + "--format '{title}'")
        guard list.status == 0 else { throw DaemonRig.Ended(output: list.output) }
        return list.output.split(separator: "\n").map(String.init).reversed()
      }

      func asPerson(_ command: String, uid: Int = 65_534) -> ShellResult {
        shell(
          "/usr/bin/setpriv --reuid=\(uid) --regid=65534 --clear-groups /bin/sh -c \(quoted(command)) 2>&1")
      }

      /// Leaves a message as root does, with one change.
      func put(_ text: String, number: Int, _ change: String = "true") {
        let file = "\(own)/1795176000000-\(String(repeating: "0", count: 14))\(10 + number).json"
        writeFile(file, text)
        #expect(shell("file=\(quoted(file)); \(change)").status == 0)
      }
    }

    @Test func `who comes later finds what root left, once, whatever the daemon dies of`() async throws {
      let desk = try Desk()
      #expect(try await desk.keep("First", "private body") == (0, "nobody: kept\n"))
      #expect(try await desk.keep("Second", "--quiet") == (0, ""))
      var daemon = try await desk.comes()
      try await eventually("both", holds: { try desk.titles() == ["First", "Second"] })
      #expect(daemon.output().contains("│ System\n│ First\n│ private body"))
      // While it runs it is told, and nothing is left.
      #expect(try await desk.keep("Told") == (0, "nobody: presented\n"))
      #expect(desk.files.count == 2)
      daemon.kill()
      _ = try await daemon.exit()
      #expect(try await desk.keep("Third") == (0, "nobody: kept\n"))
      daemon = try await desk.comes()
      try await eventually("the third", holds: { try desk.titles() == ["First", "Second", "Told", "Third"] })
      #expect(!daemon.output().contains("nothing comes of"))
      daemon.kill()
    }

    @Test func `what comes to lie there while the daemon runs is found at once`() async throws {
      let desk = try Desk()
      let daemon = try await desk.comes()
      // As root does where the daemon does not answer in time.
      let socket = "\(desk.people)/65534/bellhop"
      rename(socket, "\(socket)-moved")
      #expect(try await desk.keep("First") == (0, "nobody: kept\n"))
      try await eventually("the first", holds: { try desk.titles() == ["First"] })
      #expect(try await desk.keep("Second") == (0, "nobody: kept\n"))
      try await eventually("the second", holds: { try desk.titles() == ["First", "Second"] })
      daemon.kill()
    }

    @Test func `one person alone reads it, who neither changes nor removes it`() async throws {
      let desk = try Desk()
      #expect(try await desk.keep("First", "private body").0 == 0)
      let file = "\(desk.own)/\(try #require(desk.files.first))"
      #expect(desk.asPerson("cat \(quoted(file))").output.contains("private body"))
      for command in [
        "rm -f \(quoted(file))", "echo x >\(quoted(file))", "mv \(quoted(file)) \(quoted(file))x",
        "touch \(quoted("\(desk.own)/new"))", "chmod 777 \(quoted(desk.own))",
        "mv \(quoted(desk.own)) \(quoted(desk.own))x",
      ] {
        let result = desk.asPerson(command)
        #expect(result.status != 0 && result.output.contains("ermi"), "\(command): \(result.output)")
      }
      // Of the same group.
      for command in ["ls \(quoted(desk.own))", "cat \(quoted(file))"] {
        let result = desk.asPerson(command, uid: 4_321)
        #expect(result.status != 0 && result.output.contains("Permission denied"), "\(result.output)")
      }
      #expect(desk.files.count == 1)
    }

    @Test
    func `what root did not leave so, and what is no request, is passed over, told once, and no secret`()
      async throws
    {
      let desk = try Desk()
      let tea = #"{"title":"Hostile"}"#
      #expect(try await desk.keep("First").0 == 0)
      desk.put(tea, number: 1, "chown 65534 $file")
      desk.put(tea, number: 2, "chmod 666 $file")
      desk.put(tea, number: 3, "mv $file $file-aside && ln -s $file-aside $file")
      desk.put("", number: 4, "rm $file && mkfifo $file")
      desk.put("", number: 5, "rm $file && mkdir $file")
      desk.put(#"{"title":"\#(String(repeating: "secret", count: 11_000))"}"#, number: 6)
      desk.put("secret garbage \u{0} {", number: 7)
      desk.put(#"{"title":"secret","app":"org.example.Mail"}"#, number: 8)
      desk.put(#"{"title":"secret","app":"io.bellhop.System","body":7,"secret words":1}"#, number: 9)
      desk.put("", number: 10)
      var daemon = try await desk.comes()
      try await eventually("the good one", holds: { try desk.titles() == ["First"] })
      let told = daemon.output().split(separator: "\n").filter { $0.contains("nothing comes of") }
      #expect(told.count == 10, "\(daemon.output())")
      #expect(!daemon.output().contains("secret") && !daemon.output().contains("Hostile"))
      daemon.kill()
      _ = try await daemon.exit()
      daemon = try await desk.comes()
      #expect(try await desk.keep("Second") == (0, "nobody: presented\n"))
      #expect(try desk.titles() == ["First", "Second"])
      #expect(!daemon.output().contains("nothing comes of"))
      daemon.kill()
    }

    @Test(arguments: [
      "rm -r $own && ln -s $own-other $own", "chown 65534 $own", "chmod o+w $own", "rm -r $own && touch $own",
      "rm -r $own && mkfifo $own", "chmod 000 $own", "setpriv --reuid=65534 true && chown -R 65534 $own",
      "chmod g+w $own", "rm -r $own", "mv $own $own-moved && ln -s $own-moved $own",
    ])
    func `nothing is taken from a directory that root alone does not keep, and the daemon goes on`(
      hostile: String
    ) async throws {
      let desk = try Desk()
      #expect(try await desk.keep("Hostile").0 == 0)
      let own = quoted(desk.own)
      #expect(shell("own=\(own); mkdir $own-other && cp $own/* $own-other/ && { \(hostile); }").status == 0)
      let daemon = try await desk.comes()
      #expect(try await desk.keep("Posted", to: ["--to", "65534"]).1 == "nobody: presented\n")
      try await eventually("the post", holds: { try desk.titles() == ["Posted"] })
      #expect(!daemon.output().contains("Hostile"))
      // A missing spool without an earlier one is no fault.
      let isFault = hostile != "rm -r $own"
      #expect(daemon.output().contains("is not taken in") == isFault, "\(daemon.output())")
      daemon.kill()
    }

    @Test func `what nobody could take in is refused before it is left, and so is what is for nobody`()
      async throws
    {
      let desk = try Desk()
      for (words, status) in [
        (["--category", "mail", "x"], 1),
        (["--body-for", "adm", "--private", "x"], 2),
      ] {
        let tool = try desk.rig.run(
          [
            DaemonRig.toolPath, "post", "--to", "nobody", "--keep", "--people", desk.people, "--spool",
            desk.spool,
          ]
            + words)
        #expect(try await tool.exit() == status, "\(tool.output())")
      }
      // Without a login, and without a unit that would run.
      for name in ["4321", "root", "daemon"] {
        let (status, output) = try await desk.keep("x", to: ["--to", name])
        #expect(status == 1 && output.contains("\(name): no daemon runs\n"))
      }
      #expect(access(desk.spool, F_OK) != 0)
      let tool = try desk.rig.run([DaemonRig.toolPath, "post", "--keep", "x"])
      #expect(try await tool.exit() == 2)
    }

    @Test func `with everybody it is left for those who could log in, too`() async throws {
      let desk = try Desk()
      let everybody = try await desk.keep("First", to: ["--to-everyone"])
      #expect(everybody.0 == 0, "\(everybody.1)")
      // Without people on the computer no message is left.
      let people = shell(
        "getent passwd | awk -F: '$3 >= 1000 && $3 <= 60000 && $7 ~ /sh$/ {print $1}' | sort -u"
      ).output.split(separator: "\n")
      for name in people { #expect(everybody.1.contains("\(name): kept\n")) }
      #expect(!everybody.1.contains("nobody"))
    }
  }
}
