import CLinux
import Glibc
import NotificationModel
import Varlink
import Wording

/// Letters of it in a title, where more has to have room.
private let longestName = 200

private let after = Option("--after", "SECONDS", "tell of it if it took so long; without it, 10")

extension Subcommand {
  static let run = Subcommand(
    name: "run", summary: "Run a command, and post when it has ended, if it took long.",
    operands: [Operand("COMMAND"), Operand("ARGUMENT", isOptional: true, repeats: true)],
    options: [after], wordOrder: .optionsFirst,
    notes: """
      The command's streams, signals and exit status are its own: a terminal, a shell and a script see no difference. A
      command that cannot be started is 127 where there is none, else 126, as in shells; one that a signal ends, ends
      bellhop by the same. What the notification says is the program's name, how it ended and after how long, and never
      an argument. What was interrupted at the terminal is not told. Nothing that goes wrong with the notification
      changes the exit status; standard error says so, but for --quiet.
      SECONDS can be a duration such as 90s, 10m, 1h30m, 2d.
      For a shell (bash, zsh): alias make='bellhop run make'. For fish: alias make 'bellhop run make'.
      """
  ) { (arguments, session) throws(Failure) in
    let patience =
      try arguments.text(after).map { text throws(Failure) in try seconds(text, of: after.name) } ?? 10
    let count = arguments.operands.count
    let written = arguments.operands.first ?? ""
    let start = uptimeMilliseconds()
    var command: RunningCommand
    do throws(RunningCommand.CannotStart) {
      command = try RunningCommand(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count))
    } catch {
      session.terminal.complain("bellhop run: \(visible(written)): \(error.reason)\n")
      exit(error.status)
    }
    let way = command.end()
    let time = uptimeMilliseconds() - start
    let end = CommandEnd(program: programName(written), way: way, seconds: time / 1_000)
    if time >= patience * 1_000, end.isSuccess || !command.isInterrupted {
      do throws(Failure) { try tell(end, session) } catch {
        if !arguments.has(.quiet) {
          session.terminal.complain("bellhop run: not told: \(visible(error.message(session.words)))\n")
        }
      }
    }
    endProcess(as: way)
  }
}

/// Of the boot: a clock that is set does not make a command longer. Sleep counts, which somebody has waited through.
private func uptimeMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// What a command is called when people are told of it.
func programName(_ command: String) -> String {
  let name = command.split(separator: "/").last.map(String.init) ?? ""
  return name.count > longestName ? name.prefix(longestName - 1) + "…" : name
}

/// Each run is a thing of its own: two that failed are two.
func notification(of end: CommandEnd, process: pid_t, wording: Wording, language: String?) -> JSON {
  let (title, body) = wording.notification(of: end)
  let name = "run:\(visible(end.program))".cut(toBytes: Limits.nameBytes - 16)
  return JSON(fields: [
    "app": AppID.shell.text.json, "title": title.json, "body": body.json, "language": language?.json,
    "identifier": "\(name):\(process)".json, "thread": name.json,
  ])
}

private func tell(_ end: CommandEnd, _ session: Session) throws(Failure) {
  let notification = notification(
    of: end, process: getpid(), wording: session.wording, language: session.language)
  try session.notifications(on: .control) { client in
    // Whoever has run the command waits for us.
    client.connection.replyTimeout = .seconds(2)
    _ = try client.post(notification: notification, strict: false, language: session.language)
  }
}

/// A command that stands in for this process: it has our streams and our process group, so that a terminal treats it as
/// if we were not there, and what is sent to us alone is passed on to it.
struct RunningCommand {
  /// All but what nobody can wait for, what tells of the command itself, and the faults of this program.
  private static let passedOn = (1...64).filter {
    ![SIGKILL, SIGSTOP, SIGCHLD, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS].contains($0)
  }

  private let process: pid_t
  private let awaited: sigset_t
  /// Whether somebody at the terminal has interrupted it.
  private(set) var isInterrupted = false

