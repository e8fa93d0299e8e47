import BellhopClient
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Wording

private let app = Option("--app", "APP", "all that is stored of this app")
private let everything = Option(
  "--all", nil, "all that is stored of any app, and databases that were set aside")
private let yes = Option("--yes", nil, "do not ask first")

extension Subcommand {
  static let erase = Subcommand(
    name: "erase", summary: "Delete notifications for good.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.all))],
    options: [app, everything, yes, .json],
    notes: """
      Nothing brings them back. Text, picture, decisions and events go off the disk at once; all of the IDs or, where \
      one is unknown, none. Databases that were set aside go with \(everything.name) alone. An app is told that what \
      was unread or still to come is withdrawn. What the person chose of apps stays, and what these have said about \
      themselves. Without a terminal, \(yes.name) is needed.
      \(idForms)
      """
  ) { (arguments, session) throws(Failure) in
    let words = session.words.changes
    let what = try erasing(arguments, try session.ids(arguments.operands))
    if !arguments.has(yes) {
      let count = try session.control { try $0.erase(what, counts: true).erased }
      let asks = count > 0 || what == .everything
      if asks, try !session.terminal.agrees(to: question(what, count, arguments.text(app), words)) {
        throw .failed(words.nothingErased)
      }
    }
    let (erased, server, left) = try session.control(arguments) { try $0.erase(what) }
    if erased == 0, let name = arguments.text(app) { session.remarkIfUnknown(name) }
    guard !arguments.has(.json) else { return }
    session.terminal.write((erased == 0 ? words.nothingToErase : words.erased(erased)) + "\n")
    guard erased > 0 || what == .everything else { return }
    if erased > 0, let server {
      session.terminal.remark(words.mayKeepCopy(visible(server)) + "\n")
    }
    for path in left + filesOfRoot { session.terminal.remark(words.mayHoldCopy(visible(path)) + "\n") }
  }

  /// The directory with files that root has kept for this person; empty if it holds none.
  private static var filesOfRoot: [String] {
    let path = "\(KeptName.directory)/\(getuid())"
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return [] }
    let names = try? FileDescriptor(owning: directory).names(atMost: 1)
    return names?.isEmpty == false ? [path] : []
  }

  private static func erasing(_ arguments: Arguments, _ ids: [NotificationID]) throws(Failure) -> Erasing {
    let name = arguments.text(app)
    switch (ids.isEmpty, name, arguments.has(everything)) {
    case (false, nil, false):
      let batches = ids.batches
      guard batches.count == 1 else {
        throw .told(.tooManyIDs(given: ids.count, limit: batches[0].count))
      }
      return .notifications(ids)
    case (true, let name?, false):
      do throws(FieldFault) { return .app(try AppID(operand: name)) } catch {
        throw .refused(error.callError)
      }
    case (true, nil, true): return .everything
    default: throw .usage("give either IDs, \(app.name) or \(everything.name)")
    }
  }
}

/// The question before a deletion.
func question(
  _ what: Erasing, _ count: Int, _ app: String?, _ words: ChangeWording = .english
) -> String {
  switch what {
  case .notifications: words.askErase(count)
  case .app: words.askEraseApp(count, app ?? "")
  case .everything: words.askEraseAll(count)
  }
}
