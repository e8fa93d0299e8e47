import TestSupport
import Testing

/// What is wrong with a command line, as it is told.
struct UsageTests {
  private let directory = TemporaryDirectory()
  private static let forms =
    "a duration such as 90s, 30m, 1h30m or 2d, or RFC 3339, now, HH:MM (the next), or +10m, +1h30m, +2d"
  private static let noTemplate =
    "--format: a TEMPLATE is one line, and no control character but a tab is in it"

  @Test(
    "A command line that is wrong says what would be right",
    arguments: [
      ("set a.x Critical=true", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("set a.x critical=on", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("dnd on 30m", "write 'bellhop dnd until 30m'"),
      ("dnd on on", "write 'bellhop dnd until TIME-or-DURATION'"), ("dnd off on", "off takes no end"),
      ("set a.x =on", "the name of the setting is missing before =on"),
      ("show 1 2", "more than one operand"), ("activate 1 a b", "more than 2 operands"),
      ("snooze 59 0m", "TIME-or-DURATION is \(forms)"), ("snooze 59 noon", "TIME-or-DURATION is \(forms)"),
      ("post --at +0m t", "--at is RFC 3339, now, HH:MM (the next), or +10m, +1h30m, +2d"),
      ("snooze 59 400d", "TIME-or-DURATION is more than a year away"),
      ("snooze 59 +400d", "TIME-or-DURATION is more than a year away"),
      ("list --format 'a\nb{id}'", noTemplate), ("watch --format '{title}\r'", noTemplate),
      ("list --format '\u{1b}[2J{id}'", noTemplate), ("watch --format '{title}\u{2028}'", noTemplate),
      (
        "list --format '{id}\t{no}'",
        "--format knows {id}, {unread}, {held}, {dnd}, {app}, {title}, and no {no}"
      ),
    ])
  func reasons(words: String, reason: String) {
    let run = shell(
      "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1")
    #expect(run.status == 2)
    #expect(
      run.output.hasPrefix("bellhop \(words.prefix { $0 != " " }): \(reason)\nusage: "), "\(run.output)")
  }
}
