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
      if !arguments.has(postedJSON) { session.terminal.write(text.text) }
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
private let identifier = Option(
  "--identifier", "ID", "what was posted with it; at least one", repeats: true)

extension Subcommand {
  static let withdraw = Subcommand(
    name: "withdraw", summary: "Take back what was posted, by its identifier.",
    options: [app, identifier, .json, NamedPeople.to, NamedPeople.everyone, NamedPeople.directory],
    notes: """
      It goes from the screen, from the list and from the schedule. What is gone already, or never was, is no fault; what
      'bellhop post --wait' waits for ends with withdrawn.
      Root takes back what it has posted to people with --to and --to-everyone, as 'bellhop post' has them. What --keep
      has left for those who were not reached is not taken back.
      """
  ) { (arguments, session) throws(Failure) in
    let words = arguments.all(identifier)
    let identifiers = words.compactMap { OpaqueName($0) }
    guard !words.isEmpty else { throw .usage("\(identifier.name) is missing") }
    guard identifiers.count == words.count else {
      throw .usage("\(identifier.name) is 1 to \(Limits.nameBytes) bytes, without control characters")
    }
    if let people = try NamedPeople(arguments) {
      let outcomes = people.call { _ in .withdraw(app: .system, identifiers: identifiers) }
      return try people.tell(outcomes.map { $0.map { told($0.withdrawn) } }, arguments, session)
    }
    let name = arguments.text(app) ?? AppID.shell.text
    let withdrawn = try session.notifications(on: Session.Socket(of: name), arguments) {
      try $0.withdraw(app: AppID(operand: name), identifiers: identifiers).withdrawn
    }
    if !arguments.has(.json) { session.terminal.write(told(withdrawn) + "\n") }
  }
}

private func told(_ withdrawn: Int) -> String {
  withdrawn == 0 ? "nothing to withdraw" : "withdrawn: \(withdrawn)"
}

/// What a person did about a notification of ours.
enum Answer {
  /// Posts and follows until the person, or time, has settled it, or another post has taken its place. The subscription
  /// stands before the post, so that no press is missed however fast it comes.
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
        // Due, it may have joined the entry that was there.
        if event.time > posted, isOwn(event, notification) { id = event.id }
        guard let id else { return true }
        let isReplaced =
          event.id == id && isOfAnother(event, than: notification)
          || supersedes(event, of: own, notification)
        if isReplaced {
          // What was there before this post is told of all the same.
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

  /// With a target that tells its events from those of another post under the same identifier; as it is where it has no
  /// identifier, or a target of its own. The same words again have the same one: whichever wait asks, it is one question.
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

  /// Whether the event says that its notification is what another post has made of it. Posts without a target, such as
  /// updates of a progress, leave it to who waits.
  static func isOfAnother(_ event: Event, than notification: WrittenNotification) -> Bool {
    guard let own = notification.json["target"], let target = event.target?.json else { return false }
    return (try? JSON(parsing: Array(target.utf8))) != own
  }

  /// Whether the event is about what this post says, in whatever entry.
  static func isOwn(_ event: Event, _ notification: WrittenNotification) -> Bool {
    notification.json["target"] != nil && event.target != nil && event.identifier != nil
      && event.identifier?.text.json == notification.json["identifier"]
      && !isOfAnother(event, than: notification)
  }

  /// Whether the event is about a later entry, posted while this was still to come once: another post under its identifier.
  static func supersedes(_ event: Event, of id: NotificationID, _ notification: WrittenNotification) -> Bool {
    guard let trigger = notification.json["trigger"], trigger["repeats"] != .bool(true),
      let identifier = event.identifier, identifier.text.json == notification.json["identifier"],
      let other = event.id
    else { return false }
    return other > id && !isOwn(event, notification)
  }

  /// Whether this event may be acknowledged here. Only the shell's own: an app's events are the app's to
  /// acknowledge, and it has to hear of them first. And only the very next one, since acknowledging one
  /// acknowledges all before it, which another `--wait` may be about; what is left stands until newer events
  /// push it out. An event that is not kept carries the number of one before it.
  static func settles(_ event: Event, of app: AppID, after acknowledged: EventSequence) -> Bool {
    app == .shell && event.kind.isKept && event.sequence.number == acknowledged.number + 1
  }

  /// Kept events of earlier posts come first, and may be about the same notification when this post replaces
  /// it; their time tells them apart.
  static func isAnswer(_ event: Event, to id: NotificationID, since: Timestamp) -> Bool {
    guard event.time >= since else { return false }
    switch event.kind {
    case .activated, .replied, .dismissed, .expired, .withdrawn, .read: return event.id == id
    case .authorization: return event.authorization == .denied
    case .ready, .received, .presented, .released, .badge, .lost, .restored: return false
    }
  }

  /// Of what another post has taken the place of, in place of an event.
  static func replaced(_ event: Event) -> JSON {
    JSON(fields: ["time": event.time.json, "kind": replaced.json, "id": event.id?.json])
  }
  static let replaced = "replaced"

  /// One line: the action, the reply, or what happened instead.
  static func text(of event: Event) -> String {
    switch event.kind {
    case .activated: visible(event.action?.text ?? "")
    case .replied: visible(event.text ?? "")
    case .authorization: event.authorization?.rawValue ?? ""
    default: event.kind.rawValue
    }
  }
}
