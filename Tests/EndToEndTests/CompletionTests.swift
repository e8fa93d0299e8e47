import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The Tab key of the three shells, with a daemon that knows one app and one notification.
  @Suite struct CompletionTests {
    /// What is typed, what the line becomes, and what fish offers in place of the last word.
    private static let lines = [
      (typed: "bellhop expl", becomes: "bellhop explain ", offered: "explain"),
      (typed: "bellhop post --kind=al", becomes: "bellhop post --kind=alarm ", offered: "--kind=alarm"),
      (typed: "bellhop post --kind al", becomes: "bellhop post --kind alarm ", offered: "alarm"),
      (typed: "bellhop deny io", becomes: "bellhop deny io.bellhop.Shell ", offered: "io.bellhop.Shell"),
      (typed: "bellhop read ", becomes: "bellhop read 1 ", offered: "1"),
      (
        typed: "bellhop set io.bellhop.Shell sou", becomes: "bellhop set io.bellhop.Shell sounds=",
        offered: "sounds="
      ),
      (
        typed: "bellhop set io.bellhop.Shell previews=w",
        becomes: "bellhop set io.bellhop.Shell previews=whenUnlocked ", offered: "previews=whenUnlocked"
      ),
      (
        typed: "bellhop check-config /etc/os-rel", becomes: "bellhop check-config /etc/os-release ",
        offered: "/etc/os-release"
      ),
    ]

    private func environment(_ others: [String: String] = [:]) -> [String: String] {
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      return ["PATH": "\(PackageFiles.products):\(path)", "TERM": "xterm"].merging(others) { $1 }
    }

    private static let script = "\(PackageFiles.root)/Tests/EndToEndTests/press-tab.zsh"

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Tab completes subcommands, options, words, files, and what the daemon knows`(shell: String)
      async throws
    {
      let rig = try await DaemonRig.started(environment: environment())
      _ = try await rig.bellhop("post", "Tea: Is Ready")
      for line in Self.lines {
        let tab = try rig.run(["/usr/bin/zsh", "-f", Self.script, shell, line.typed])
        #expect(try await tab.exit() == 0, "\(line.typed) \(tab.output())")
        let output = tab.output()
        if shell == "fish" {
          let candidates = output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
          #expect(candidates.contains(Substring(line.offered)), "\(line.typed) \(output)")
        } else {
          #expect(output == line.becomes + "\n", "\(line.typed) \(output)")
        }
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
      let tool = try rig.follow(["completion", "fish", "--candidates", "--", "read", ""])
      #expect(try await tool.exit() == 0)
      #expect(tool.output().hasPrefix("1\t") && !tool.output().contains("blue"), "\(tool.output())")
    }
  }
}
