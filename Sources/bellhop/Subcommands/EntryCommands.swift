import BellhopClient
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Wording

private let replyText = Option("--text", "TEXT", "the reply, for an action that asks for one")

extension Subcommand {
  static let activate = Subcommand(
    name: "activate", summary: "Press a notification, or one of its actions.",
    operands: [Operand("ID", offers: .notifications(.pressable)), Operand("ACTION", isOptional: true)],
    options: [replyText, .json], notes: "ID can be last, the first that 'bellhop list' shows."
  ) { (arguments, session) throws(Failure) in
    let id = try session.id(arguments)
    let action = arguments.operands.dropFirst().first ?? ItemID.defaultAction.text
    do throws(Failure) {
      try session.control(arguments) {
        try $0.activate(id, action: ItemID(action: action), text: arguments.text(replyText))
      }
    } catch {
      guard !arguments.has(.json), case .refused(let refusal) = error,
        ControlError(refusal) == .notFound(what: Missing.action.words),
        let entry = try session.entry(id)
      else { throw error }
      let names = entry.actions.map(\.id.text)
      let known = names.isEmpty ? "no actions" : names.joined(separator: ", ")
      throw .localized(.isNotFound(what: "action \(action); \(id) has \(known)"))
    }
  }
}

private let readAll = Option("--all", nil, "all of them")

