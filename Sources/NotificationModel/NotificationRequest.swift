/// A JSON object with a meaning only to the app: stored and returned byte for byte.
public struct OpaqueObject: Hashable, Sendable {
  /// The object's text, valid JSON, at most 4,096 bytes.
  public let json: String
  /// Of a text that is a JSON object; the daemon refuses another with `NotificationsError.invalidField`.
  public init(json: String) { self.json = json }
}

/// An app's post, checked for shape and limits, and independent of the interface that it came by. All text is plain text;
/// there is a title, a body or a sender.
public struct NotificationRequest: Hashable, Sendable {
  /// The app's desktop-entry id.
  public var app: AppID
  /// Names the subject: a post with it takes the place of the earlier notification, and one for now that of a scheduled one.
  public var identifier: OpaqueName?
  /// Groups notifications, such as those of a conversation.
  public var thread: OpaqueName?
  /// A registered category, else `NotificationsError.notFound`.
  public var category: ItemID?
  /// `nil` stands for the category's kind.
  public var kind: Kind?
  /// At most 256 characters and 2,048 bytes; `nil` becomes the sender's or the app's name.
  public var title: String?
  /// At most 256 characters and 2,048 bytes.
  public var subtitle: String?
  /// At most 4,096 bytes and 40 lines.
  public var body: String?
  /// The person who wrote or called.
  public var sender: Sender?
  /// `nil` means active.
  public var level: InterruptionLevel?
  /// 0 to 1, for the order within a summary.
  public var relevance: Double?
  /// When the matter itself takes place.
  public var relevantDate: Timestamp?
  /// At most four, else `NotificationsError.tooManyActions`. `nil` stands for the category's actions.
  public var actions: [Action]?
  /// In place of the body while previews are hidden; at most 256 characters and 2,048 bytes.
  public var hiddenPreviewBody: String?
  /// A theme icon name, or the absolute path of a PNG, JPEG, GIF, WebP or SVG file of at most 4,194,304 bytes, which is
  /// copied before the answer. A file that cannot be taken is left out, with a decision. From within a sandbox no path.
  public var image: String?
  /// "default" or a name of the sound theme, never a path; `nil` for no sound.
  public var sound: String?
  /// 0 to 100, or `ofUnknownLength`. A step brings no alert; below 100 the banner stays, up to ten minutes without a step.
  public var progress: Int?
  /// Comes back unchanged with every event about this notification.
  public var target: OpaqueObject?
  /// For later; `nil` for now.
  public var trigger: Trigger?
  /// 1 to 31,622,400 seconds after the notification is due; then an unread one is withdrawn.
  public var expiresAfter: Int64?
  /// Replaces the earlier notification with this identifier without an alert.
  public var silently: Bool
  /// Hidden as if previews were off. Its text, names and target are erased once it is read or gone, and in events once those
  /// are acknowledged.
  public var isPrivate: Bool
  /// The language of the text: a tag of BCP 47.
  public var language: String?
  /// The notification ends at this time, whenever it is due; the earlier of this and `expiresAfter` counts. A time in
  /// the past ends the present notification with this identifier, and shows nothing.
  public var expiresAt: Timestamp?
  /// When the event itself happened, if that was before the post. Displayed only; no rule depends on it.
  public var occurred: Timestamp?
  /// The link that a press on the notification itself opens.
  public var url: Link?
  /// `nil` stands for `list`.
  public var whileInFront: WhileInFront?
  /// Whether it is kept only until its banner is over, or, where it was held and one line told of it, a day.
  public var transient: Bool
  package var origin = Origin.native

  /// Whether it is a reminder or an alarm that the person has set at the command line. It gets advice only if the post
  /// is strict.
  package var isOwnNote: Bool { app == .shell && (kind == .reminder || kind == .alarm) }

  /// Whether advice on the stored notification is possible.
  package var isAdvisedLater: Bool { !isOwnNote && !(title == nil && body == nil && sender == nil) }

  /// Whether `expiresAt` has passed, whenever the notification is due.
  package func isOver(_ now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }

  /// A notification of the app, for now unless there is a trigger.
  public init(
    app: AppID, identifier: OpaqueName? = nil, thread: OpaqueName? = nil, category: ItemID? = nil,
    kind: Kind? = nil, title: String? = nil, subtitle: String? = nil, body: String? = nil,
    sender: Sender? = nil, level: InterruptionLevel? = nil, relevance: Double? = nil,
    relevantDate: Timestamp? = nil, actions: [Action]? = nil, hiddenPreviewBody: String? = nil,
    image: String? = nil, sound: String? = nil, progress: Int? = nil, target: OpaqueObject? = nil,
    trigger: Trigger? = nil, expiresAfter: Int64? = nil, silently: Bool = false, isPrivate: Bool = false,
    language: String? = nil, expiresAt: Timestamp? = nil, occurred: Timestamp? = nil, url: Link? = nil,
    whileInFront: WhileInFront? = nil, transient: Bool = false
  ) {
    self.app = app
    self.identifier = identifier
    self.thread = thread
    self.category = category
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.sender = sender
    self.level = level
    self.relevance = relevance
    self.relevantDate = relevantDate
    self.actions = actions
    self.hiddenPreviewBody = hiddenPreviewBody
    self.image = image
    self.sound = sound
    self.progress = progress
    self.target = target
    self.trigger = trigger
    self.expiresAfter = expiresAfter
    self.silently = silently
    self.isPrivate = isPrivate
    self.language = language
    self.expiresAt = expiresAt
    self.occurred = occurred
    self.url = url
    self.whileInFront = whileInFront
    self.transient = transient
  }
}

