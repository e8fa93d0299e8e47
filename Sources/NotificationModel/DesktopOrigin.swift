/// Who posted a notification by the desktop's own interface, and what the call asks for that a request has no words for:
/// remembered with the request, and handed on with its banner.
package struct DesktopOrigin: Hashable, Sendable {
  package enum Urgency: String, Sendable {
    case low, normal, critical
  }

  package enum Expiry: Hashable, Sendable {
    case serverDecides, never
    /// More than 0.
    case after(milliseconds: Int32)

    /// As `expire_timeout` says it.
    package init(timeout: Int32) {
      self = timeout < 0 ? .serverDecides : timeout == 0 ? .never : .after(milliseconds: timeout)
    }
  }

  /// The number by which its app, and any other, knows it; 0 until it has one.
  package var number: UInt32 = 0
  /// Whether its app was told that its banner is closed. The number still leads to the entry, until that ends.
  package var isToldClosed = false
  /// Whose call it was, as the bus names connections: signals about it go there.
  package var caller = BusCaller()
  /// The script, unit or program that made the call, by its name, which is the same each time it is started. `nil` for an app
  /// in a sandbox, one that a portal's backend speaks for, and a process that could not be looked at.
  package var poster: ScriptID?
  /// Whether others have posted the same, and hear of it too.
  package var isShared = false
  /// Whether more than its own word says which app it is.
  package var isVouchedFor = false
  /// Whether a sandbox says so.
  package var isSandboxed = false
  /// Whether the app is in front of the person where the desktop says so: not a name that is merely claimed, which may be
  /// another's window, and not a browser or a terminal, whose windows show what is others'.
  package var followsFocus = false
  /// What the app calls itself, for rules that people have written for their server: at most `Limits.line`. Private,
  /// as far as nobody vouches for it.
  package var appName = ""
  package var urgency = Urgency.normal
  package var expiry = Expiry.serverDecides
  /// Stays when one of its buttons is pressed.
  package var isResident = false
  /// Is neither listed nor counted, and gone with its banner. An explanation knows of it, without its text.
  package var isTransient = false
  /// Shows how loud or bright something is while its key is pressed: neither stored nor held back. Private texts stay
  /// hidden all the same.
  package var isOnScreenDisplay = false
  /// No sound, whatever the server's own.
  package var suppressesSound = false
  /// An absolute path, for servers that play files.
  package var soundFile: String?
  /// The buttons beyond the request's four, in their order. They are in the list and on no banner.
  package var furtherActions: [Action] = []
  /// The app's label of the press on the banner, which some servers show; empty for none.
  package var pressLabel = ""
  /// What the app calls each action.
  package var keys = ActionKeys()
  /// The summary as it was written; `nil` where that is the title.
  package var title: String?
  /// The body as it was written; `nil` where that is the same as the flattened text.
  package var body: WrittenMarkup?
  /// The app's icon beside another picture: a name in the theme, or a file's; empty for none.
  package var icon = ""
  /// Whether the request's image is the app's icon.
  package var isPictureIcon = false
  /// Hints that go on to the server as they came. Private: never handed on while the text is hidden.
  package var hints: [String: HintValue] = [:]

  package init() {}

  /// Who hears what becomes of it.
  package var audience: BusCaller { isShared ? .everybody : caller }

  /// The name that its app gives itself, where nothing vouches for it; `nil` for none.
  package var claimedName: String? { isVouchedFor || appName.isEmpty ? nil : appName }

  /// Without anything that its app wrote.
  package var withoutText: DesktopOrigin {
    var origin = self
    origin.keys = ActionKeys()
    origin.furtherActions = []
    origin.pressLabel = ""
    origin.title = nil
    origin.body = nil
    origin.icon = ""
    origin.hints = [:]
    origin.soundFile = nil
    return origin
  }

  /// Whether both are one thing where they say the same: they look alike, come from the same poster, and have no buttons: an
  /// app that waits for a press waits for one of each.
  package func isDuplicate(of other: DesktopOrigin) -> Bool {
    guard keys.isEmpty, other.keys.isEmpty, furtherActions == other.furtherActions, icon == other.icon,
      isPictureIcon == other.isPictureIcon, hints["image-path"] == other.hints["image-path"]
    else { return false }
    if caller == other.caller, !caller.name.isEmpty { return true }
    guard poster == other.poster, isSandboxed == other.isSandboxed else { return false }
    return poster.map { $0 != .shared } ?? (isVouchedFor && other.isVouchedFor)
  }

  /// Whether a server is given the same for both, as far as no guideline decides about it.
  package func isHandedOn(like other: DesktopOrigin) -> Bool {
    title == other.title && body == other.body && icon == other.icon && hints == other.hints
      && keys == other.keys && pressLabel == other.pressLabel && appName == other.appName
      && isPictureIcon == other.isPictureIcon && urgency == other.urgency && expiry == other.expiry
      && isResident == other.isResident && soundFile == other.soundFile
  }

  /// Once its app was told that it is closed.
  package var forgotten: DesktopOrigin {
    var origin = self
    origin.number = 0
    origin.isToldClosed = false
    origin.caller = BusCaller()
    origin.isShared = false
    return origin
  }
}

/// A connection to a bus. Its name is given once in a bus's life; the next bus gives it to somebody else.
package struct BusCaller: Hashable, Sendable {
  /// The bus's id.
  package var bus: String
  /// The unique name, such as ":1.42".
  package var name: String

  package init(bus: String = "", name: String = "") {
    self.bus = bus
    self.name = name
  }

  /// Whether the other is this one, or one of all on this bus where this has no name.
  package func includes(_ other: BusCaller) -> Bool {
    bus == other.bus && (name.isEmpty || name == other.name)
  }

  /// Several posted the same, and each waits for what becomes of it.
  package static let everybody = BusCaller()
}
