/// A call of `org.freedesktop.Notifications.Notify` as it came, before anything of it is judged or repaired (Desktop
/// Notifications Specification, "org.freedesktop.Notifications.Notify").
package struct NotifyCall: Hashable, Sendable {
  /// A button: what the app calls it, and what people read.
  package struct Button: Hashable, Sendable {
    package var key: String
    package var label: String
    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  package var appName: String
  /// The number of a notification whose place this one takes; 0 for none.
  package var replaces: UInt32
  package var icon: String
  package var summary: String
  package var body: String
  package var buttons: [Button]
  package var hints: NotifyHints
  /// Milliseconds; -1 leaves it to the server, 0 is for ever.
  package var expireTimeout: Int32

  package init(
    appName: String, replaces: UInt32 = 0, icon: String = "", summary: String, body: String = "",
    buttons: [Button] = [], hints: NotifyHints = NotifyHints(), expireTimeout: Int32 = -1
  ) {
    self.appName = appName
    self.replaces = replaces
    self.icon = icon
    self.summary = summary
    self.body = body
    self.buttons = buttons
    self.hints = hints
    self.expireTimeout = expireTimeout
  }
}

/// The hints that mean something here; `nil` where there was none, or one of a type that the hint cannot have.
package struct NotifyHints: Hashable, Sendable {
  package var urgency: UInt8?
  package var category: String?
  package var desktopEntry: String?
  package var imageData: RawImage?
  package var imagePath: String?
  /// `icon_data`, which older versions of the specification had.
  package var iconData: RawImage?
  package var soundName: String?
  package var soundFile: String?
  package var suppressesSound = false
  package var isTransient = false
  package var isResident = false
  /// 0 to 100 where it means progress; other numbers come as they were.
  package var value: Int64?
  /// `x-canonical-private-synchronous`, `synchronous`, `private-synchronous` or `x-dunst-stack-tag`: what has the same
  /// takes the earlier one's place.
  package var tag: String?
  /// Whether the tag is one of the first three, which scripts give to how loud or bright something is.
  package var isTagSynchronous = false
  /// `sender-pid`, which libnotify sets.
  package var senderProcess: Int64?
  package var replyPlaceholder: String?
  package var replyButton: String?
  /// Those that go on to the server as they came, understood here or not.
  package var handedOn = HandedOnHints()

  package init() {}
}

/// A picture as the call carries it: "(iiibiiay)".
package struct RawImage: Hashable, Sendable {
  package var width: Int32
  package var height: Int32
  package var rowStride: Int32
  package var hasAlpha: Bool
  package var bitsPerSample: Int32
  package var channels: Int32
  /// Empty where the call has more than `PictureData.bytes`.
  package var bytes: [UInt8]
  /// The size in the call, in bytes.
  package var byteCount: Int

  package init(
    width: Int32, height: Int32, rowStride: Int32, hasAlpha: Bool, bitsPerSample: Int32, channels: Int32,
    bytes: [UInt8], byteCount: Int? = nil
  ) {
    self.width = width
    self.height = height
    self.rowStride = rowStride
    self.hasAlpha = hasAlpha
    self.bitsPerSample = bitsPerSample
    self.channels = channels
    self.bytes = bytes
    self.byteCount = byteCount ?? bytes.count
  }
}
