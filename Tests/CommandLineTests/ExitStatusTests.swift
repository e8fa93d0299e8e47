import TestSupport
import Testing

/// Runs the built program.
struct ExitStatusTests {
  private let directory = TemporaryDirectory()

  private func bellhop(_ arguments: String) -> ShellResult { run("bellhop", arguments) }

  private func run(_ program: String, _ arguments: String, environment: String = "") -> ShellResult {
    shell(
      "cd \(quoted(directory.path)); HOME=\(quoted(directory.path)) XDG_CONFIG_HOME= "
        + "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(environment) "
        + "\(quoted("\(PackageFiles.products)/\(program)")) \(arguments) 2>&1")
  }

  @Test(
    "A mistake in the command line ends with status 2, the reason and the short usage",
    arguments: [
      ("", "usage: bellhop ["), ("--runtime-directory= status", "usage: bellhop ["),
      ("frob", "usage: bellhop ["), ("--frob status", "usage: bellhop ["),
      ("post", "usage: bellhop post"), ("post --frob x", "usage: bellhop post"),
      ("post a b c", "usage: bellhop post"),
      ("post --level loud a", "usage: bellhop post"), ("post --at x a", "usage: bellhop post"),
      ("post --at 12:00 --after 5 a", "usage: bellhop post"), ("post --action x a", "usage: bellhop post"),
      ("post --json a", "usage: bellhop post"), ("post --json --sound default", "usage: bellhop post"),
      ("post --json", "usage: bellhop post"), ("dnd maybe", "usage: bellhop dnd"),
      ("dnd off --for 1h", "usage: bellhop dnd"), ("dnd --for 1h", "usage: bellhop dnd"),
      ("dnd until", "usage: bellhop dnd"),
      ("dnd on 1h", "usage: bellhop dnd"), ("dnd until noon", "usage: bellhop dnd"),
      ("dnd until 1h --for 1h", "usage: bellhop dnd"), ("snooze 1", "usage: bellhop snooze"),
      ("snooze 1 1h --for 1h", "usage: bellhop snooze"), ("snooze x 1h", "usage: bellhop snooze"),
      ("undo 1", "usage: bellhop undo"), ("activate x", "usage: bellhop activate"),
      ("watch 1", "usage: bellhop watch"), ("watch --format bar", "usage: bellhop watch"),
      ("watch --format '{id}'", "usage: bellhop watch"),
      ("watch --format plain --json", "usage: bellhop watch"),
      ("list --format '{unread'", "usage: bellhop list"), ("list --format x --json", "usage: bellhop list"),
      ("dnd toggle --for 1h", "usage: bellhop dnd"),
      ("read", "usage: bellhop read"), ("read 1 --all", "usage: bellhop read"),
      ("dismiss x", "usage: bellhop dismiss"),
      ("list --limit 0", "usage: bellhop list"), ("help frob", "usage: bellhop help"),
      ("center --plain", "usage: bellhop center"),
    ])
  func usage(arguments: String, line: String) {
    let result = bellhop(arguments)
    #expect(result.status == 2, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("bellhop") == true)
    #expect(lines.last?.hasPrefix(line) == true, "\(result.output)")
  }

  @Test("A screen cannot be plain, and what can is named")
  func plainScreen() {
    let result = bellhop("center --plain")
    #expect(result.status == 2)
    #expect(result.output.contains("'bellhop list --plain'"))
    #expect(result.output.contains("'bellhop watch --plain'"))
  }