extension Subcommand {
  static let read = Subcommand(
    name: "read", summary: "Mark notifications read.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.unread))],
    options: [readAll, .json],
    notes: """
      \(idForms)
      IDs that are unknown are passed over.
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try session.ids(arguments.operands)
    guard ids.isEmpty == arguments.has(readAll) else { throw .usage("give either IDs or --all") }
    try session.control(arguments) { client in
      if ids.isEmpty { try client.markRead(nil) }
      for batch in ids.batches { try client.markRead(batch) }
    }
  }
}

private let until = Option("--until", "TIME", "alert again then")
private let duration = Option("--for", "DURATION", "alert again after so long, such as 30m or 1h")

extension Subcommand {
  static let snooze = Subcommand(
    name: "snooze", summary: "Put a notification off.",
    operands: [Operand("ID"), Operand("TIME-or-DURATION", isOptional: true)],
    options: [until, duration, .json],
    notes: """
      ID can be last, the first that 'bellhop list' shows.
      TIME is \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like, and takes so long however the clock is set \
      meanwhile. Exactly one of TIME-or-DURATION, --until and --for is needed.
      """
  ) { (arguments, session) throws(Failure) in
    let words = arguments.operands
    let id = try session.id(arguments)
    let given = [words.dropFirst().first, arguments.text(until), arguments.text(duration)].compactMap { $0 }
    guard given.count == 1, let text = given.first else {
      throw .usage("say once when: TIME-or-DURATION, --until or --for")
    }
    let end: ChosenEnd
    if arguments.has(until) {
      end = try chosenEnd(text, of: until.name, clock: session.clock)
    } else if arguments.has(duration) {
      end = .after(try durationWithUnit(text, of: duration.name))
    } else {
      end = try timeOrDuration(text, of: "TIME-or-DURATION", clock: session.clock)
    }
    try session.control(arguments) { try $0.snooze(id, until: end) }
  }
}

private let dismissAll = Option("--all", nil, "all that are unread")

extension Subcommand {
  static let dismiss = Subcommand(
    name: "dismiss", summary: "Take notifications off the list.",
    operands: [Operand("ID", isOptional: true, repeats: true, offers: .notifications(.pressable))],
    options: [dismissAll, .json],
    notes: """
      Takes read ones, too. If one of the IDs is unknown, none is taken. 'bellhop undo' brings back what the last \
      dismiss took away, \(erasedByThen); 'bellhop clear' takes away all that is read.
      \(idForms)
      """
  ) { (arguments, session) throws(Failure) in
    let ids = try session.ids(arguments.operands)
    guard ids.isEmpty == arguments.has(dismissAll) else { throw .usage("give either IDs or --all") }
    let batches = ids.batches
    // Several calls would be several steps for undo.
    guard batches.count <= 1 else {
      throw .localized(.tooManyIDs(given: ids.count, limit: batches[0].count))
    }
    let count = try session.control(arguments) {
      try ids.isEmpty ? $0.dismissAll().dismissed : $0.dismiss(ids).dismissed
    }
    guard !arguments.has(.json), let count else { return }
    let (all, words) = (Set(ids).count, session.words.changes)
    if count == 0 {
      session.terminal.write((ids.isEmpty ? words.nothingUnread : words.nothingToDismiss) + "\n")
    } else if count < all {
      session.terminal.write(words.dismissed(count, all) + "\n")
    }
  }
}

private let clearedApp = Option("--app", "APP", "of this app alone")
private let age = Option("--older-than", "DURATION", "only what last came longer ago, such as 12h or 7d")

extension Subcommand {
  static let clear = Subcommand(
    name: "clear", summary: "Take all that is read off the list.", options: [clearedApp, age, .json],
    notes: """
      What is unread, and what is still to come, stays. 'bellhop undo' brings back what the last clear took away, \
      \(erasedByThen). 'bellhop list --all' lists what was cleared, and 'bellhop erase' deletes for good.
      """
  ) { (arguments, session) throws(Failure) in
    let name = arguments.text(clearedApp)
    let before = try arguments.text(age).map { text throws(Failure) in
      session.clock.now.advanced(bySeconds: -(try durationWithUnit(text, of: age.name)))
    }
    let count = try session.control(arguments) { client in
      try client.clear(app: try name.map { try AppID(operand: $0) }, before: before)
    }
    if count == 0, let name { session.remarkIfUnknown(name) }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      (count == 0 ? session.words.changes.nothingToClear : session.words.changes.cleared(count)) + "\n")
  }
}

/// Text for the help of the subcommands that `undo` reverts.
private let erasedByThen = """
  but for the text that was erased by then (--private, Store=): with Store=titles the title comes back, and with \
  Store=none nothing of what was unread
  """

/// Longer lists of ids are not read.
private let mostNamed = 20

extension Subcommand {
  static let undo = Subcommand(
    name: "undo", summary: "Take back the last dismiss, clear, read, snooze, allow, deny or set.",
    operands: [], options: [.json],
    notes: """
      Each undo goes one command further back, over a day: what was taken off the list comes back, \(erasedByThen). What \
      was read is unread again, what was snoozed is as before, and an app has its earlier settings. What has changed \
      since stays as it is. A dismiss or clear that found nothing to take away does not count, nor does one that was \
      refused for its words, since it never reached the daemon. Where the daemon refused the last one, there is nothing \
      to bring back.
      """
  ) { (arguments, session) throws(Failure) in
    let (count, ids, app) = try session.control(arguments) { try $0.undo() }
    guard !arguments.has(.json) else { return }
    let words = session.words.changes
    if let app { session.terminal.write(words.earlierSettings(app.text) + "\n") }
    guard count > 0 || app == nil else { return }
    let told =
      count == 0
      ? words.nothingToRestore
      : count > mostNamed
        ? words.restoredMany(count) : words.restored(ids.map(\.description).joined(separator: ", "))
    session.terminal.write(told + "\n")
  }
}

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
      Nothing brings them back. Text, picture, decisions and events go off the disk at once. If one of the IDs is \
      unknown, nothing is deleted. Databases that were set aside go with \(everything.name) alone. An app is told that \
      what was unread or still to come is withdrawn. What the person chose of apps stays, and what these have said about \
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

  /// The directory with files that root has kept for this person; empty if it holds no files.
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
        throw .localized(.tooManyIDs(given: ids.count, limit: batches[0].count))
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
