import Configuration
import TestSupport
import Testing

/// Compares README.md and all pages with the sources, the tests and the programs.
struct ReadmeTests {
  private let text = PackageFiles.contents(of: "README.md") ?? ""

  private static let pages =
    ["README.md"] + PackageFiles.paths(below: "Sources", suffix: ".md")
    + PackageFiles.paths(below: "Tests", suffix: ".md")

  private static func page(_ path: String) -> String { PackageFiles.contents(of: path) ?? "" }

  /// The contents of ```sh fences, in order.
  private func commands(of text: String) -> [String] {
    fences(of: text).filter { $0.language == "sh" }.map(\.text)
  }

  private func fences(of text: String) -> [(language: String, text: String)] {
    // Every second part stands within fences.
    split(text, at: "```").enumerated().filter { $0.offset % 2 == 1 }.map { _, part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      return (String(lines.first ?? ""), lines.dropFirst().joined(separator: "\n"))
    }
  }

  private func split(_ text: String, at separator: String) -> [Substring] {
    text.split(separator: separator, omittingEmptySubsequences: false)
  }

  private func folders(below directory: String) -> [String] {
    shell("cd \(quoted(PackageFiles.root)) && ls -d \(directory)/*/").output.split(separator: "\n").map(
      String.init)
  }

  @Test(
    "The first command builds and posts, the second tests, and the tests' command is what .ci/run runs last")
  func twoCommands() throws {
    let commands = commands(of: text)
    try #require(commands.count >= 2)
    #expect(commands[0].contains("swift build -c release") && commands[0].contains(" post "))
    #expect(commands[1].hasSuffix("\nTests/all.sh\n"))
    #expect(PackageFiles.contents(of: ".ci/run")?.hasSuffix(commands[1]) == true)
  }

  @Test("What makes and installs the package is one command, on both pages, and names what the package needs")
  func packageCommand() throws {
    let command = try #require(commands(of: Self.page("Sources/bellhopd/Daemon.docc/Installing.md")).first)
    #expect(command.contains("debian-package.sh"))
    #expect(text.contains(command.split(separator: "\n").map { "    \($0)\n" }.joined()))
    let needed = PackageFiles.contents(of: "systemd/debian-package.sh") ?? ""
    #expect(needed.contains("packages binutils, dpkg-dev and fakeroot"))
    #expect(command.contains("binutils dpkg-dev fakeroot") && !command.contains("\nsudo "))
  }

  @Test("Every command is one that a shell can read")
  func commandsParse() {
    for command in Self.pages.flatMap({ commands(of: Self.page($0)) }) {
      let result = shell("bash -n <<'END' 2>&1\n\(command)END")
      #expect(result.status == 0 && result.output == "", "\(result.output)")
    }
  }

  @Test("Every module of the sources and every folder of the tests stands on its page")
  func map() {
    let modules = Self.page("Sources/Delivery/Delivery.docc/Architecture.md")
    let tests = Self.page("Tests/README.md")
    let (sources, folders) = (folders(below: "Sources"), folders(below: "Tests"))
    #expect(sources.count > 20 && folders.count > 20)
    for folder in sources {
      #expect(modules.contains("`\(folder.dropFirst("Sources/".count).dropLast())`"), "\(folder)")
    }
    for folder in folders { #expect(tests.contains("`\(folder)`"), "\(folder)") }
  }

  @Test("Every file that proves a guarantee is there, and every guarantee has one of its own")
  func guarantees() {
    let files =
      (PackageFiles.paths(below: "Tests/DeliveryTests/Guarantees", suffix: ".swift")
      + PackageFiles.paths(below: "Tests/EndToEndTests", suffix: ".swift"))
      .compactMap { $0.split(separator: "/").last.map(String.init) }
    for number in 1...10 {
      let row = text.split(separator: "\n").first { $0.hasPrefix("| G\(number) |") } ?? ""
      let named = row.split(separator: "`").map(String.init).filter { $0.hasSuffix(".swift") }
      #expect(Set(named).isSubset(of: files), "G\(number)")
      #expect(named.count { $0.hasPrefix("G") } == 1 && named[0].hasPrefix("G\(number)"), "G\(number)")
    }
  }

  @Test("Every key of the configuration that is not one app's stands in the table with its built-in value")
  func keys() {
    let text = Self.page("Sources/Configuration/Configuration.docc/Configuration.md")
    for key in ConfigurationKey.all where key.group != ConfigurationKey.appGroup {
      let row = text.split(separator: "\n").first { $0.hasPrefix("| `[\(key.group)]` | `\(key.name)` |") }
      #expect(row?.hasSuffix(key.builtIn.isEmpty ? "|  |" : "| `\(key.builtIn)` |") == true, "\(key.name)")
    }
  }

  @Test("Every library that the programs are linked to stands among those that a desktop needs")
  func libraries() {
    let maps = PackageFiles.paths(below: "Sources", suffix: "module.modulemap")
      .compactMap { PackageFiles.contents(of: $0) }.joined()
    let linked = split(maps, at: "link \"").dropFirst().compactMap { $0.split(separator: "\"").first }
    let text = Self.page("Sources/bellhopd/Daemon.docc/Installing.md")
    let sentence =
      text.split(separator: "\n").first { $0.contains("needs no toolchain, only libraries:") } ?? ""
    #expect(linked.count > 4)
    // libnotify4 brings GLib.
    for library in linked where !library.hasSuffix("-2.0") {
      #expect(sentence.contains("`lib\(library)"), "\(library)")
    }
  }

  @Test("What is linked to is there", arguments: pages)
  func links(page: String) {
    let folder = page.lastIndex(of: "/").map { page[...$0] } ?? ""
    let targets = split(Self.page(page), at: "](").dropFirst().compactMap { $0.split(separator: ")").first }
    for target in targets where !target.contains("://") {
      #expect(PackageFiles.contents(of: "\(folder)\(target)") != nil, "\(target)")
    }
  }

  @Test("The front page is read in three minutes, leads to every page of its table, and shows small pictures")
  func front() {
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 220)
    #expect(split(text, at: "](").count > 12)
    let pictures = PackageFiles.paths(below: "Sources", suffix: ".png")
    #expect(pictures.count > 3)
    for picture in pictures {
      #expect(text.contains("](\(picture))"))
      let bytes = shell("wc -c <\(quoted("\(PackageFiles.root)/\(picture)"))").output.prefix {
        $0.isNumber || $0 == " "
      }
      #expect((Int(bytes.filter(\.isNumber)) ?? .max) < 60_000, "\(picture)")
    }
  }

  @Test("Every subcommand that it types exists")
  func subcommands() {
    let overview = shell("\(quoted(PackageFiles.products + "/bellhop")) help").output
    var names: Set<String> = []
    let all = Self.pages.map(Self.page).joined()
    for marker in ["$ bellhop ", "`bellhop ", "\nbellhop "] {
      for rest in split(all, at: marker).dropFirst() {
        let word = rest.prefix { $0.isLetter || $0 == "-" }
        if !word.isEmpty { names.insert(String(word)) }
      }
    }
    #expect(names.count > 5)
    for name in names { #expect(overview.contains("\n  \(name) "), "\(name)") }
  }
}
