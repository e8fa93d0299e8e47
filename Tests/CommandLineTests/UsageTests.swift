import TestSupport
import Testing

/// The messages for wrong command lines.
struct UsageTests {
  private let directory = TemporaryDirectory()
  private static let forms =
    "a duration such as 90s, 30m, 1h30m or 2d, or \(times)"
  private static let times =
    "RFC 3339 such as 2026-12-01T09:00:00+01:00, now, HH:MM (the next), or +10m, +1h30m, +2d"
  private static let noTemplate =
    "--format: a TEMPLATE is one line, and no control character but a tab is in it"

  private static let notify =
    "whether an app may notify is for 'bellhop allow', 'bellhop deny' and 'bellhop forget'"
  private static let through =
    "dnd=through lets all of an app through Do Not Disturb, dnd=urgent what is urgent, dnd=never nothing; "
    + "'bellhop dnd' turns Do Not Disturb on and off"
  private static let quietHours =
    "say off, default, or spans such as 22:00-07:00 Mo-Fr;12:00-13:00: at most 16, and not the whole week"

  @Test(
    "A command line that is wrong says what would be right",
    arguments: [
      ("set a.x keepDays=0", "keepDays is a number from 1 to 3650"),
      ("set a.x store=some", "store is one of all, titles, none"),
      ("set a.x Critical=true", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("set a.x critical=on", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("dnd on 30m", "write 'bellhop dnd until 30m'"),
      ("dnd on on", "write 'bellhop dnd until TIME-or-DURATION'"), ("dnd off on", "off takes no end"),
      ("set a.x =on", "the name of the setting is missing before =on"),
      ("show 1 2", "more than one operand"), ("activate 1 a b", "more than 2 operands"),
      ("snooze 59 0m", "TIME-or-DURATION is \(forms)"), ("snooze 59 noon", "TIME-or-DURATION is \(forms)"),
      ("post --at +0m t", "--at is \(times)"), ("post --at tomorrow t", "--at is \(times)"),
      ("post --after 0 t", "--after is one second at least"), ("post ''", "TITLE is empty"),
      ("show -1", "there is no option -1; an ID is a number from 1 on"),
      ("dismiss -1", "there is no option -1; an ID is a number from 1 on"),
      ("list --timeout 5", "there is no option --timeout; see 'bellhop help list'"),
      ("explain 1-5", "one ID is wanted here"), ("show 1,2", "one ID is wanted here"),
      (
        "dismiss all",
        "an ID is the number that 'bellhop list' shows, or last; several are written as 3-7 or 1,2"
      ),
      ("list --unread --state read", "--unread and --state read exclude each other"),
      ("set a.x notifications=off", Self.notify), ("set a.x enabled=on", Self.notify),
      ("set a.x Mute=on", "'bellhop set APP banners=off --for 1h' mutes an app for an hour"),
      ("set a.x dnd=on", Self.through), ("set a.x Through=on", Self.through),
      ("set a.x donotdisturb=on", Self.through), ("set a.x DND=on", Self.through),
      ("through Ada Lovelace", "say list, add or remove, such as: bellhop through add 'Ada Lovelace'"),
      ("through add", "NAME is missing"),
      ("through list Ada", "the list is of all; give it neither NAME nor --app"),
      ("through --app a.x", "the list is of all; give it neither NAME nor --app"),
      ("previews maybe", "say always, unlocked, never or default"),
      ("previews never --for 1h", "--for goes with a choice for one app: give --app, too"),
      (
        "previews default --app a.x",
        "default is for all apps; 'bellhop forget a.x' takes back all that was chosen about that one"
      ),
      ("set a.x quiethours=22:00-07:00", "quiet hours are for all apps; see 'bellhop help quiet-hours'"),
      (
        "set a.x summary=08:00",
        "summary is on or off; its times are for all apps, as Summary= below [Schedule] in bellhop.conf"
      ),
      ("set a.x banners = off", "a setting is written as SETTING=VALUE, without blanks"),
      ("dnd 1h", "write 'bellhop dnd until 1h'"), ("dnd for 1h", "write 'bellhop dnd until 1h'"),
      ("dnd status", "'bellhop dnd' alone says how it stands"),
      ("dnd perhaps", "say on, off, toggle or until"),
      ("dnd on --for 1", "--for needs a unit, such as 1s or 1m"),
      (
        "clear --older-than 0s",
        "--older-than is a duration of one second at least, such as 90s, 10m, 1h30m or 2d"
      ),
      ("quiet-hours 22:00", Self.quietHours), ("quiet-hours 22:00-07:00 Mon", Self.quietHours),
      (
        "post --json </dev/null",
        "standard input is empty; with --json it is one Notification, such as {\"title\":\"Tea\"}"
      ),
      ("snooze 59 400d", "TIME-or-DURATION is more than a year away"),
      ("snooze 59 +400d", "TIME-or-DURATION is more than a year away"),
      ("list --format 'a\nb{id}'", noTemplate), ("watch --format '{title}\r'", noTemplate),
      ("list --format '\u{1b}[2J{id}'", noTemplate), ("watch --format '{title}\u{2028}'", noTemplate),
      (
        "list --format '{id}\t{no}'",
        "--format knows {id}, {unread}, {held}, {missed}, {dnd}, {app}, {title}, and no {no}"
      ),
    ])
  func reasons(words: String, reason: String) {
    let run = shell(
      "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1")
    #expect(run.status == 2)
    #expect(
      run.output.hasPrefix("bellhop \(words.prefix { $0 != " " }): \(reason)\nusage: "), "\(run.output)")
  }

  @Test(
    "A subcommand that other tools have is told by its name here",
    arguments: [
      ("history", "list --all"), ("settings", "apps APP"), ("mute", "silent on"),
      ("config", "check-config"), ("send", "post"), ("search", "list --search TEXT"),
      ("version", "--version"),
    ])
  func pointers(name: String, subcommand: String) {
    let run = shell("\(quoted("\(PackageFiles.products)/bellhop")) \(name) 2>&1")
    #expect(run.status == 2)
    #expect(
      run.output.hasPrefix("bellhop: there is no subcommand \(name); 'bellhop \(subcommand)'"),
      "\(run.output)")
  }

  @Test(
    "More IDs than one call takes are refused, with how many it takes", arguments: ["dismiss", "erase"])
  func tooManyIDs(subcommand: String) {
    let run = shell("\(quoted("\(PackageFiles.products)/bellhop")) \(subcommand) $(seq 20000) 2>&1")
    #expect(run.status == 1)
    #expect(
      run.output
        == "bellhop: 20000 IDs are too many at once; give at most 10000\n")
  }

  @Test("Help that is asked for before the subcommand is that subcommand's")
  func help() {
    let run = { (words: String) in shell("\(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1").output
    }
    #expect(run("--help post") == run("help post"))
    #expect(run("--help").hasPrefix("usage: bellhop [--runtime-directory DIR] SUBCOMMAND"))
  }

  @Test("A runtime directory that is no absolute path is passed over, and that is said")
  func relativeDirectory() {
    let run = shell(
      "XDG_RUNTIME_DIR=relative \(quoted("\(PackageFiles.products)/bellhop")) help 2>&1 >/dev/null")
    #expect(
      run.output.hasPrefix("bellhop: XDG_RUNTIME_DIR is no absolute path, and is passed over for /run/user/"))
  }
}
