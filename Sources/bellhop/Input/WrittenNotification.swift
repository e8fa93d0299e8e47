import Guidelines
import NotificationModel
import NotificationProtocol
import Varlink

/// A notification as a person or a script has written it. The daemon validates it.
struct WrittenNotification {
  let json: JSON

  /// Empty without an app.
  var app: String { if case .string(let app)? = json["app"] { app } else { "" } }
}

/// The options that make up a notification, for every subcommand that posts or judges one.
enum NotificationOptions {
  static let app = Option("--app", "ID", "post as this app; without it, as \(AppID.shell)")
  private static let identifier = Option(
    "--identifier", "ID", "the thing this is about: posting it again replaces it")
  private static let thread = Option("--thread", "ID", "the conversation it belongs to")
  private static let category = Option("--category", "ID", "a category that the app has registered")
  private static let kind = Option("--kind", "K", "what it is", choices: Kind.allCases.map(\.rawValue))
  private static let level = Option(
    "--level", "L", "how strongly it asks for attention", choices: InterruptionLevel.allCases.map(\.rawValue))
  private static let relevantDate = Option("--relevant-date", "TIME", "when the event takes place")
  private static let subtitle = Option("--subtitle", "TEXT", "a second, shorter line")
  private static let action = Option(
    "--action", "ID=TITLE[,icon=NAME][,destructive][,text[=HINT]]",
    "a button, at most four; with text it asks for a line of it", repeats: true)
  private static let hiddenPreview = Option("--hidden-preview", "TEXT", "the text while previews are hidden")
  private static let sound = Option("--sound", "NAME", "default, or a name of the sound theme")
  private static let image = Option(
    "--image", "NAME-OR-FILE", "a theme icon, or the file of a picture")
  private static let sender = Option("--sender", "NAME", "who wrote or called; their name becomes the title")
  private static let progress = Option(
    "--progress", "PERCENT", "how far it has come, from 0 to 100; unknown for work under way")
  private static let relevance = Option(
    "--relevance", "R", "how much it matters among others in a summary, from 0 to 1")
  private static let at = Option("--at", "TIME", "deliver then")
  private static let after = Option("--after", "SECONDS", "deliver so much later")
  private static let expiresAfter = Option(
    "--expires-after", "SECONDS", "take it back when it is unread for so long")
  private static let expiresAt = Option("--expires-at", "TIME", "take it back then when it is unread")
  private static let occurred = Option(
    "--occurred", "TIME", "when the matter itself happened, where that was earlier")
  private static let target = Option(
    "--target", "JSON", "an object that comes back with each event, as with --wait --json")
  private static let url = Option(
    "--url", "URL", "what a press opens: https, http, mailto, or a file of yours")
  private static let silently = Option("--silently", nil, "replace without alerting again")
  private static let transient = Option("--transient", nil, "keep it only until its banner is over")
  private static let whileInFront = Option(
    "--while-in-front", "V", "what to do while its app is in front",
    choices: WhileInFront.allCases.map(\.rawValue))
  private static let isPrivate = Option("--private", nil, "hide the text as if previews were off")

  static let operands = [Operand("TITLE", isOptional: true), Operand("BODY", isOptional: true)]

  static let options = [
    app, identifier, thread, category, kind, level, relevantDate, subtitle, action, hiddenPreview, sound,
    image, sender, progress, relevance, at, after, expiresAfter, expiresAt, occurred, url, target,
    silently, transient, whileInFront, isPrivate,
  ]

  static let notes = """
    A BODY of - is read from standard input: as much of it as a body may have (\(Limits.bodyLines) lines, \(Limits.bodyBytes) bytes), with a …
    at the end where it was cut, without the colours of terminals, and with a � for what is no UTF-8. Standard error says
    what was changed. A TITLE that begins with - goes after --.
    TIME is \(timeForms); with --occurred, HH:MM is the last, and -10m is ten minutes ago.
    SECONDS can be a duration such as 90s, 10m, 1h30m, 2d. Of --expires-after and --expires-at the earlier counts; with
    --expires-at in the past, what is there of the same thing ends, and nothing is shown. --url can be a FILE or a
    directory of yours by its path; a press opens it by the desktop.
    """

  /// Reads a Notification object; `--app` is for an object without an app.
  static func standardInputNotification(_ arguments: Arguments) throws(Failure) -> WrittenNotification {
    let text = try standardInput(limit: Limits.messageBytes)
    guard !text.allSatisfy(\.isWhitespace) else {
      throw .usage("standard input is empty; with --json it is one Notification, such as {\"title\":\"Tea\"}")
    }
    let value: JSON
    do throws(JSONFault) { value = try JSON(parsing: Array(text.utf8)) } catch {
      let line = text.utf8.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw .usage("standard input is no JSON object; line \(line): \(error.reason)")
    }
    guard case .object(var fields) = value else { throw .usage("standard input is JSON, but no object") }
    if let named = value["app"] {
      if let given = arguments.text(app), named != .string(given) {
        throw .usage("\(app.name) is \(given), and standard input names another app")
      }
    } else {
      fields.append(JSON.Field("app", .string(arguments.text(app) ?? AppID.shell.text)))
    }
    return WrittenNotification(json: .object(fields))
  }

