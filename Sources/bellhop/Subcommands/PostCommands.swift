import BellhopClient
import NotificationModel
import NotificationProtocol
import Varlink

private let strict = Option("--strict", nil, "refuse what the guidelines advise against")
private let wait = Option("--wait", nil, "wait for what the person does, and print it")
private let postedJSON = Option("--json", nil, "read a Notification object from standard input, print JSON")

extension Subcommand {
  static let post = Subcommand(
    name: "post", summary: "Post a notification.",
    operands: NotificationOptions.operands,
    options: NotificationOptions.options + [strict, wait, postedJSON] + PostingToPeople.options,
    notes: """
      \(NotificationOptions.notes)
      With --json, --app is for an object that names no app.
      What a script posts counts for that script, or its unit, alone: it keeps no other out.
      Advice on the text and the buttons goes to standard error; with --strict it is a refusal.
      \(PostingToPeople.notes)
      With --wait the last line says what the person did: the ID of the pressed action (default for the
      notification itself), the text of a reply, or read, dismissed, expired, withdrawn, denied;
      or replaced, once another post with the --identifier, and with --wait or --target, has taken its place.
      If this command has ended, its buttons lead nowhere, and the person is told so. Without --wait, a press on a
      button is kept for a program that follows the events of \(AppID.shell); the person is told if none does.
      """
  ) { (arguments, session) throws(Failure) in
    try arguments.check(NamedPeople.to, excludes: [strict, wait])
    try arguments.check(NamedPeople.everyone, excludes: [strict, wait])
    try arguments.check(
      postedJSON, goesWith: [NotificationOptions.app, strict, wait] + PostingToPeople.options)
    guard !arguments.has(postedJSON) || arguments.operands.isEmpty else {
      throw .usage("with --json the notification comes from standard input")
    }
    if let people = try PostingToPeople(arguments, session) { return try people.post() }
    var notification =
      arguments.has(postedJSON)
      ? try NotificationOptions.standardInputNotification(arguments)
      : try NotificationOptions.notification(from: arguments, session)
    if arguments.has(wait) { notification = Answer.marked(notification) }
    let socket = Session.Socket(of: notification.app)
    let post = { [notification] () throws(Failure) -> Receipt in
      let receipt = try session.notifications(on: socket, arguments) {
        try $0.post(
          notification: notification.json, advise: true, strict: arguments.has(strict),
          language: session.language)
      }
      let text = ReceiptText(receipt: receipt, words: session.words, clock: session.clock)
      if arguments.has(postedJSON) {
        session.terminal.remark(text.lostPictures)
      } else {
        session.terminal.write(text.text)
      }
      session.terminal.remark(text.advice)
      return receipt
    }
    guard arguments.has(wait) else { return _ = try post() }
    try Answer.await(notification, on: socket, session: session, post: post) { event, isReplaced in
      let json = isReplaced ? Answer.replaced(event) : event.json
      let text = isReplaced ? Answer.replaced : Answer.text(of: event)
      session.terminal.write((arguments.has(.json) ? json.text : text) + "\n", isWaitedFor: true)
    }
  }
}

private let app = Option("--app", "ID", "of this app; without it, of \(AppID.shell)")
private let identifier = Option("--identifier", "ID", "what was posted with it", repeats: true)
private let thread = Option("--thread", "THREAD", "all that was posted with it")

extension Subcommand {
  static let withdraw = Subcommand(
    name: "withdraw", summary: "Take back what was posted, by its identifier or thread.",
    options: [app, identifier, thread, .json, NamedPeople.to, NamedPeople.everyone, NamedPeople.directory],
    notes: """
      It goes from the screen, from the list and from the schedule, also what was read, and undo brings none of it back.
      What is gone already, or never was, is no fault; what 'bellhop post --wait' waits for ends with withdrawn.
      Root takes back what it has posted to people with --to and --to-everyone, as 'bellhop post' has them. What --keep
      has left for those who were not reached is not taken back.
      """
  ) { (arguments, session) throws(Failure) in
    guard arguments.has(identifier) || arguments.has(thread) else {
      throw .usage("\(identifier.name) or \(thread.name) is missing")
    }
    let identifiers = try arguments.all(identifier).map { text throws(Failure) in
      try opaqueName(text, of: identifier.name)
    }
    let named = try arguments.text(thread).map { text throws(Failure) in
      try opaqueName(text, of: thread.name)
    }
    if let people = try NamedPeople(arguments) {
      let outcomes = people.call { _ in
        .withdraw(app: .system, identifiers: identifiers, thread: named)
      }
      return try people.report(outcomes.map { $0.map { withdrawnText($0.withdrawn) } }, arguments, session)
    }
    let name = arguments.text(app) ?? AppID.shell.text
    let withdrawn = try session.notifications(on: Session.Socket(of: name), arguments) {
      try $0.withdraw(app: AppID(operand: name), identifiers: identifiers, thread: named).withdrawn
    }
    if !arguments.has(.json) { session.terminal.write(withdrawnText(withdrawn) + "\n") }
  }
}

private func opaqueName(_ text: String, of option: String) throws(Failure) -> OpaqueName {
  guard let name = OpaqueName(text) else {
    throw .usage("\(option) is 1 to \(Limits.nameBytes) bytes, without control characters")
  }
  return name
}

