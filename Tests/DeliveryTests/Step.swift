import Delivery
import NotificationModel

/// One operation of a random sequence. What it is about is picked among what there is when it is performed, so
/// that a sequence from which operations were taken is still one.
enum Step: Hashable, Sendable {
  // What apps do.
  case post(PostShape)
  case register(app: Int)
  case ask(app: Int)
  case readInApp(app: Int, pick: Int)
  case withdraw(app: Int, pick: Int)
  case front(app: Int, thread: Int, connection: UInt64)
  case disconnect(connection: UInt64)
  case acknowledge(app: Int, pick: Int)
  // What the person does with a banner: every fourth press is on the banner itself.
  case press(pick: Int, action: Int)
  case reply(pick: Int)
  case close(pick: Int, CloseReason)
  // What the person does with the list.
  case readAll
  case dismiss(pick: Int, count: Int)
  case undo
  case snooze(pick: Int, seconds: Int64)
  case activate(pick: Int)
  // What the person and the administrator decide.
  case lock(Bool)
  case doNotDisturb(Bool, seconds: Int64?)
  case silent(Bool)
  case change(app: Int, AppSettings)
  case authorize(app: Int, Authorization)
  case adopt(Authorization, Previews)
  // What time does: it passes, the machine sleeps through it, or somebody sets the clock.
  case pass(seconds: Int64)
  case sleep(seconds: Int64)
  case setClock(seconds: Int64)
  // What the desktop and the machine do.
  case server(Mood)
  case vanish(activatable: Bool, isHeardFirst: Bool)
  case appear(isAnother: Bool)
  case disk(isFull: Bool)
  case restart
}

/// How the notification server answers.
enum Mood: Hashable, Sendable {
  case answers
  case silent
  case fails(SinkFailure)
}

/// A post in numbers: few of each, so that things meet. Zero stands for none.
struct PostShape: Hashable, Sendable, CustomStringConvertible {
  var app = 0
  var identifier = 0
  var thread = 0
  var category = 0
  var content = 0
  var actions = 0
  var progress = 0
  var level: InterruptionLevel?
  var kind: Kind?
  var hasSender = false
  var hasSound = false
  var hasHiddenPreview = false
  var isRelevantSoon = false
  var isSilent = false
  var isPrivate = false
  var trigger: Trigger?
  var expiresAfter: Int64?

  /// Every private text carries this mark, and nothing else does.
  static let mark: Character = "§"
  static let apps = ["org.example.Mail", "org.example.Chat", "org.example.Unknown"].map { known(AppID($0)) }

  static func thread(_ number: Int) -> OpaqueName? { number == 0 ? nil : name("\(mark)thread\(number)") }

  /// The first shows titles and has buttons of its own; the second hides all.
  static var categories: [Category] {
    [
      Category(
        id: item("c1"), actions: [Action(id: item("open"), title: "Open")], hiddenPreviewBody: "%u new",
        hiddenPreviewShowsTitle: true, hiddenPreviewShowsSubtitle: true),
      Category(id: item("c2"), reportsDismissal: false),
    ]
  }

  func request(now: Timestamp) -> NotificationRequest {
    let mark = Self.mark
    var request = NotificationRequest(app: Self.apps[app], title: "\(mark)title\(content)")
    request.identifier = identifier == 0 ? nil : name("\(mark)id\(identifier)")
    request.thread = Self.thread(thread)
    request.category = category == 0 ? nil : item("c\(category)")
    request.subtitle = content == 1 ? "\(mark)subtitle" : nil
    request.body = content == 2 ? nil : "\(mark)body\(content)"
    request.image = content == 3 ? "\(mark)image" : nil
    request.sender = hasSender ? Sender(name: "\(mark)sender", avatar: "\(mark)avatar") : nil
    request.level = level
    request.kind = kind
    request.relevantDate = isRelevantSoon ? now.advanced(bySeconds: 600) : nil
    request.actions = actions == 0 ? nil : Array(Self.actions.prefix(actions))
    request.hiddenPreviewBody = hasHiddenPreview ? "Something is new" : nil
    request.sound = hasSound ? "default" : nil
    request.progress = progress == 0 ? nil : progress
    request.target = OpaqueObject(json: "{\"n\":\"\(mark)\"}")
    request.trigger = trigger
    request.expiresAfter = expiresAfter
    request.silently = isSilent
    request.isPrivate = isPrivate
    return request
  }

  private static var actions: [Action] {
    [
      Action(id: item("yes"), title: "\(mark)yes", authenticationRequired: true),
      Action(id: item("say"), title: "\(mark)say", input: TextInput(placeholder: "\(mark)words")),
    ]
  }

  /// What differs from a plain post.
  var description: String {
    let plain = Mirror(reflecting: PostShape()).children.map { "\($0.value)" }
    let own = Mirror(reflecting: self).children.map { ($0.label ?? "", "\($0.value)") }
    let said = zip(own, plain).filter { $0.0.1 != $0.1 }.map { "\($0.0.0): \($0.0.1)" }
    return said.joined(separator: ", ")
  }
}
