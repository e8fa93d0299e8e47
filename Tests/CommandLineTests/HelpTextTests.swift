import Testing

@testable import bellhop

struct HelpTextTests {
  @Test("The help of a subcommand names every option with its value, every choice and every operand")
  func everyOption() {
    for subcommand in Subcommand.all {
      let help = HelpText(subcommand: subcommand).full
      for option in subcommand.allOptions {
        let names = [option.name, option.value].compactMap { $0 }.joined(separator: " ")
        #expect(help.contains("  \(names)"), "\(subcommand.name) \(option.name)")
        #expect(help.contains(option.meaning))
        for choice in option.choices { #expect(help.contains(choice)) }
      }
      for operand in subcommand.operands { #expect(help.contains(operand.usage)) }
      #expect(help.hasPrefix("usage: bellhop \(subcommand.name)"))
    }
  }

  @Test("The help of read says that IDs nobody knows are passed over")
  func readPassesOver() {
    #expect(HelpText(subcommand: .read).full.contains("IDs that are unknown are passed over"))
  }

  @Test("The help of doctor says which files it reads, whatever the daemon was started with")
  func setupFiles() {
    let words = HelpText(subcommand: .doctor).full.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("the files in the usual places, also where the daemon was started with --config"))
  }

  @Test("No line of a help is longer than a terminal of 120 columns")
  func width() {
    for text in Subcommand.all.map({ HelpText(subcommand: $0).full }) + [HelpText.overview] {
      for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
  }

  @Test("No line of a help breaks off after its first word", arguments: Subcommand.all.map(\.name))
  func filled(name: String) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    let lines = HelpText(subcommand: subcommand).full.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && next.first?.isLetter == true {
      #expect(line.contains(" "), "\(line) goes on with \(next)")
    }
  }

  @Test("The overview names every subcommand, and names and options are there once")
  func overview() {
    for subcommand in Subcommand.all {
      #expect(HelpText.overview.contains("  \(subcommand.name) "))
      #expect(Set(subcommand.options.map(\.name)).count == subcommand.options.count)
    }
    #expect(Set(Subcommand.all.map(\.name)).count == Subcommand.all.count)
  }
}