  /// Words as C has them: a file's name need not be text.
  typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Fails with the status that shells give a command that cannot be started.
  init(_ words: Words) throws(CannotStart) {
    // Ours may be ignored by inheritance: then nobody would tell us of its end.
    signal(SIGCHLD, SIG_DFL)
    var (mine, former) = (sigset_t(), sigset_t())
    sigemptyset(&mine)
    for number in Self.passedOn + [SIGCHLD] { sigaddset(&mine, number) }
    // They wait for `end()` from here on; the command gets what we were given.
    sigprocmask(SIG_BLOCK, &mine, &former)
    awaited = mine
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &former)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    var code = Self.start(words, &attributes, &process)
    // What does not say who reads it is a script for the shell (execvp(3)).
    if code == ENOEXEC { code = Self.startByShell(words, &attributes, &process) }
    guard code == 0 else { throw CannotStart(code: code) }
    self.process = process
    Self.letGoOfStreams()
  }

  private static func start(_ words: Words, _ attributes: inout posix_spawnattr_t, _ process: inout pid_t)
    -> Int32
  {
    guard let program = words[0] else { return ENOENT }
    return posix_spawnp(&process, program, nil, &attributes, words, environ)
  }

  /// The shell looks for it in the path as we did.
  private static func startByShell(
    _ words: Words, _ attributes: inout posix_spawnattr_t, _ process: inout pid_t
  ) -> Int32 {
    let shell: [String] = ["/bin/sh", "-c", #"exec "$0" "$@""#]
    var all = shell.map { strdup($0) }
    defer { all.prefix(shell.count).forEach { free($0) } }
    var place = 0
    while let word = words[place] {
      all.append(word)
      place += 1
    }
    all.append(nil)
    return all.withUnsafeMutableBufferPointer { all in
      all.baseAddress.map { start($0, &attributes, &process) } ?? ENOEXEC
    }
  }

  struct CannotStart: Error {
    let code: Int32
    var reason: String { String(cString: strerror(code)) }
    var status: Int32 { code == ENOENT ? 127 : 126 }
  }

  /// Whoever reads from the command, or writes to it, hears of its end and not of ours.
  private static func letGoOfStreams() {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDIN_FILENO)
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  /// Waits until it has ended.
  mutating func end() -> CommandEnd.Way {
    var awaited = awaited
    while true {
      var about = siginfo_t()
      let number = sigwaitinfo(&awaited, &about)
      // Above 0 it is the kernel's.
      let isFromTerminal = about.si_code > 0 && Self.isSharedByTerminal(number)
      switch number {
      case SIGCHLD: if let way = look() { return way }
      case SIGINT where isFromTerminal: isInterrupted = true
      case _ where number > 0 && !isFromTerminal: kill(process, number)
      default: break
      }
    }
  }

  /// Whether a terminal that sends this has told the command, too. Of its own end it tells the leader of the session
  /// alone.
  private static func isSharedByTerminal(_ number: Int32) -> Bool {
    switch number {
    case SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH: true
    case SIGHUP: getsid(0) != getpid()
    default: false
    }
  }

  /// How it ended; `nil` where it has not. While it is stopped, so are we: whoever waits for us sees it.
  private func look() -> CommandEnd.Way? {
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, WNOHANG | WUNTRACED)
      if found < 0, errno == EINTR { continue }
      guard found == process else { return nil }
      let (low, high) = (status & 0x7F, status >> 8 & 0xFF)
      if low == 0 { return .status(high) }
      guard status & 0xFF == 0x7F else { return .signal(low) }
      raise(SIGSTOP)
      // Who has continued us may have meant us alone.
      kill(process, SIGCONT)
    }
  }
}

/// Ends this process as the command has ended.
func endProcess(as way: CommandEnd.Way) -> Never {
  switch way {
  case .status(let status): exit(status)
  case .signal(let number):
    // The core, if there is to be one, is the command's.
    _ = clinux_forbid_core_dumps()
    signal(number, SIG_DFL)
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    sigprocmask(SIG_UNBLOCK, &one, nil)
    kill(getpid(), number)
    exit(128 + number)
  }
}