extension Kind {
  /// The sound of a notification that names none: an alarm and a call ring, a reminder sounds once. A name of the sound
  /// theme (http://0pointer.de/public/sound-naming-spec.html), or "default".
  fileprivate var ownSound: String? {
    switch self {
    case .alarm: "alarm-clock-elapsed"
    case .call: "phone-incoming-call"
    case .reminder: "default"
    case .message, .rating, .marketing: nil
    }
  }
}

extension NotificationRequest {
  /// The sound of its alert. By the desktop's own interface an app says all that it wants to be heard.
  package var alertSound: String? { sound ?? (origin.presentsItself ? kind?.ownSound : nil) }

  /// Whether it calls the person until they answer, or it is over.
  package var callsUntilAnswered: Bool { (kind == .alarm || kind == .call) && origin.presentsItself }

  /// The progress of work that is under way, and of which it is not known how much is left.
  public static let ofUnknownLength = -1

  package static let avatarField = "notification.sender.avatar"

  /// The images that are files rather than names of theme icons, each with the path of its field.
  package var imageFiles: [(field: String, path: String)] {
    [("notification.image", image), (Self.avatarField, sender?.avatar)]
      .compactMap { field, image in image.flatMap { $0.hasPrefix("/") ? (field, $0) : nil } }
  }

  /// The image, where it is the name of a theme icon.
  package var icon: (field: String, path: String)? {
    image.flatMap { $0.hasPrefix("/") ? nil : ("notification.image", $0) }
  }

  /// Replaces each such file, or removes it if `replacement` returns `nil`.
  package mutating func replaceImageFiles(_ replacement: (_ field: String, _ path: String) throws -> String?)
    rethrows
  {
    for (field, path) in imageFiles {
      let other = try replacement(field, path)
      if field == "notification.image" { image = other } else { sender?.avatar = other }
    }
  }
}

extension NotificationRequest {
  /// Removes all text but the title, with the images.
  package mutating func reduceToTitle() {
    subtitle = nil
    body = nil
    hiddenPreviewBody = nil
    replaceImageFiles { _, _ in nil }
    image = nil
    origin = origin.map(\.withoutText)
  }

  /// Removes all text and names.
  package mutating func erase() {
    identifier = nil
    thread = nil
    title = nil
    subtitle = nil
    body = nil
    sender = nil
    image = nil
    actions = nil
    target = nil
    url = nil
    hiddenPreviewBody = nil
    origin = origin.map(\.withoutText)
  }
}

/// An address that a press opens: a web page, a mail to write, or a file of the person's own.
public struct Link: Hashable, Sendable {
  /// The address as given, at most 2,048 bytes.
  public let text: String

  /// `nil` for other schemes, for `http` and `https` without a host, for a `file` that is not an absolute path on this
  /// computer, and for links with blanks, control characters or invisible characters.
  public init?(_ text: String) {
    guard text.utf8.count <= Limits.linkBytes, text.unicodeScalars.allSatisfy(Self.isVisible),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "https", "http":
      // Bytes: as characters, a sign and a combining mark are one.
      guard rest.utf8.starts(with: "//".utf8), let first = rest.utf8.dropFirst(2).first,
        !"/?#".utf8.contains(first)
      else { return nil }
    case "mailto": guard !rest.isEmpty else { return nil }
    case "file": guard Self.path(rest) != nil else { return nil }
    default: return nil
    }
    self.text = text
  }

  /// The path of a `file` link.
  package var path: String? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "file" else { return nil }
    return Self.path(text[text.index(after: colon)...])
  }

  /// The path of `///a/path`, with percent-encoded bytes decoded.
  private static func path(_ rest: Substring) -> String? {
    guard rest.utf8.starts(with: "///".utf8), !rest.utf8.contains(where: "?#".utf8.contains) else {
      return nil
    }
    let path = unescaped(rest.dropFirst(2), behind: "%")
    return path.flatMap { $0.utf8.contains(0) ? nil : $0 }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}

extension NotificationRequest {
  /// Whether it is the same thing as another by its text alone.
  package var isKnownByText: Bool { identifier == nil && sender == nil }

  /// Whether its banner stays up until the work is done. By the desktop's own interface the app says how long it stays.
  package var isWorkUnderWay: Bool { progress.map { $0 < 100 } == true && !origin.isReadWhenSeen }
}
