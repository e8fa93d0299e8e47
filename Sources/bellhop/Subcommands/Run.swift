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
