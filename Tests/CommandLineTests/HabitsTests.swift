import TestSupport
import Testing

@testable import bellhop

/// What holds for every subcommand.
struct HabitsTests {
  private let directory = TemporaryDirectory()

  @Test("An option that several subcommands have is written alike, with a value or without")
  func options() {
    var forms: [String: Bool] = [:]
    for subcommand in Subcommand.all {
      for option in subcommand.options where subcommand.wordOrder != .untouched {
        let hasValue = option.value != nil
        #expect(forms[option.name] ?? hasValue == hasValue, "\(subcommand.name) \(option.name)")
        forms[option.name] = hasValue
        #expect(option.name != Option.help.name, "\(subcommand.name) declares what all have")
        // Of `allow` it is what the app may do, and was before any other had it.
        if option.name == Option.quiet.name, subcommand.name != Subcommand.allow.name {
          #expect(option == .quiet, "\(subcommand.name)")
        }
      }
    }
    #expect(forms[Option.json.name] == false && forms[Option.quiet.name] == false)
  }

  @Test(
    "An option that a subcommand does not have is status 2 with its usage; help is status 0",
    arguments: Subcommand.all.map(\.name))
  func status(name: String) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    let run = { (word: String) in
      shell(
        "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(name) \(word) 2>&1"
      )
    }
    #expect(run("--help").status == 0)
    let wrong = run("--no-such-option")
    // Another program's rules, where it is one.
    #expect(wrong.status == (subcommand.wordOrder == .untouched ? 1 : 2), "\(wrong.output)")
    #expect(wrong.output.contains("option --no-such-option"))
  }
}
