import NotificationModel
import NotificationProtocol
import Varlink
import Wording

// The commands `bellhop front on`, `off` and `status`, and the part of `bellhop doctor` about the front.

extension FrontSwitch {
  static func on(_ arguments: Arguments, _ session: Session) throws(Failure) {
    // Fails before any change if there is no daemon.
    _ = try session.control { try $0.frontReport() }
    let end = try session.endOfChoice(arguments)
    try run(arguments, session) { front throws(FrontFault) in try front.on(until: end) }
    if arguments.has(.json) { _ = try session.control(arguments) { try $0.frontReport() } }
  }

  /// Without files to remove, this is one call to the daemon.
  static func off(_ arguments: Arguments, _ session: Session) throws(Failure) {
    if hasWritten {
      try run(arguments, session) { front throws(FrontFault) in try front.off() }
    } else {
      try session.change(arguments) { try $0.setFront(.off) }
    }
    // The command has succeeded; the state of the bus is extra information.
    try? FrontSwitch(session, arguments).sayWhetherNameIsFree()
  }

  private static var hasWritten: Bool {
    SessionEnvironment().map { !FrontFiles(environment: $0).written.isEmpty } ?? false
  }

  private static func run(
    _ arguments: Arguments, _ session: Session, _ body: (FrontSwitch) throws(FrontFault) -> Void
  ) throws(Failure) {
    do throws(FrontFault) { try body(FrontSwitch(session, arguments)) } catch {
      throw .failed(session.words.front(error.sentence))
    }
  }

  // MARK: Looking

  /// Prints the state of the notification name, as far as it shows without the daemon; with `--json` as an object of
  /// its own.
  static func printSurvey(_ arguments: Arguments, _ session: Session) {
    let front = session.words.front
    do throws(FrontFault) {
      let (owner, behind, beside, written) = try survey(arguments, session)
      if arguments.has(.json) {
        let desktop = JSON(fields: [
          "owner": owner?.json, "behind": behind?.json, "beside": beside?.owner.json,
          "written": .array(written.map(\.json)),
        ])
        return session.print(JSON(fields: ["desktop": desktop]))
      }
      let server =
        behind.map { FrontSentence.serverBehind($0.sentence) }
        ?? beside.map { $1 == .plasma ? .plasmaBeside($0.sentence) : .serverBeside($0.sentence) }
        ?? .noServerBehind
      let lines = [.name(owner?.sentence ?? .nobody), server] + written.map { FrontSentence.isWritten($0) }
      session.terminal.write(
        visible(lines.map { front($0) }.joined(separator: "\n"), keepingLines: true) + "\n")
    } catch {
      if arguments.has(.json) {
        return session.print(JSON(fields: ["desktopFault": front(error.sentence).json]))
      }
      session.terminal.write(visible(front(.nameUnknown(error.sentence))) + "\n")
    }
  }

  /// With the front on, the daemon itself reports the owner of the name; without a bus it has reported that.
  static func findings(_ arguments: Arguments, _ session: Session) throws(Failure) -> [DesktopFinding] {
    guard let (owner, _, _, written) = try? survey(arguments, session) else { return [] }
    let mode = try session.control { try $0.frontReport() }.mode
    guard mode != FrontMode.on.rawValue else { return [] }
    let facts: [DesktopFact] =
      [.nameBelongs(to: owner.map { session.words.front($0.sentence) })]
      + (written.isEmpty ? [] : [.frontFilesLeft(written)])
    return facts.map(session.wording.finding)
  }

  private static func survey(_ arguments: Arguments, _ session: Session) throws(FrontFault)
    -> (
      owner: BusOwner?, behind: BusOwner?, beside: (owner: BusOwner, shell: ServerPlace.Shell)?,
      written: [String]
    )
  {
    let front = try FrontSwitch(session, arguments)
    let bus = try SessionBus(front.environment.addresses)
    let owner = try BusOwner.find(BusOwner.notifications, on: bus)
    // A shell that has the name itself is its owner.
    let beside = owner?.isDaemon == true ? try ServerPlace.shellBeside(bus, front.environment) : nil
    return (owner, try BusOwner.behind(on: bus, front.environment), beside, front.files.written)
  }
}

extension BusOwner {
  fileprivate var json: JSON {
    JSON(fields: [
      "name": uniqueName.json, "process": process > 0 ? Int(process).json : nil, "program": program?.json,
    ])
  }
}
