import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Types the examples of the README and its pages in their order, and compares the output.
  @Suite struct ReadmeTests {
    private let front = PackageFiles.contents(of: "README.md") ?? ""
    private let text = PackageFiles.contents(of: "Sources/bellhop/CommandLine.docc/Tour.md") ?? ""
    private let talking =
      PackageFiles.contents(of: "Sources/NotificationProtocol/Protocol.docc/TalkingToIt.md") ?? ""

    /// A command, and the output below it.
    private struct Example {
      var command: String
      var output = ""

      /// Whether the command only reads: it is typed again until the daemon has finished the earlier ones.
      var reads: Bool {
        ["list", "explain", "judge"].contains { command.hasPrefix("bellhop \($0) ") } || isList
      }
      private var isList: Bool { command == "bellhop list" }
      /// Until then a document of the command's own goes on.
      var documentEnd: Substring? {
        command.firstRange(of: "<<'").map { command[$0.upperBound...].prefix { $0 != "'" } }
      }
    }

    /// Among indented lines: the lines behind a prompt, and the lines that follow them.
    private func examples(in section: Substring) -> [Example] {
      var examples: [Example] = []
      var end: Substring?
      for line in section.split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("    ") else { continue }
        let content = line.dropFirst(4)
        if content.hasPrefix("$ ") {
          examples.append(Example(command: String(content.dropFirst(2))))
          end = examples.last?.documentEnd
        } else if let last = examples.indices.last {
          if end != nil {
            examples[last].command += "\n\(content)"
            if content == end { end = nil }
          } else {
            examples[last].output += "\(content)\n"
          }
        }
      }
      return examples
    }

    private func section(_ heading: String, of text: String) throws -> Substring {
      let start = try #require(text.firstRange(of: "\n## \(heading)\n"))
      let rest = text[start.upperBound...]
      return rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    }

    /// In a time zone where it is seven in the evening, so that nothing it speaks of falls on another day.
    private func started() async throws -> DaemonRig {
      let hours = (19 - time(nil) / 3_600 % 24 + 9 + 24) % 24 - 9
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      return try await DaemonRig.started(
        configuration: "",
        environment: [
          "PATH": "\(PackageFiles.products):\(path)", "TZ": "Etc/GMT\(hours < 0 ? "+" : "-")\(abs(hours))",
        ],
        launcher: ["/bin/sh", "-c", #"exec "$@" --sink console"#, "sh"])
    }

    /// It was another day then, and another time.
    private func timeless(_ text: String) -> String {
      text.replacing(/\d{4}-\d\d-\d\d/, with: "YYYY-MM-DD").replacing(/\d\d:\d\d/, with: "HH:MM")
    }

    private func type(_ example: Example, _ rig: DaemonRig) async throws -> String {
      let expected = timeless(example.output)
      var printed = ""
      func typed() async throws -> Bool {
        let terminal = try rig.run(["/bin/bash", "-c", example.command])
        if example.command.contains(" --wait ") {
          try await eventually("a button to press", holds: { terminal.output().contains("presented") })
          try await press(rig)
        }
        _ = try await terminal.exit()
        printed = timeless(terminal.output())
        return !example.reads || printed == expected
      }
      try? await eventually("what the page prints", holds: typed)
      return printed
    }

    /// In another terminal, as the text says.
    private func press(_ rig: DaemonRig) async throws {
      let inline = text.split(separator: "`").first { $0.hasPrefix("bellhop activate ") }
      let other = try rig.run(["/bin/bash", "-c", String(try #require(inline))])
      #expect(try await other.exit() == 0, "\(other.output())")
    }

    @Test func `the tour prints what stands there, and its banner with buttons is the one on the front page`()
      async throws
    {
      let rig = try await started()
      let tour = examples(in: text[...])
      #expect(tour.count > 20)
      for example in tour {
        let printed = try await type(example, rig)
        #expect(printed == timeless(example.output), "\(example.command)")
      }
      let banner = front.split(separator: "\n").filter { $0.hasPrefix("    │") }.map {
        "\($0.dropFirst(4))\n"
      }
      #expect(!banner.isEmpty)
      #expect(try rig.daemon.output().contains(banner.joined()))
    }

    @Test func `the message in the shell is answered as it stands below it`() async throws {
      let rig = try await started()
      _ = try await rig.bellhop("allow", "org.example.Tea")
      let section = try section("Talking to it", of: talking)
      let start = try #require(section.firstRange(of: "printf '"))
      let message = section[start.upperBound...].prefix { $0 != "\\" }
      let client = try WireClient(rig.paths.notifications)
      try await client.send(Array(message.utf8) + [0])
      guard case .done(let fields)? = try await client.replies(1).first else {
        Issue.record("no answer to \(message)")
        return
      }
      #expect(section.contains("\n    {\"parameters\":\(fields.text)}\n"), "\(fields.text)")
    }
  }
}
