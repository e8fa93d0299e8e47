import Configuration
import NotificationProtocol
import TestSupport
import Testing

@testable import bellhop

struct ManualPageTests {
  private let directory = TemporaryDirectory()

  private static let pages = [("bellhop.1", ManualPage.command), ("bellhop.conf.5", .configuration)]

  /// As a reader sees it, in one line.
  private func read(_ path: String) -> String {
    let read = shell("mandoc -Tutf8 -Owidth=1000 \(quoted(path)) | sed 's/.\\x08//g' | tr -s ' \\n' ' '")
    #expect(read.status == 0)
    return read.output
  }

  private func read(_ name: String, _ page: ManualPage) -> String {
    directory.write(name, page.roff.utf8)
    return read("\(directory.path)/\(name)")
  }

  private func inOneLine(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  @Test("bellhop(1) says of every subcommand all that its help says")
  func subcommands() {
    let page = read("bellhop.1", .command)
    for subcommand in Subcommand.all {
      #expect(page.contains(" \(HelpText(subcommand: subcommand).synopsis) "), "\(subcommand.name)")
      #expect(page.contains(inOneLine(subcommand.summary)))
      #expect(page.contains(inOneLine(subcommand.notes)), "\(subcommand.name)")
      for option in subcommand.options {
        let term = [option.name, option.value].compactMap { $0 }.joined(separator: " ")
        #expect(page.contains(inOneLine("\(term) \(HelpText.meaning(of: option))")), "\(term)")
      }
    }
  }

  @Test("bellhop.conf(5) has every key with what it means, its values and what is built in")
  func keys() {
    let page = read("bellhop.conf.5", .configuration)
    for key in ConfigurationKey.all {
      let builtIn = key.builtIn.isEmpty ? "" : " Built in: \(key.builtIn)."
      let row = "\(key.name)= \(key.meaning) Values: \(key.allowed.text).\(builtIn)"
      #expect(page.contains(inOneLine(row)), "\(key.name)")
    }
  }

  @Test("bellhop.conf(5) has the rules of who wins, of groups of apps and of locks, and an example")
  func rules() {
    let page = read("bellhop.conf.5", .configuration)
    for rule in [ConfigurationRules.layers, ConfigurationRules.groups, ConfigurationRules.locks] {
      #expect(page.contains(rule))
    }
    #expect(page.contains(inOneLine(ConfigurationRules.example)))
    #expect(!page.contains("later ones win"))
  }

  @Test(
    "No reader of manual pages finds fault with any of them",
    arguments: ["mandoc -Tlint", "man --warnings=w -l"])
  func lint(reader: String) {
    for (name, page) in Self.pages { directory.write(name, page.roff.utf8) }
    let kept = PackageFiles.paths(below: "systemd/man", suffix: "").map { "\(PackageFiles.root)/\($0)" }
    #expect(kept.count == 3)
    for path in kept + Self.pages.map({ "\(directory.path)/\($0.0)" }) {
      let faults = shell("LC_ALL=C.UTF-8 MANWIDTH=80 \(reader) \(quoted(path)) 2>&1 >/dev/null | cat")
      let found = shell("LC_ALL=C.UTF-8 MANWIDTH=80 \(reader) \(quoted(path)) 2>&1")
      #expect(faults.output == "", "\(path): \(faults.output)")
      #expect(found.status == 0, "\(path): \(found.output)")
    }
  }

  @Test(
    "The pages of the daemon and of the bus have what their own help says",
    arguments: ["bellhopd", "bellhop-bus"])
  func kept(program: String) {
    let page = read("\(PackageFiles.root)/systemd/man/\(program).8")
    let help = shell("\(quoted("\(PackageFiles.products)/\(program)")) --help").output
    let lines = help.split(separator: "\n")
    #expect(lines.count > 8)
    #expect(page.contains(inOneLine(String(lines[0].dropFirst("usage: ".count)))))
    let options = options(in: lines)
    #expect(options.count >= 2)
    for (term, meaning) in options {
      let meaning = meaning.prefix(1).uppercased() + meaning.dropFirst()
      #expect(page.contains(" \(term) \(meaning). "), "\(term) \(meaning)")
    }
    for heading in ["Signals", "Exit status"] {
      let start = help.firstRange(of: "\(heading): ")?.upperBound ?? help.endIndex
      let sentence = inOneLine(String(help[start...].prefix { $0 != "." }))
      #expect(page.contains(" \(heading.uppercased()) \(sentence). "), "\(sentence)")
    }
  }

  /// The rows of a help: a name and its value, two blanks, and the meaning, which continues on lines that are indented
  /// further.
  private func options(in lines: [Substring]) -> [(term: String, meaning: String)] {
    var options: [(term: String, meaning: String)] = []
    for line in lines where line.hasPrefix("  ") {
      if line.hasPrefix("   "), let last = options.indices.last {
        options[last].meaning += " " + inOneLine(String(line))
      } else if let gap = line.dropFirst(2).firstRange(of: "  ") {
        options.append(
          (inOneLine(String(line[..<gap.lowerBound])), inOneLine(String(line[gap.upperBound...]))))
      }
    }
    return options
  }

  @Test(
    "Every page says which version it is of",
    arguments: ["bellhopd.8", "bellhop-bus.8", "bellhop-protocol.7"])
  func version(name: String) {
    let heading = PackageFiles.contents(of: "systemd/man/\(name)")?.prefix { $0 != "\n" } ?? ""
    #expect(heading.contains(" \(Version.date) \"Bellhop \(Version.current)\" "), "\(heading)")
  }

  @Test("What Tab offers as a page is printed, and any other is refused by naming those")
  func names() {
    let help = "\(quoted("\(PackageFiles.products)/bellhop")) help --man"
    for name in ManualPage.names { #expect(shell("\(help) \(name) 2>&1").output.hasPrefix(".TH ")) }
    let result = shell("\(help) frob 2>&1")
    #expect(result.status == 2 && result.output.contains("bellhop and bellhop.conf"))
  }
}