  @Test(
    "Without a daemon every subcommand that needs one ends with status 3 and says how to start it",
    arguments: [
      "status", "list", "list --all --json", "show 1", "explain 1", "apps", "allow a", "deny a",
      "dnd on --for 1h", "dnd until 30m", "dnd until 18:00", "snooze 1 30m", "snooze 1 +1h",
      "snooze 1 --until 9:00",
      "undo", "silent on", "list --search tea", "set a banners=off", "set a store=none keepDays=7",
      "lock", "unlock", "read --all", "dismiss 1 2", "activate 1 yes --text x", "watch", "reload",
      "post -- -t -",
      "post --wait t",
    ])
  func noDaemon(arguments: String) {
    let result = bellhop(arguments)
    #expect(result.status == 3, "\(result.output)")
    let path = "\(directory.path)/bellhop-control/control.sock"
    #expect(
      result.output
        == "bellhop: no daemon at \(path); start it with 'systemctl --user start bellhop.service' or run 'bellhopd'\n"
    )
  }

  @Test("A named app's notification goes to the apps' socket, in the directory given before the subcommand")
  func socket() {
    let result = bellhop("--runtime-directory /nowhere post --app org.example.Mail t")
    #expect(result.status == 3)
    #expect(result.output.contains("no daemon at /nowhere/bellhop/notifications.sock;"))
  }

  @Test(
    "Help and version end with status 0",
    arguments: ["help", "--help", "-h", "help post", "post --help", "--version"])
  func help(arguments: String) {
    #expect(bellhop(arguments).status == 0)
  }

  @Test("With --json an --app that is not the notification's is a mistake, and the same one is none")
  func contradictedApp() {
    directory.write("mail", #"{"app":"org.example.Mail","title":"t"}"#.utf8)
    directory.write("number", #"{"app":7,"title":"t"}"#.utf8)
    for (app, file) in [("org.example.Tea", "mail"), ("org.example.Mail", "number")] {
      let result = bellhop("post --json --app \(app) <\(file)")
      #expect(result.status == 2, "\(result.output)")
      #expect(
        result.output.hasPrefix("bellhop post: --app is \(app), and standard input names another app\n"))
    }
    #expect(bellhop("post --json --app org.example.Mail <mail").status == 3)
  }

  @Test(
    "A standard input that cannot be read to its end is not posted", arguments: ["post t -", "post --json"])
  func brokenInput(arguments: String) {
    let result = bellhop("\(arguments) <.")
    #expect(result.status == 1)
    #expect(result.output == "bellhop: standard input: Is a directory\n")
  }

  @Test("doctor --json tells how a person's Bellhop is set up without a daemon too, with every fault")
  func setup() {
    directory.write(".config/bellhop/bellhop.conf", "[Storage]\nKeepDays=0\nDurability=no\n".utf8)
    let faulty = bellhop("doctor --json")
    #expect(faulty.status == 3)
    #expect(faulty.output.contains(#""running":false,"faults":[{"file":""#), "\(faulty.output)")
    #expect(faulty.output.contains("Durability must be"), "\(faulty.output)")
    directory.write(".config/bellhop/bellhop.conf", "[App org.*]\nBanners=false\n".utf8)
    #expect(bellhop("doctor --json").output.contains(#""App org.*":{"Banners":"false"}"#))
  }

  @Test("The command line and the daemon are of one version")
  func version() {
    let own = bellhop("--version")
    let daemons = shell("\(quoted(PackageFiles.products + "/bellhopd")) --version")
    #expect(own.status == 0 && daemons.status == 0)
    #expect(own.output.hasPrefix("bellhop ") && daemons.output.hasPrefix("bellhopd "))
    #expect(own.output.dropFirst("bellhop ".count) == daemons.output.dropFirst("bellhopd ".count))
  }

  @Test(
    "An argument that is not UTF-8 is refused by its number, and nothing is done",
    arguments: [("bellhop", "bellhop check-config"), ("bellhopd", "bellhopd")])
  func notUTF8(program: String, name: String) {
    let result = run(program, "check-config \"$(printf 'u\\377')\"")
    #expect(result.status == 2)
    #expect(
      result.output.hasPrefix("\(name): argument 2 is not UTF-8\n") && result.output.contains("usage: "))
    #expect(shell("ls \(quoted(directory.path))").output == "")
  }

  @Test(
    "The daemon starts with nothing that is empty, said twice or unheard of",
    arguments: [
      ("--sink none --sink console", "--sink is given twice"), ("--sink loud", "--sink is one of auto,"),
      ("--config= --help", "--config needs a value"), ("--runtime-directory ''", "--runtime-directory needs"),
      ("--state-directory", "--state-directory needs a value"), ("--frob", "unknown argument --frob"),
    ])
  func daemonUsage(arguments: String, reason: String) {
    let result = run("bellhopd", arguments)
    #expect(result.status == 2)
    #expect(result.output.hasPrefix("bellhopd: \(reason)"), "\(result.output)")
    #expect(result.output.contains("\nbellhopd: usage: bellhopd [--config FILE] "), "\(result.output)")
  }

  @Test(
    "A directory of the environment that is empty or relative counts as not set",
    arguments: ["XDG_STATE_HOME= HOME=", "XDG_STATE_HOME=rel HOME=rel"])
  func relativeState(environment: String) {
    let result = run("bellhopd", "--sink none", environment: environment)
    #expect(result.status == 1)
    #expect(
      result.output == "bellhopd: HOME is not set to an absolute path; give --state-directory DIR\n")
    #expect(shell("ls \(quoted(directory.path))").output == "")
  }

  @Test("The daemon puts no sockets into a relative directory", arguments: ["", "rel"])
  func relativeRuntime(value: String) {
    let result = run(
      "bellhopd", "--sink none --state-directory state", environment: "XDG_RUNTIME_DIR=\(value)")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR\n"),
      "\(result.output)")
  }

  @Test(
    "What cannot be written to standard output is not taken for done", arguments: ["bellhop", "bellhopd"])
  func fullOutput(program: String) {
    let result = shell("\(quoted("\(PackageFiles.products)/\(program)")) --help 2>&1 >/dev/full")
    #expect(result.status == 1)
    #expect(result.output == "\(program): standard output: No space left on device\n")
  }

  @Test("A good configuration is printed as it holds, a bad one as file, line and reason")
  func checkConfiguration() {
    directory.write("good", "[Storage]\nKeepDays=5\n".utf8)
    directory.write("bad", "\n[Storage]\nKeepDays=many\n".utf8)
    let good = bellhop("check-config good")
    #expect(good.status == 0)
    #expect(
      good.output.hasPrefix("# good\n")
        && good.output.contains("\n[Storage]\nDurability=power\n# from good\nKeepDays=5\n")
    )
    let bad = bellhop("check-config good bad")
    #expect(bad.status == 1)
    #expect(bad.output == "bad:3: KeepDays must be 1 to 3650, and \"many\" is not\n")
    directory.write("worse", "[Storage]\nKeepDays=many\nDurability=no\n".utf8)
    let worse = bellhop("check-config worse")
    #expect(
      worse.output == "worse:2: KeepDays must be 1 to 3650, and \"many\" is not\n"
        + "worse:3: Durability must be power | crash, and \"no\" is not\n")
    let json = bellhop("check-config --json worse 2>/dev/null")
    #expect(json.status == 1)
    #expect(
      json.output.hasPrefix(
        #"{"faults":[{"file":"worse","line":2,"reason":"KeepDays must be 1 to 3650, and \"many\" is not"},"#))
    #expect(
      bellhop("check-config --json good").output.contains(
        #""Storage":{"Durability":{},"KeepDays":{"file":"good"}}"#))
    #expect(bellhop("check-config missing").status == 1)
    let missing = bellhop("check-config --json missing 2>/dev/null").output
    #expect(missing.hasPrefix(#"{"faults":[{"file":"missing","reason":""#), "\(missing)")
    directory.write(".config/bellhop/bellhop.conf", "[Locked]\nKeys=Previews/Show\n".utf8)
    #expect(bellhop("check-config").output.hasPrefix("\(directory.path)/.config/bellhop/bellhop.conf:2: "))
  }
}
