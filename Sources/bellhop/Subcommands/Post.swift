import NotificationModel
import NotificationProtocol
import Varlink

private let app = Option("--app", "ID", "post as this app; without it, as \(AppID.shell)")
private let identifier = Option("--identifier", "ID", "the thing this is about: posting it again replaces it")
private let thread = Option("--thread", "ID", "the conversation it belongs to")
private let category = Option("--category", "ID", "a category that the app has registered")
private let kind = Option(
  "--kind", "K", "what it is; the last two not yet",
  choices: Kind.allCases.map(\.rawValue))
private let level = Option(
  "--level", "L", "how strongly it asks for attention", choices: InterruptionLevel.allCases.map(\.rawValue))
private let relevantDate = Option("--relevant-date", "TIME", "when the event takes place")
private let subtitle = Option("--subtitle", "TEXT", "a second, shorter line")
private let action = Option(
  "--action", "ID=TITLE[,icon=NAME][,destructive]", "a button, at most four", repeats: true)
private let hiddenPreview = Option("--hidden-preview", "TEXT", "the text while previews are hidden")
private let sound = Option("--sound", "NAME", "default, or a name of the sound theme")
private let image = Option(
  "--image", "NAME-OR-FILE", "a theme icon; files are taken, but not shown yet")
private let at = Option("--at", "TIME", "deliver then")
private let after = Option("--after", "SECONDS", "deliver so much later")
private let expiresAfter = Option("--expires-after", "SECONDS", "take it back when it is unread for so long")
private let silently = Option("--silently", nil, "replace without alerting again")
private let isPrivate = Option("--private", nil, "hide the text as if previews were off")
private let strict = Option("--strict", nil, "refuse what the guidelines advise against")
private let wait = Option("--wait", nil, "wait for what the person does, and print it")
private let json = Option("--json", nil, "read a Notification object from standard input, print JSON")

extension Subcommand {
  static let post = Subcommand(
    name: "post", summary: "Post a notification.",
    operands: [Operand("TITLE", isOptional: true), Operand("BODY", isOptional: true)],
    options: [
      app, identifier, thread, category, kind, level, relevantDate, subtitle, action, hiddenPreview, sound,
      image, at, after, expiresAfter, silently, isPrivate, strict, wait, json,
    ],
    notes: """
      A BODY of - is read from standard input. A TITLE that begins with - goes after --.
      TIME is \(timeForms); SECONDS can be a duration such as 90s, 10m, 1h30m, 2d.
      With --json, --app is for an object that names no app.
      Advice on the text and the buttons goes to standard error; with --strict it is a refusal.
      With --wait the last line says what the person did: the ID of the pressed action (default for the
      notification itself), the text of a reply, or read, dismissed, expired, withdrawn, denied.
      """
  ) { (arguments, session) throws(Failure) in
    try arguments.check(json, goesWith: [app, strict, wait])
    let notification =
      arguments.has(json) ? try readNotification(arguments) : try notification(from: arguments, session)
    let parameters = JSON(fields: [
      "notification": notification, "strict": arguments.has(strict) ? .bool(true) : nil,
    ])
    let poster = notification.string("app")
    // The shell is allowed on the control socket alone; an app is whoever posts to the other.
    let socket: Session.Socket = poster == AppID.shell.text ? .control : .notifications
    let print = { (receipt: JSON) in
      let text = ReceiptText(receipt, clock: session.clock)
      session.terminal.write(arguments.has(json) ? receipt.text + "\n" : text.text)
      // Not on standard output, which scripts read.
      session.terminal.complain(text.advice)
    }
    if arguments.has(wait) {
      try Answer.await(to: parameters, as: poster, on: socket, session: session, posted: print) { event in
        session.terminal.write(arguments.has(json) ? event.text + "\n" : Answer.text(of: event) + "\n")
      }
    } else {
      print(try session.call(socket, .notifications, "Post", parameters))
    }
  }
}

private func readNotification(_ arguments: Arguments) throws(Failure) -> JSON {
  guard arguments.operands.isEmpty else {
    throw .usage("with --json the notification comes from standard input")
  }
  let text = try standardInput(limit: Limits.messageBytes)
  guard let value = try? JSON(parsing: Array(text.utf8)), case .object(var fields) = value else {
    throw .usage("standard input is no JSON object")
  }
  if let named = value["app"] {
    if let given = arguments.text(app), named != .string(given) {
      throw .usage("\(app.name) is \(given), and standard input names another app")
    }
  } else {
    fields.append(JSON.Field("app", .string(arguments.text(app) ?? AppID.shell.text)))
  }
  return .object(fields)
}

private func notification(from arguments: Arguments, _ session: Session) throws(Failure) -> JSON {
  guard let title = arguments.operands.first else { throw .usage("TITLE is missing") }
  guard arguments.text(at) == nil || arguments.text(after) == nil else {
    throw .usage("--at and --after exclude each other")
  }
  var body = arguments.operands.dropFirst().first
  if body == "-" { body = trimmingLastLineBreak(try standardInput(limit: Limits.messageBytes)) }
  var actions: [JSON] = []
  for text in arguments.all(action) { actions.append(try readAction(text)) }
  var trigger: JSON?
  if let text = arguments.text(at) {
    trigger = JSON(fields: ["at": try time(text, of: at.name, clock: session.clock).rfc3339.json])
  }
  if let text = arguments.text(after) {
    trigger = JSON(fields: ["after": try seconds(text, of: after.name).json])
  }
  var relevant: JSON?
  if let text = arguments.text(relevantDate) {
    relevant = try time(text, of: relevantDate.name, clock: session.clock).rfc3339.json
  }
  var expires: JSON?
  if let text = arguments.text(expiresAfter) { expires = try seconds(text, of: expiresAfter.name).json }
  return JSON(fields: [
    "app": (arguments.text(app) ?? AppID.shell.text).json,
    "identifier": arguments.text(identifier)?.json,
    "thread": arguments.text(thread)?.json,
    "category": arguments.text(category)?.json,
    "kind": arguments.text(kind)?.json,
    "title": title.json,
    "subtitle": arguments.text(subtitle)?.json,
    "body": body?.json,
    "level": arguments.text(level)?.json,
    "relevantDate": relevant,
    "actions": actions.isEmpty ? nil : .array(actions),
    "hiddenPreviewBody": arguments.text(hiddenPreview)?.json,
    "image": try arguments.text(image).map(imageName)?.json,
    "sound": arguments.text(sound)?.json,
    "trigger": trigger,
    "expiresAfter": expires,
    "silently": arguments.has(silently) ? .bool(true) : nil,
    "private": arguments.has(isPrivate) ? .bool(true) : nil,
  ])
}

/// `ID=TITLE`, and at the end `,icon=NAME` and `,destructive`, in any order.
private func readAction(_ text: String) throws(Failure) -> JSON {
  let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
    throw .usage("--action is ID=TITLE, with ,destructive at the end where it destroys something")
  }
  var title = parts[1]
  var icon: Substring?
  var isDestructive = false
  while let comma = title.lastIndex(of: ",") {
    let mark = title[comma...].dropFirst()
    if mark == "destructive" {
      isDestructive = true
    } else if mark.hasPrefix("icon=") {
      icon = mark.dropFirst("icon=".count)
    } else {
      break
    }
    title = title[..<comma]
  }
  return JSON(fields: [
    "id": String(parts[0]).json, "title": String(title).json, "icon": icon.map { String($0).json },
    "destructive": isDestructive ? .bool(true) : nil,
  ])
}

private func trimmingLastLineBreak(_ text: String) -> String {
  text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
}
