import BellhopClient
import CLinux
import Glibc
import NotificationModel
import Varlink
import Wording

/// The longest program name in characters, so that the title has room for the rest.
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
      bellhop by the same. What the notification says is the program's name, the directory, how it ended and after how
      long, and never an argument. What was interrupted at the terminal is not told. Nothing that goes wrong with the
      notification changes the exit status; standard error says so, but for --quiet.
      While you look at the terminal that the command runs in, its end is put into the list alone, without a banner, also
      a failure. That can be told where the desktop says which process has the window in front (X11, sway), and that is
      a terminal known by its name, without another window or tab; never within an editor, tmux, screen or ssh. Else
      there is a banner.
      SECONDS can be a duration such as 90s, 10m, 1h30m, 2d.
      For a shell (bash, zsh): alias make='bellhop run make'. For fish: alias make 'bellhop run make'.
      """
  ) { (arguments, session) throws(Failure) in
    let patience =
      try arguments.text(after).map { text throws(Failure) in try seconds(text, of: after.name) } ?? 10
    let directory = currentDirectory()
    let count = arguments.operands.count
    let written = arguments.operands.first ?? ""
    let start = uptimeMilliseconds()
    var command: RunningCommand
    do throws(RunningCommand.CannotStart) {
      command = try RunningCommand(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count))
    } catch {
      session.terminal.writeError("bellhop run: \(visible(written)): \(error.reason)\n")
      exit(error.status)
    }
    let way = command.end()
    let time = uptimeMilliseconds() - start
    let end = CommandEnd(program: programName(written), way: way, seconds: time / 1_000)
    if time >= patience * 1_000, end.isSuccess || !command.isInterrupted {
      do throws(Failure) { try postEnd(end, in: directory, session) } catch {
        if !arguments.has(.quiet) {
          session.terminal.writeError("bellhop run: not told: \(visible(error.message(session.words)))\n")
        }
      }
    }
    endProcess(as: way)
  }
}

/// Time since boot, which setting the clock does not change. Includes suspension, since the person has waited through
/// it.
private func uptimeMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// The name of a command in texts for the person.
func programName(_ command: String) -> String {
  let name = command.split(separator: "/").last.map(String.init) ?? ""
  return name.count > longestName ? name.prefix(longestName - 1) + "…" : name
}

/// The longest directory in characters.
private let longestDirectory = 80

private func currentDirectory() -> String? {
  guard let path = getcwd(nil, 0) else { return nil }
  defer { free(path) }
  return shownDirectory(String(cString: path), home: getenv("HOME").map { String(cString: $0) })
}

/// The directory as shells write it, with a tilde for `home`; the end of a long one.
func shownDirectory(_ path: String, home: String?) -> String {
  let home = home.flatMap { $0.count > 1 && !$0.hasSuffix("/") ? $0 : nil }
  let isHome = home.map { path == $0 || path.hasPrefix($0 + "/") } == true
  let shown = isHome ? "~" + path.dropFirst(home?.count ?? 0) : path
  return shown.count > longestDirectory ? "…" + shown.suffix(longestDirectory - 1) : shown
}

/// Each run has an identifier of its own, so that two failed runs are two notifications. `isSeen`: the person looks at
/// the command's terminal.
func notification(
  of end: CommandEnd, in directory: String? = nil, isSeen: Bool = false, process: pid_t, wording: Wording,
  language: String?
) -> JSON {
  let (title, body) = wording.notification(of: end)
  let name = "run:\(visible(end.program))".cut(toBytes: Limits.nameBytes - 16)
  return JSON(fields: [
    "app": AppID.shell.text.json, "title": title.json, "subtitle": directory?.json, "body": body.json,
    "language": language?.json, "level": isSeen ? InterruptionLevel.passive.rawValue.json : nil,
    "identifier": "\(name):\(process)".json, "thread": name.json,
  ])
}

private func postEnd(_ end: CommandEnd, in directory: String?, _ session: Session) throws(Failure) {
  // On a connection of its own, since without an answer there is a banner.
  let status = session.glance { try $0.status() }
  let notification = notification(
    of: end, in: directory, isSeen: status?.isSeen(.present) == true, process: getpid(),
    wording: session.wording, language: session.language)
  try session.notifications(on: .control) { client in
    // The caller of `bellhop run` waits for this call.
    client.connection.replyTimeout = .seconds(2)
    _ = try client.post(notification: notification, strict: false, language: session.language)
  }
}

extension DaemonStatus {
  /// Whether the person looks at this terminal, as far as the desktop tells for certain.
  func isSeen(_ terminal: OwnTerminal) -> Bool {
    guard !locked, present != false, let front = foregroundProcess.flatMap(Int32.init) else { return false }
    return terminal.isShown(by: front)
  }
}

/// A command that runs in place of this process: it has the same streams and process group, so that the terminal treats
/// it like this process, and signals to this process alone are passed on to it.
private struct RunningCommand {
  /// All signals except those that cannot be blocked, the one for the command's end, and those for this program's own
  /// faults.
  private static let passedOn = (1...64).filter {
    ![SIGKILL, SIGSTOP, SIGCHLD, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS].contains($0)
  }

  private let process: pid_t
  private let awaited: sigset_t
  /// True after an interrupt from the terminal.
  private(set) var isInterrupted = false

  /// Arguments as C strings: a file name need not be valid UTF-8.
  typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Throws the exit status that shells use if a command cannot be started.
  init(_ words: Words) throws(CannotStart) {
    // SIGCHLD may be ignored by inheritance: then the command's end would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var (mine, former) = (sigset_t(), sigset_t())
    sigemptyset(&mine)
    for number in Self.passedOn + [SIGCHLD] { sigaddset(&mine, number) }
    // Blocked from here on and consumed by `end()`; the command gets the former mask.
    sigprocmask(SIG_BLOCK, &mine, &former)
    awaited = mine
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &former)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    var code = Self.start(words, &attributes, &process)
    // A file without an interpreter line is a shell script (execvp(3)).
    if code == ENOEXEC { code = Self.startByShell(words, &attributes, &process) }
    guard code == 0 else { throw CannotStart(code: code) }
    self.process = process
    Self.releaseStreams()
  }

  private static func start(_ words: Words, _ attributes: inout posix_spawnattr_t, _ process: inout pid_t)
    -> Int32
  {
    guard let program = words[0] else { return ENOENT }
    return posix_spawnp(&process, program, nil, &attributes, words, environ)
  }

  /// The shell searches the path in the same way.
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

  /// Releases the streams, so that programs that read from or write to the command see its end, and not this process's.
  private static func releaseStreams() {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDIN_FILENO)
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  /// Waits for the command's end.
  mutating func end() -> CommandEnd.Way {
    var awaited = awaited
    while true {
      var about = siginfo_t()
      let number = sigwaitinfo(&awaited, &about)
      // A positive code is the kernel's.
      let isFromTerminal = about.si_code > 0 && Self.isSharedByTerminal(number)
      switch number {
      case SIGCHLD: if let way = look() { return way }
      case SIGINT where isFromTerminal: isInterrupted = true
      case _ where number > 0 && !isFromTerminal: kill(process, number)
      default: break
      }
    }
  }

  /// True if a terminal sends this signal to the command as well. A hangup goes to the session leader alone.
  private static func isSharedByTerminal(_ number: Int32) -> Bool {
    switch number {
    case SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH: true
    case SIGHUP: getsid(0) != getpid()
    default: false
    }
  }

  /// The result of the command; `nil` while it runs. While the command is stopped, so is this process, for its parent
  /// to see.
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
      // The continue signal may have been sent to this process alone.
      kill(process, SIGCONT)
    }
  }
}

/// Ends this process in the same way as the command.
func endProcess(as way: CommandEnd.Way) -> Never {
  switch way {
  case .status(let status): exit(status)
  case .signal(let number):
    // A core dump, if any, is the command's.
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
