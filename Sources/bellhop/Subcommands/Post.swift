import NotificationModel
import NotificationProtocol

private let strict = Option("--strict", nil, "refuse what the guidelines advise against")
private let wait = Option("--wait", nil, "wait for what the person does, and print it")
private let json = Option("--json", nil, "read a Notification object from standard input, print JSON")

extension Subcommand {
  static let post = Subcommand(
    name: "post", summary: "Post a notification.",
    operands: NotificationOptions.operands,
    options: NotificationOptions.options + [strict, wait, json] + PostingToPeople.options,
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
    try arguments.check(json, goesWith: [NotificationOptions.app, strict, wait] + PostingToPeople.options)
    guard !arguments.has(json) || arguments.operands.isEmpty else {
      throw .usage("with --json the notification comes from standard input")
    }
    if let people = try PostingToPeople(arguments, session) { return try people.post() }
    var notification =
      arguments.has(json)
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
      if !arguments.has(json) { session.terminal.write(text.text) }
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
