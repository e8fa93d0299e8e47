import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The Tab key of the three shells, with a daemon that knows one app and one notification.
  @Suite struct CompletionTests {
    /// The typed words, the completed line, and fish's offers for the last word.
    private struct Line {
      let typed: String
      let becomes: String
      let offered: String
      /// Commands that the shell runs first.
      var setup = "true"
    }

    private static let lines = [
      Line(typed: "bellhop expl", becomes: "bellhop explain ", offered: "explain"),
      Line(typed: "bellhop post --kind=al", becomes: "bellhop post --kind=alarm ", offered: "--kind=alarm"),
      Line(typed: "bellhop post --kind al", becomes: "bellhop post --kind alarm ", offered: "alarm"),
      Line(
        typed: "bellhop watch --format=wa", becomes: "bellhop watch --format=waybar ",
        offered: "--format=waybar"),
      Line(
        typed: "bellhop help --man bellhop.", becomes: "bellhop help --man bellhop.conf ",
        offered: "bellhop.conf"),
      Line(typed: "bellhop deny io", becomes: "bellhop deny io.bellhop.Shell ", offered: "io.bellhop.Shell"),
      Line(typed: "bellhop read ", becomes: "bellhop read 1 ", offered: "1"),
      Line(
        typed: "bellhop set io.bellhop.Shell sou", becomes: "bellhop set io.bellhop.Shell sounds=",
        offered: "sounds="),
      Line(
        typed: "bellhop set io.bellhop.Shell previews=w",
        becomes: "bellhop set io.bellhop.Shell previews=whenUnlocked ", offered: "previews=whenUnlocked"),
      Line(typed: "~/bin/bellhop expl", becomes: "~/bin/bellhop explain ", offered: "explain"),
      Line(
        typed: "bellhop check-config /etc/os-rel", becomes: "bellhop check-config /etc/os-release ",
        offered: "/etc/os-release"),
      Line(
        typed: "bellhop post --image=/etc/os-rel", becomes: "bellhop post --image=/etc/os-release ",
        offered: "--image=/etc/os-release"),
      Line(
        typed: "bellhop --runtime-directory=/etc/os-rel",
        becomes: "bellhop --runtime-directory=/etc/os-release ",
        offered: "--runtime-directory=/etc/os-release"),
      Line(
        typed: #"bellhop post --image "tea ["#, becomes: #"bellhop post --image "tea [1].png" "#,
        offered: "tea [1].png", setup: "cd ~/pictures"),
      Line(typed: "bellhop run bellho", becomes: "bellhop run bellhop", offered: "bellhop"),
      Line(
        typed: "bellhop run cat /etc/os-rel", becomes: "bellhop run cat /etc/os-release ",
        offered: "/etc/os-release"),
      Line(
        typed: "bellhop run --after=5 -- cat /etc/os-rel",
        becomes: "bellhop run --after=5 -- cat /etc/os-release ", offered: "/etc/os-release"),
      Line(
        typed: "cat /etc/os-rel", becomes: "cat /etc/os-release ", offered: "/etc/os-release",
        setup: "alias cat='bellhop run cat'"),
    ]

    private func environment(_ others: [String: String] = [:]) -> [String: String] {
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      return ["PATH": "\(PackageFiles.products):\(path)", "TERM": "xterm"].merging(others) { $1 }
    }

    private static let script = "\(PackageFiles.root)/Tests/EndToEndTests/CommandLine/press-tab.zsh"

    private func press(_ line: Line, in shell: String, beside rig: DaemonRig) async throws {
      let tab = try rig.run(["/usr/bin/zsh", "-f", Self.script, shell, line.typed, line.setup])
      #expect(try await tab.exit() == 0, "\(line.typed) \(tab.output())")
      let output = tab.output()
      if shell == "fish" {
        let candidates = output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(candidates.contains(Substring(line.offered)), "\(line.typed) \(output)")
      } else {
        #expect(output == line.becomes + "\n", "\(line.typed) \(output)")
      }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func
      `Tab completes options, words, what the daemon knows, names of files with brackets, and a command behind run`(
        shell: String
      ) async throws
    {
      let rig = try await DaemonRig.started(environment: environment())
      _ = try await rig.bellhop("post", "Tea: Is Ready")
      mkdir("\(rig.directory.path)/bin", 0o700)
      #expect(symlink("\(PackageFiles.products)/bellhop", "\(rig.directory.path)/bin/bellhop") == 0)
      for name in ["tea [1].png", "tea 1.png"] { rig.directory.write("pictures/\(name)", [0]) }
      for line in Self.lines { try await press(line, in: shell, beside: rig) }
    }

    @Test(arguments: ["--kind=al arm", "--image=/etc/os-rel ease"])
    func `bash completes behind = where that does not part words`(word: String) async throws {
      let parts = word.split(separator: " ")
      let line = "bellhop post \(parts[0])"
      try await press(
        Line(typed: line, becomes: "\(line)\(parts[1]) ", offered: "", setup: "COMP_WORDBREAKS=' '"),
        in: "bash", beside: DaemonRig(environment: environment()))
    }

    @Test func `bash hands a command to its own completion, where that has a way`() {
      let words = "bellhop run --after = 5 cat /et"
      let script = """
        eval "$(bellhop completion bash)"
        _command_offset() { echo "offset $1"; }
        COMP_WORDS=(\(words)) COMP_CWORD=6
        _bellhop
        """
      let result = shell("PATH=\(quoted(PackageFiles.products)):$PATH bash -c \(quoted(script)) 2>&1")
      #expect(result.output == "offset 5\n")
    }

    @Test func `zsh keeps the newest first, each on its line and with every character of its title`()
      async throws
    {
      let rig = try await DaemonRig.started(environment: environment())
      try rig.post(#"C:\new"#)
      for name in ["a", "b"] { try rig.post("Tea: 50%", identifier: name) }
      let script = """
        compdef() :
        compadd() {
          while [[ $1 != -d ]]; do shift; done
          for shown in ${(P)2}; do print -r -- $shown; done
        }
        eval "$(bellhop completion zsh)"
        words=(bellhop read '') CURRENT=3 COLUMNS=80
        _bellhop
        """
      let zsh = try rig.run(["/usr/bin/zsh", "-f", "-c", script])
      #expect(try await zsh.exit() == 0)
      let lines = zsh.output().split(separator: "\n")
      let app = "org.example.Mail?"
      #expect(lines == ["3  -- \(app): Tea: 50%", "2  -- \(app): Tea: 50%", #"1  -- \#(app): C:\new"#])
    }

    @Test func `Tab offers the ids that a command can act on, and the actions of one`() async throws {
      let rig = try await DaemonRig.started(environment: environment())
      try rig.post("Lunch?", actions: [.button("yes", "Yes"), .button("no", "No")])
      try rig.post("Read")
      try rig.post("Gone")
      _ = try await rig.bellhop("read", "2")
      _ = try await rig.bellhop("dismiss", "3")
      func offered(_ words: String...) async throws -> [String] {
        let tool = try rig.follow(["completion", "fish", "--candidates", "--"] + words)
        #expect(try await tool.exit() == 0)
        return tool.output().split(separator: "\n").map(String.init)
      }
      #expect(try await offered("read", "").map { $0.prefix { $0 != "\t" } } == ["1"])
      for command in ["activate", "dismiss"] {
        #expect(try await offered(command, "").map { $0.prefix { $0 != "\t" } } == ["2", "1"])
      }
      #expect(try await offered("show", "").map { $0.prefix { $0 != "\t" } } == ["3", "2", "1"])
      #expect(try await offered("activate", "1", "") == ["yes\tYes", "no\tNo"])
      #expect(try await offered("activate", "1", "n") == ["no\tNo"])
      for id in ["2", "4", "x", "9223372036854775807"] {
        #expect(try await offered("activate", id, "") == [])
      }
    }

    @Test func `without a daemon Tab offers what needs none, says nothing and is quick`() async throws {
      let directory = TemporaryDirectory()
      for (words, status) in [(["deny", ""], Int32(0)), (["read", ""], 0), (["dnd", "o"], 0)] {
        let tool = try ChildProcess(
          ["\(PackageFiles.products)/bellhop", "completion", "zsh", "--candidates", "--"] + words,
          environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(try await tool.exit() == status)
        #expect(tool.output() == (words[0] == "dnd" ? "on\noff\n" : ""))
      }
    }

    @Test func `a daemon that does not answer is waited for less than a second`() async throws {
      let rig = try await DaemonRig.started(configuration: "")
      let daemon = try rig.daemon
      daemon.signal(SIGSTOP)
      defer { daemon.signal(SIGCONT) }
      let clock = ContinuousClock()
      let start = clock.now
      let tool = try rig.follow(["completion", "fish", "--candidates", "--", "deny", ""])
      #expect(try await tool.exit() == 0)
      #expect(tool.output() == "")
      // 0.3 s of waiting; the rest is for a loaded machine.
      #expect(clock.now - start < .seconds(3))
    }

    @Test func `while the screen is locked Tab tells no text`() async throws {
      let rig = try await DaemonRig.started(configuration: "")
      _ = try rig.post("The door code is blue")
      _ = try await rig.bellhop("lock")
      let tool = try rig.follow(["completion", "fish", "--candidates", "--", "show", ""])
      #expect(try await tool.exit() == 0)
      #expect(tool.output().hasPrefix("1\t") && !tool.output().contains("blue"), "\(tool.output())")
    }
  }
}