private func withdrawnText(_ withdrawn: Int) -> String {
  withdrawn == 0 ? "nothing to withdraw" : "withdrawn: \(withdrawn)"
}

/// The person's response to a notification that this command has posted.
enum Answer {
  /// Posts, and follows events until the person or time has settled the notification, or another post has replaced it.
  /// Subscribes before posting, so that even the fastest press is not missed.
  static func await(
    _ notification: WrittenNotification, on socket: Session.Socket, session: Session,
    post: () throws(Failure) -> Receipt, ended: (Event, _ isReplaced: Bool) -> Void
  ) throws(Failure) {
    let since = LocalClock().now
    var posted = since
    var id: NotificationID?
    var acknowledged = EventSequence(0)
    try session.notifications(on: socket) { client in
      let app = try AppID(operand: notification.app)
      try client.subscribe(app: app) { event in
        if event.kind == .ready {
          acknowledged = event.sequence
          id = try post().id
          posted = LocalClock().now
          return true
        }
        guard let own = id else { return true }
        // A scheduled post may have joined an existing entry when it became due.
        if event.time > posted, isOwn(event, notification) { id = event.id }
        guard let id else { return true }
        let isReplaced =
          event.id == id && isOfAnother(event, than: notification)
          || supersedes(event, of: own, notification)
        if isReplaced {
          // The end of the earlier notification is reported as well.
          guard event.time > posted else { return true }
          ended(event, true)
          return false
        }
        guard isAnswer(event, to: id, since: since) else { return true }
        ended(event, false)
        if settles(event, of: app, after: acknowledged) {
          try session.notifications(on: socket) { try $0.acknowledge(app: app, through: event.sequence) }
        }
        return false
      }
    }
  }

  /// Adds a target, by which the events of this post are told from those of another post under the same identifier.
  /// Unchanged without an identifier or with a target of its own. The same text gets the same target, so that two waits
  /// for it share one question.
  static func marked(_ notification: WrittenNotification) -> WrittenNotification {
    guard case .object(let fields) = notification.json, notification.json["identifier"] != nil,
      notification.json["target"] == nil
    else { return notification }
    // FNV-1a.
    let hash = notification.json.text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let target = JSON(fields: ["io.bellhop.wait": String(hash, radix: 16).json])
    return WrittenNotification(json: .object(fields + [JSON.Field("target", target)]))
  }

  /// True if another post has changed the event's notification. Posts without a target, such as progress updates, do
  /// not count.
  static func isOfAnother(_ event: Event, than notification: WrittenNotification) -> Bool {
    guard let own = notification.json["target"], let target = event.target?.json else { return false }
    return (try? JSON(parsing: Array(target.utf8))) != own
  }

  /// True if the event is about this post's text, in any entry.
  static func isOwn(_ event: Event, _ notification: WrittenNotification) -> Bool {
    notification.json["target"] != nil && event.target != nil && event.identifier != nil
      && event.identifier?.text.json == notification.json["identifier"]
      && !isOfAnother(event, than: notification)
  }

  /// True if the event is about a later entry under the same identifier, posted while this one was scheduled to fire
  /// once.
  static func supersedes(_ event: Event, of id: NotificationID, _ notification: WrittenNotification) -> Bool {
    guard let trigger = notification.json["trigger"], trigger["repeats"] != .bool(true),
      let identifier = event.identifier, identifier.text.json == notification.json["identifier"],
      let other = event.id
    else { return false }
    return other > id && !isOwn(event, notification)
  }

  /// True if this wait may acknowledge the event. Only events of the shell: an app acknowledges its own, and has to get
  /// them first. And only the very next one, since acknowledging covers all earlier events, which another `--wait` may
  /// be about; the others stay until newer events push them out. An event that is not kept carries the number of the
  /// one before it.
  static func settles(_ event: Event, of app: AppID, after acknowledged: EventSequence) -> Bool {
    app == .shell && event.kind.isKept && event.sequence.number == acknowledged.number + 1
  }

  /// True if the event settles the notification. Kept events of earlier posts come first, and may be about the same
  /// notification if this post replaces it; they are told by their time.
  static func isAnswer(_ event: Event, to id: NotificationID, since: Timestamp) -> Bool {
    guard event.time >= since else { return false }
    switch event.kind {
    case .activated, .replied, .dismissed, .expired, .withdrawn, .read: return event.id == id
    case .authorization: return event.authorization == .denied
    case .ready, .received, .presented, .released, .badge, .lost, .restored: return false
    }
  }

  /// The JSON in place of an event when another post has replaced the notification.
  static func replaced(_ event: Event) -> JSON {
    JSON(fields: ["time": event.time.json, "kind": replaced.json, "id": event.id?.json])
  }
  static let replaced = "replaced"

  /// A line: the action, the reply, or the kind of the event.
  static func text(of event: Event) -> String {
    switch event.kind {
    case .activated: visible(event.action?.text ?? "")
    case .replied: visible(event.text ?? "")
    case .authorization: event.authorization?.rawValue ?? ""
    default: event.kind.rawValue
    }
  }
}
