import NotificationModel
import NotificationProtocol
import Varlink
import Wording

// What `bellhop front on`, `off` and `status` come to, and what `bellhop doctor` has to say of the front.

extension FrontSwitch {
  static func on(_ arguments: Arguments, _ session: Session) throws(Failure) {
    // Without a daemon nothing is begun.
    _ = try session.control { try $0.frontReport() }
    try run(arguments, session) { front throws(FrontFault) in try front.on() }
    if arguments.has(.json) { _ = try session.control(arguments) { try $0.frontReport() } }
  }

  /// With nothing to take away this is one call to the daemon.
  static func off(_ mode: FrontMode, _ arguments: Arguments, _ session: Session) throws(Failure) {
    guard hasWritten else { return try session.control(arguments) { try $0.setFront(mode) } }
    try run(arguments, session) { front throws(FrontFault) in try front.off(mode) }
  }

  /// Whether there is something to take away before another mode holds.
  static var hasWritten: Bool {
    SessionEnvironment().map { SmallFile.isThere(FrontNote.path($0)) } ?? false
  }

  /// What can be seen of the desktop; with `--json` as an object of its own.
  static func tellSurvey(_ arguments: Arguments, _ session: Session) {
    switch survey(arguments, session) {
    case .success(let survey):
      if arguments.has(.json) { return session.print(JSON(fields: ["desktop": survey.json])) }
      let mode = try? session.control { try $0.frontReport() }.mode
      let lines = survey.lines(mode: mode).map { session.words.front($0) }
      session.terminal.write(visible(lines.joined(separator: "\n"), keepingLines: true) + "\n")
    case .failure(let fault):
      let front = session.words.front
      if arguments.has(.json) { return session.print(JSON(fields: ["desktopFault": front(fault.told).json])) }
      session.terminal.write(visible(front(.nameUnknown(fault.told))) + "\n")
    }
  }

  /// Where there is no bus the daemon has said so.
  static func findings(_ arguments: Arguments, _ session: Session) throws(Failure) -> [DesktopFinding] {
    guard case .success(let survey) = survey(arguments, session) else { return [] }
    let mode = try session.control { try $0.frontReport() }.mode
    return survey.facts(mode: mode, session.words.front).map(session.wording.finding)
  }

  private static func survey(_ arguments: Arguments, _ session: Session) -> Result<FrontSurvey, FrontFault> {
    do throws(FrontFault) {
      let front = try FrontSwitch(session, arguments)
      return .success(try FrontSurvey(front, on: try SessionBus(front.environment.addresses)))
    } catch {
      return .failure(error)
    }
  }

  private static func run(
    _ arguments: Arguments, _ session: Session, _ body: (FrontSwitch) throws(FrontFault) -> Void
  ) throws(Failure) {
    do throws(FrontFault) { try body(FrontSwitch(session, arguments)) } catch {
      throw .failed(session.words.front(error.told))
    }
  }
}
