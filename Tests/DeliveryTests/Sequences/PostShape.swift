import Delivery
import NotificationModel

/// A post in numbers: few of each, so that posts meet. Zero stands for none.
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
  var isTransient = false
  var isPrivate = false
  /// Private, with words that no other post has, so that its text is recognised anywhere.
  var isSecret = false
  /// A press opens an address.
  var hasLink = false
  var relevance: Double?
  var trigger: Trigger?
  var expiresAfter: Int64?

  /// Every text that can be private carries this mark, and nothing else does.
  static let mark: Character = "§"
  /// The texts of secret ones carry this one too.
  static let secretMark: Character = "¶"
  static let apps = ["org.example.Mail", "org.example.Chat", "org.example.Unknown"].map { known(AppID($0)) }

  /// The name of the sender of all posts that have one.
  static let sender = "\(mark)sender"

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
    let mark = isSecret ? "\(Self.mark)\(Self.secretMark)" : "\(Self.mark)"
    var request = NotificationRequest(app: Self.apps[app], title: "\(mark)title\(content)")
    request.identifier = identifier == 0 ? nil : name("\(mark)id\(identifier)")
    request.thread = Self.thread(thread)
    request.category = category == 0 ? nil : item("c\(category)")
    request.subtitle = content == 1 ? "\(mark)subtitle" : nil
    request.body = content == 2 ? nil : "\(mark)body\(content)"
    request.image = content == 3 ? "\(mark)image" : nil
    request.sender = hasSender ? Sender(name: Self.sender, avatar: "\(mark)avatar") : nil
    request.level = level
    request.kind = kind
    request.relevantDate = isRelevantSoon ? now.advanced(bySeconds: 600) : nil
    request.actions = actions == 0 ? nil : Array(Self.actions.prefix(actions))
    request.hiddenPreviewBody = hasHiddenPreview ? "Something is new" : nil
    request.sound = hasSound ? "default" : nil
    request.progress = progress == 0 ? nil : progress
    request.target = OpaqueObject(json: "{\"n\":\"\(mark)\"}")
    request.url = hasLink ? Link("https://example.org/\(mark)") : nil
    request.trigger = trigger
    request.expiresAfter = expiresAfter
    request.silently = isSilent
    request.transient = isTransient
    request.isPrivate = isPrivate || isSecret
    request.relevance = relevance
    return request
  }

  private static var actions: [Action] {
    [
      Action(id: item("yes"), title: "\(mark)yes", authenticationRequired: true),
      Action(id: item("say"), title: "\(mark)say", input: TextInput(placeholder: "\(mark)words")),
    ]
  }

  var description: String { differences(of: self, from: PostShape()) }
}

/// The properties in which one value differs from another of its type.
func differences(of value: Any, from plain: Any) -> String {
  let plain = Mirror(reflecting: plain).children.map { "\($0.value)" }
  let own = Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") }
  let said = zip(own, plain).filter { $0.0.1 != $0.1 }.map { "\($0.0.0): \($0.0.1)" }
  return said.joined(separator: ", ")
}
