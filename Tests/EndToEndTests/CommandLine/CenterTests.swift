import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// `bellhop center` in a terminal, with keys as a person presses them.
  @Suite struct CenterTests {
    private static let reply = Action(
      id: .literal("reply"), title: "Reply", input: TextInput())

    private func posted() async throws -> DaemonRig {
      let rig = try await DaemonRig.started()
      try rig.post("Tea Is Ready")
      try rig.post("Lunch?", actions: [Self.reply])
      try rig.post("Build Finished")
      return rig
    }

    private func start(_ terminal: TmuxTerminal, _ prefix: String = "", options: String = "") {
      terminal.run("\(prefix) bellhop center \(options)")
    }

    /// The shell's screen is back, with the exit status.
    private func hasEnded(_ terminal: TmuxTerminal, _ status: Int32) async throws {
      try await terminal.shows("bellhop center", butNot: ["Quit"])
      terminal.run("echo ended $?")
      try await terminal.shows("ended \(status)", butNot: ["Tea Is Ready"])
    }

    @Test
    func `notifications are opened, read, dismissed and brought back by keys, and q leaves all as it was`()
      async throws
    {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      terminal.run("echo before; stty -g >\(rig.directory.path)/modes")
      start(terminal)
      try await terminal.shows("3 unread", ">   * Build Finished", "* Tea Is Ready")
      terminal.press("j", "Enter")
      try await terminal.shows("Lunch?", "[1] Reply", butNot: ["Tea Is Ready"])
      terminal.press("Escape")
      try await terminal.shows("Tea Is Ready")
      terminal.press("m")
      try await terminal.shows("2 unread", ">     Lunch?")
      terminal.press("j", "d")
      try await terminal.shows("Dismissed: 1", "1 unread", butNot: ["Tea Is Ready"])
      try await eventually("gone", holds: { try rig.entry(NotificationID(1))?.state == .dismissed })
      terminal.press("u")
      try await terminal.shows("As before: 1", "* Tea Is Ready")
      terminal.press("n", "1")
      try await terminal.shows("Do Not Disturb until ")
      #expect(try rig.control().status().doNotDisturbUntil != nil)
      terminal.press("n", "1")
      try await terminal.shows("Do Not Disturb is off", butNot: ["until"])
      #expect(try !rig.control().status().doNotDisturb)
      terminal.press("e")
      try await terminal.shows("Why it was treated", "Delivery: held back")
      // A byte that comes together with Esc is a key with Alt.
      terminal.press("Escape")
      try await terminal.shows("Tea Is Ready", butNot: ["Why it was treated"])
      terminal.press("s")
      try await terminal.shows("Settings of", "Banners: on")
      terminal.press("2")
      try await terminal.shows("Banners: off")
      terminal.press("Escape")
      try await terminal.shows("Tea Is Ready", butNot: ["Settings of"])
      terminal.press("q")
      try await hasEnded(terminal, 0)
      try await terminal.shows("before")
      terminal.run("stty -g | cmp - \(rig.directory.path)/modes && echo same")
      try await terminal.shows("\nsame")
    }

    @Test func `a reply is written, a notification put off, and a search finds as one types`() async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("Lunch?")
      terminal.press("/")
      terminal.type("lun")
      try await terminal.shows("Search: lun", "Lunch?", butNot: ["Tea Is Ready"])
      terminal.press("Enter", "r")
      terminal.type("At noon, 회의 뒤에")
      try await terminal.shows("Reply: At noon, 회의 뒤에")
      terminal.press("Enter")
      try await eventually("the reply", holds: { try rig.entry(NotificationID(2))?.unread == false })
      terminal.press("Escape")
      try await terminal.shows("Tea Is Ready")
      terminal.press("Home", "j", "z", "2")
      try await terminal.shows("Put off until ")
      try await eventually("later", holds: { try rig.entry(NotificationID(3))?.until != nil })
      terminal.press("q")
      try await hasEnded(terminal, 0)
    }

    @Test func `what is read is cleared and brought back, and what is erased is gone for good`() async throws
    {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("3 unread")
      terminal.press("m")
      try await terminal.shows("2 unread")
      terminal.press("c")
      try await terminal.shows("Clear all that is read (1)? [y/N]")
      terminal.press("y")
      try await terminal.shows("Dismissed: 1", butNot: ["Build Finished"])
      terminal.press("u")
      try await terminal.shows("As before: 1", "Build Finished")
      // A read notification can be dismissed, too.
      terminal.press("g", "j", "d")
      try await terminal.shows("Dismissed: 1", butNot: ["Build Finished"])
      terminal.press("x")
      try await terminal.shows("Erase “Lunch?” for good? [y/N]")
      terminal.press("y")
      try await terminal.shows("Erased for good: 1", "Tea Is Ready", butNot: ["Lunch?"])
      #expect(try rig.entry(NotificationID(2)) == nil)
    }

    @Test func `what was missed stands first, and has been looked at once its text was open`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let client = try rig.control()
      try client.setDoNotDisturb(true)
      for number in 1...4 { try rig.post("Tea \(number)") }
      try client.setDoNotDisturb(false)
      try await eventually("a banner", holds: { !server.notifications.isEmpty })
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("4 missed", "Missed while Do Not Disturb was on", "Mail?: Tea 4")
      terminal.press("Enter")
      try await eventually("looked at", holds: { try rig.entry(NotificationID(4))?.missed == nil })
      #expect(try rig.entry(NotificationID(4))?.unread == true)
      terminal.press("Escape")
      try await terminal.shows("3 missed", "Mail?: Tea 4")
    }

    @Test func `settings of an app are opened at once, and an app that is not known is named`() async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal, options: "--settings org.example.Mail")
      try await terminal.shows("Settings of", "> [1] Notifications: allowed")
      terminal.press("q")
      try await hasEnded(terminal, 0)
      start(terminal, options: "--settings org.example.None")
      try await terminal.shows("No app called org.example.None", "Tea Is Ready")
      terminal.press("q")
      try await hasEnded(terminal, 0)
      terminal.run("clear")
      start(terminal, options: "--settings ''")
      try await hasEnded(terminal, 1)
    }

    @Test func `at the lock what was on the screen is gone, and what a locked screen may show comes`()
      async throws
    {
      let rig = try await DaemonRig.started()
      _ = try await rig.bellhop("post", "--hidden-preview", "New message", "Ann", "The door code is blue.")
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("door code")
      terminal.press("Enter")
      try await terminal.shows("\n The door code is blue.")
      _ = try await rig.bellhop("lock")
      try await terminal.shows("Screen locked", "New message", butNot: ["blue", "Ann"])
      _ = try await rig.bellhop("unlock")
      try await terminal.shows("door code", butNot: ["Screen locked"])
    }

    @Test func `a daemon that ends is waited for, and its return is told`() async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("Tea Is Ready")
      try rig.crash()
      try await terminal.shows("does not answer", butNot: ["Tea Is Ready"])
      try await rig.start()
      try await terminal.shows("The daemon is back", "Tea Is Ready")
    }

    @Test func `keys that the terminal's description lacks, and what is pasted, press nothing`() async throws
    {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal, "TERM=screen")
      try await terminal.shows("Tea Is Ready", "3 unread")
      terminal.press("j")
      try await terminal.shows(">   * Lunch?")
      // Ctrl-Up, F13, and text of a line that would leave.
      for keys in ["\u{1b}[1;5A", "\u{1b}[1;2P"] { terminal.type(keys) }
      terminal.paste("1du\nq")
      terminal.press("/")
      try await terminal.shows("Search:", "Tea Is Ready", "3 unread", butNot: ["Dismissed"])
      terminal.paste("lu\nn")
      try await terminal.shows("Search: lu n", "Nothing matches")
      terminal.press("BSpace", "BSpace")
      terminal.paste("nch")
      try await terminal.shows("Search: lunch", "Lunch?", butNot: ["Tea Is Ready"])
      #expect(try rig.entry(NotificationID(2))?.unread == true)
    }

    @Test(arguments: ["tmux-256color", "linux"])
    func `a stopped centre leaves the screen to its shell, and goes on whole`(type: String) async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal, "TERM=\(type)")
      try await terminal.shows("Tea Is Ready")
      terminal.press("C-z")
      try await terminal.shows("Stopped", butNot: ["Tea Is Ready"])
      terminal.run("fg")
      try await terminal.shows("3 unread", "Tea Is Ready", "Quit", butNot: ["Stopped"])
      terminal.press("q")
      try await terminal.shows("$", butNot: ["Quit"])
      terminal.run("echo ended $?")
      try await terminal.shows("ended 0", butNot: ["Tea Is Ready"])
    }

    @Test func `where no shell could have it go on, a centre does not stop`() async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      // Tmux continues its own children when they stop, but not their children.
      terminal.run("exec sh -c 'bellhop center; exit'")
      try await terminal.shows("Tea Is Ready")
      terminal.press("C-z", "/")
      try await terminal.shows("Search:", "Tea Is Ready")
    }

    @Test(arguments: [0, SIGTERM, SIGSEGV])
    func `a terminal without a second screen keeps nothing of what was shown`(signal: Int32) async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      terminal.run("ulimit -c 0")
      start(terminal, "TERM=linux")
      try await terminal.shows("Tea Is Ready", "Quit")
      if signal == 0 { terminal.press("q") } else { kill(try #require(terminal.process), signal) }
      try await terminal.shows("$", butNot: ["Tea Is Ready", "Quit"])
      terminal.run("echo ended $?")
      try await terminal.shows("ended \(signal == 0 ? 0 : 128 + signal)", butNot: ["Tea Is Ready"])
    }

    /// One signal of each class: a request to end, a crash, a user's signal, and a real-time signal. The others whose
    /// default ends a process run at night. SIGQUIT is left out: the shell prints "Quit", which is also a word at the
    /// foot of the centre.
    private static let endings =
      [SIGTERM, SIGSEGV, SIGUSR1, 64]
      + (isNightly
        ? [
          SIGINT, SIGHUP, SIGABRT, SIGPIPE, SIGALRM, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,
          SIGSTKFLT, SIGPWR,
        ] : [])

    @Test(arguments: endings)
    func `a signal, or a crash, leaves the terminal as it was`(signal: Int32) async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      terminal.run("ulimit -c 0; echo before; stty -g >\(rig.directory.path)/modes")
      start(terminal)
      try await terminal.shows("Tea Is Ready")
      kill(try #require(terminal.process), signal)
      try await hasEnded(terminal, 128 + signal)
      try await terminal.shows("before")
      terminal.run("stty -g | cmp - \(rig.directory.path)/modes && echo same")
      try await terminal.shows("\nsame")
    }

    @Test func `the screen follows its terminal from 40 to 200 columns, and the mouse selects`() async throws
    {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig, columns: 40, rows: 10)
      start(terminal)
      try await terminal.shows("* Tea Is Ready")
      for columns in [200, 80, 120, 40] {
        terminal.resize(columns: columns, rows: 12)
        try await eventually("\(columns) columns") {
          terminal.screen.contains("│") == (columns >= 100) && terminal.screen.contains("Tea Is Ready")
        }
      }
      // As a terminal of this kind tells that the left button goes down in the tenth column of the fifth line: 32 and more.
      terminal.type("\u{1b}[M *%")
      try await terminal.shows(">   * Tea Is Ready")
    }

    @Test(arguments: [("NO_COLOR=1", "tmux-256color"), ("X=", "vt100")])
    func `colours are there where there are some`(variable: String, type: String) async throws {
      let rig = try await posted()
      for (words, hasColours) in [("", true), ("\(variable) TERM=\(type)", false)] {
        let terminal = try await TmuxTerminal(rig)
        start(terminal, words)
        // With the last line the screen is whole.
        try await terminal.shows("Tea Is Ready", "Quit")
        try await eventually("colours: \(hasColours)") { terminal.drawing.contains("36m") == hasColours }
      }
    }

    @Test func `what cannot be drawn on is named, with list as the way out`() async throws {
      let rig = try await DaemonRig.started()
      let tool = try await rig.bellhop("center")
      #expect(tool.status == 1 && tool.output.contains("no terminal") && tool.output.contains("bellhop list"))
      let terminal = try await TmuxTerminal(rig, columns: 120)
      start(terminal, "TERM=dumb")
      try await hasEnded(terminal, 1)
      try await terminal.shows("no screen that can be drawn on")
      terminal.run("clear; mkdir -p \(rig.directory.path)/lib; : >\(rig.directory.path)/lib/libncursesw.so.6")
      start(terminal, "LD_LIBRARY_PATH=\(rig.directory.path)/lib")
      try await hasEnded(terminal, 1)
      try await terminal.shows("libncursesw6", "bellhop list")
    }

    @Test func `ncurses is loaded by the centre alone`() async throws {
      let rig = try await posted()
      let terminal = try await TmuxTerminal(rig)
      start(terminal)
      try await terminal.shows("Tea Is Ready")
      func maps(_ process: pid_t) throws -> String {
        String(decoding: try readFile("/proc/\(process)/maps"), as: UTF8.self)
      }
      #expect(try maps(try #require(terminal.process)).contains("libncursesw"))
      let watch = try rig.follow(["watch", "--format", "plain"])
      try await eventually("a line", holds: { watch.output().contains("unread") })
      #expect(try !maps(watch.pid).contains("libncurses") && !maps(watch.pid).contains("libtinfo"))
    }
  }
}