  /// The notification from operands and options.
  static func notification(
    from arguments: Arguments, _ session: Session
  ) throws(Failure) -> WrittenNotification {
    guard !arguments.operands.isEmpty || arguments.has(sender) else { throw .usage("TITLE is missing") }
    guard arguments.operands != [""] || arguments.has(sender) else { throw .usage("TITLE is empty") }
    guard arguments.text(at) == nil || arguments.text(after) == nil else {
      throw .usage("--at and --after exclude each other")
    }
    var body = arguments.operands.dropFirst().first
    if body == "-" {
      let written = try WrittenBody.ofStandardInput()
      for remark in written.remarks { session.terminal.writeError("bellhop: \(remark)\n") }
      body = written.text
    }
    var actions: [JSON] = []
    for text in arguments.all(action) { actions.append(try WrittenAction(text, option: action.name).json) }
    var trigger: JSON?
    if let text = arguments.text(at) {
      let moment = try time(text, of: at.name, clock: session.clock)
      if moment < session.clock.now {
        session.terminal.remark("bellhop: the time of \(at.name) is past, so it is delivered now\n")
      }
      trigger = JSON(fields: ["at": moment.rfc3339.json])
    }
    if let text = arguments.text(after) {
      let length = try seconds(text, of: after.name)
      guard length > 0 else { throw .usage("\(after.name) is one second at least") }
      trigger = JSON(fields: ["after": length.json])
    }
    var relevant: JSON?
    if let text = arguments.text(relevantDate) {
      relevant = try time(text, of: relevantDate.name, clock: session.clock).rfc3339.json
    }
    var expires: JSON?
    if let text = arguments.text(expiresAfter) { expires = try seconds(text, of: expiresAfter.name).json }
    var ends: JSON?
    if let text = arguments.text(expiresAt) {
      ends = try time(text, of: expiresAt.name, clock: session.clock).rfc3339.json
    }
    var happened: JSON?
    if let text = arguments.text(occurred) {
      happened = try pastTime(text, of: occurred.name, clock: session.clock).rfc3339.json
    }
    let json = JSON(fields: [
      "app": (arguments.text(app) ?? AppID.shell.text).json,
      "identifier": arguments.text(identifier)?.json,
      "thread": arguments.text(thread)?.json,
      "category": arguments.text(category)?.json,
      "kind": arguments.text(kind)?.json,
      "title": arguments.operands.first?.json,
      "subtitle": arguments.text(subtitle)?.json,
      "body": body?.json,
      "level": arguments.text(level)?.json,
      "relevantDate": relevant,
      "actions": actions.isEmpty ? nil : .array(actions),
      "hiddenPreviewBody": arguments.text(hiddenPreview)?.json,
      "image": arguments.text(image).map(imageName)?.json,
      "sound": arguments.text(sound)?.json,
      "trigger": trigger,
      "expiresAfter": expires,
      "expiresAt": ends,
      "occurred": happened,
      "url": try arguments.text(url).map { text throws(Failure) in try address(text, of: url.name) }?.json,
      "target": try arguments.text(target).map(object),
      "sender": arguments.text(sender).map { JSON(fields: ["name": $0.json]) },
      "progress": try arguments.percentage(progress)?.json,
      "relevance": try arguments.fraction(relevance)?.json,
      "silently": arguments.has(silently) ? .bool(true) : nil,
      "private": arguments.has(isPrivate) ? .bool(true) : nil,
      "whileInFront": arguments.text(whileInFront)?.json,
      "transient": arguments.has(transient) ? .bool(true) : nil,
    ])
    return WrittenNotification(json: json)
  }

  private static func object(_ text: String) throws(Failure) -> JSON {
    let value: JSON?
    do throws(JSONFault) { value = try JSON(parsing: Array(text.utf8)) } catch { value = nil }
    guard let value, case .object = value else { throw .usage("\(target.name) is no JSON object") }
    return value
  }
}

extension WrittenNotification {
  /// The validated and cleaned request; refused with the daemon's errors for faults of the notification itself.
  func checked() throws(Failure) -> NotificationRequest {
    let request: NotificationRequest
    do throws(FieldFault) {
      request = PlainText.cleaned(try NotificationRequest(json: json, path: "notification"))
    } catch {
      throw .refused(error.callError)
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw .refused(ServiceError.invalidParameter(path, reason: reason))
    case .tooManyActions(let given):
      throw .refused(NotificationsError.tooManyActions(limit: Limits.actions, given: given).callError)
    case nil: return request
    }
  }
}

/// The names of the fields beside a field of a call.
enum FieldNames {
  /// `path`: from the parameters of Post on, like `notification.actions[1].titel`; Judge's parameters have the same
  /// names. Empty for an undeclared parent.
  static func beside(_ path: String) -> [String] {
    let declared = notificationsDeclarations
    var fields = declaredParameters(of: "\(notificationsInterface.name).Post") ?? []
    for name in path.split(separator: ".").dropLast() {
      let field = fields.first { $0.name == name.prefix { $0 != "[" } }
      fields = field.map { declared.fields(of: $0.type) } ?? []
    }
    return fields.map(\.name)
  }
}
