import TestSupport
import Testing

@testable import bellhop

/// Rules for every subcommand.
struct HabitsTests {
  private let directory = TemporaryDirectory()

  @Test("An option that several subcommands have is written alike, with a value or without")
  func options() {
    var forms: [String: Bool] = [:]
    for subcommand in Subcommand.all {
      for option in subcommand.options {
        let hasValue = option.value != nil
        #expect(forms[option.name] ?? hasValue == hasValue, "\(subcommand.name) \(option.name)")
        forms[option.name] = hasValue
        #expect(!Option.common.map(\.name).contains(option.name), "\(subcommand.name) declares what all have")
      }
    }
    #expect(forms[Option.json.name] == false)
  }

  @Test(
    "An option that a subcommand does not have is status 2 with its usage; help is status 0",
    arguments: Subcommand.all.map(\.name))
  func status(name: String) throws {
    let run = { (word: String) in
      shell(
        "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(name) \(word) 2>&1"
      )
    }
    #expect(run("--help").status == 0)
    let wrong = run("--no-such-option")
    #expect(wrong.status == 2, "\(wrong.output)")
    #expect(wrong.output.contains("option --no-such-option"))
  }

  /// The calls, with their exit status without a daemon, and the reason if that is not 3.
  private static let calls: [(name: String, words: String, status: Int32)] = [
    ("post", "Title", 3), ("withdraw", "--identifier a", 3), ("judge", "--offline Title", 0), ("list", "", 3),
    ("show", "1", 3),
    ("explain", "1", 3), ("activate", "1", 3), ("read", "1", 3), ("dismiss", "1", 3), ("undo", "", 3),
    ("clear", "", 3),
    ("erase", "1 --yes", 3),
    ("snooze", "1 1h", 3), ("watch", "", 3), ("apps", "", 3), ("allow", "a.b", 3), ("deny", "a.b", 3),
    ("forget", "a.b", 3), ("set", "a.b banners=off", 3), ("ratings", "", 3),
    ("front", "status", 3), ("dnd", "", 3), ("through", "", 3),
    ("previews", "", 3), ("quiet-hours", "", 3), ("silent", "", 3), ("lock", "", 3),
    ("unlock", "", 3),
    ("status", "", 3), ("doctor", "", 3), ("reload", "", 3), ("check-config", "/dev/null", 0),
    ("completion", "bash", 0), ("help", "", 0),
    // Its status is that of its command.
    ("run", "true", 0),
    // Here is no terminal.
    ("center", "", 1),
  ]

  @Test("Each says by its status that no daemon is there, and why on standard error; quiet, nothing else")
  func withoutDaemon() {
    #expect(Self.calls.map(\.name).sorted() == Subcommand.all.map(\.name).sorted())
    for (name, words, status) in Self.calls {
      let run = { (streams: String) in
        shell(
          "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(name) --quiet "
            + "\(words) \(streams)")
      }
      let (said, complained) = (run("2>/dev/null"), run("2>&1 >/dev/null"))
      #expect(said.status == status, "\(name): \(complained.output)")
      #expect(said.output.isEmpty, "\(name): \(said.output)")
      #expect(status == 0 || !complained.output.isEmpty, "\(name)")
      if status == ExitStatus.noDaemon.rawValue {
        #expect(complained.output.contains("no daemon at"), "\(name)")
      }
    }
  }

  @Test("What all subcommands can be told may stand before their name, too, and no more than once")
  func before() {
    let run = { (words: String) in
      shell(
        "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1"
      )
    }
    #expect(run("--quiet run --after 0 true").output == "")
    #expect(run("--plain --json list").status == 3)
    #expect(run("--quiet list --quiet").output.hasPrefix("bellhop list: --quiet is given twice\n"))
    #expect(run("--json run true").output.hasPrefix("bellhop run: there is no option --json"))
  }

  @Test("What has an answer has it as JSON, too")
  func json() {
    let without = Subcommand.all.filter { !$0.options.map(\.name).contains(Option.json.name) }.map(\.name)
    // These print another program's output, draw, or print texts.
    #expect(without.sorted() == ["center", "completion", "help", "run"])
  }

  @Test("An operand is given without its name", arguments: ["TITLE", "BODY"])
  func operand(name: String) {
    let given = "--\(name.lowercased())"
    #expect(
      throws: Failure.usage("there is no option \(given); \(name) is an operand, with no name before it")
    ) {
      try Arguments([given, "Tea"], of: .post)
    }
  }
}
