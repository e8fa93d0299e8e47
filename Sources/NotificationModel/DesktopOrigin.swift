/// The origin of a notification received through org.freedesktop.Notifications: the parts of the call that have no field
/// in `NotificationRequest`. Stored with the request, and forwarded with its banner. The way back to the app is a
/// `DesktopLink`.
package struct DesktopOrigin: Hashable, Sendable {
  package enum Urgency: String, Sendable {
    /// The call says none, which swaync takes for low, and other servers for normal.
    case unset
    case low, normal, critical
  }

  package enum Expiry: Hashable, Sendable {
    case serverDecides, never
    /// More than 0.
    case after(milliseconds: Int32)

    /// `nil` where the app gave no time.
    package var milliseconds: Int64? {
      if case .after(let milliseconds) = self { Int64(milliseconds) } else { nil }
    }

    /// Reads `expire_timeout`.
    package init(timeout: Int32) {
      self = timeout < 0 ? .serverDecides : timeout == 0 ? .never : .after(milliseconds: timeout)
    }
  }

  /// The script, unit or program that made the call, by its name, which is the same each time it is started. `nil` for
  /// an app in a sandbox, one that a portal's backend speaks for, and a process that could not be looked at.
  package var poster: ScriptID?
  /// Whether a sandbox, a unit or a desktop entry confirms which app it is, beyond the app's own claim.
  package var isVouchedFor = false
  /// Whether a sandbox confirms it.
  package var isSandboxed = false
  /// Whether the person who turns to a window of the app sees what its banner was about. False for a claimed name, since
  /// the window may belong to another app, and for browsers and terminals, since their windows show other apps'
  /// content.
  package var followsFocus = false
  /// The name that the app gives itself, for rules that people have written for their server: at most `Limits.line`.
  /// Private, unless the app is vouched for.
  package var appName = ""
  package var urgency = Urgency.unset
  package var expiry = Expiry.serverDecides
  /// Stays when one of its buttons is pressed.
  package var isResident = false
  /// Is gone with its banner: listed and counted only while something holds that. An explanation knows of it, without
  /// its text.
  package var isTransient = false
  /// Shows how loud or bright something is while its key is pressed: neither stored nor held back. Private texts stay
  /// hidden all the same.
  package var isOnScreenDisplay = false
  /// Whether neither Bellhop's sound nor the server's own is played.
  package var suppressesSound = false
  /// An absolute path, for servers that play files.
  package var soundFile: String?
  /// The buttons beyond the request's four, in their order. They are in the list and on no banner.
  package var furtherActions: [Action] = []
  /// The app's label of the press on the banner, which some servers show; empty for none.
  package var pressLabel = ""
  /// The app's key for each action.
  package var keys = ActionKeys()
  /// The summary as it was written; `nil` where that is the title.
  package var title: String?
  /// The body as it was written; `nil` where that is the same as the flattened text, and the same as markup.
  package var body: String?
  /// The app's icon beside another picture: a name in the theme, or a file's; empty for none.
  package var icon = ""
  /// Whether the request's image is the app's icon.
  package var isPictureIcon = false
  /// The app's own name of the file that is its picture, as it was written: a path, or a URI. Empty for pixels, for an
  /// icon of the theme that has become the request's image, and for a caller in a sandbox, which sees other files.
  package var pictureName = ""
  /// The file of that name as it was copied; `nil` for a file that could not be copied, which goes on by its name alone.
  package var pictureFile: PictureFile?
  /// Hints that are forwarded to the server unchanged: a dictionary as the bus carries it, `a{sv}`, in little-endian
  /// order; empty for none. Private: never forwarded while the text is hidden.
  package var hints: [UInt8] = []

  package init() {}

  /// The name that the app gives itself, if it is not vouched for and has given one.
  package var claimedName: String? { isVouchedFor || appName.isEmpty ? nil : appName }

  /// A copy without any text from the app.
  package var withoutText: DesktopOrigin {
    var origin = self
    origin.keys = ActionKeys()
    origin.furtherActions = []
    origin.pressLabel = ""
    origin.title = nil
    origin.body = nil
    origin.icon = ""
    origin.pictureName = ""
    origin.pictureFile = nil
    origin.hints = []
    origin.soundFile = nil
    return origin
  }

  /// Copies are compared by their content: programs write the same picture into a new file for each call.
  private var nameWithoutCopy: String { pictureFile == nil ? pictureName : "" }

  /// Whether two notifications with the same text are duplicates: they look alike, both are transient or neither is,
  /// they come from the same poster, and have no buttons, since an app that waits for a press waits for one on each.
  /// `isOfSameCaller`: one connection posted both.
  func isDuplicate(of other: DesktopOrigin, isOfSameCaller: Bool) -> Bool {
    guard keys.isEmpty, other.keys.isEmpty, furtherActions == other.furtherActions, icon == other.icon,
      isTransient == other.isTransient, isPictureIcon == other.isPictureIcon,
      nameWithoutCopy == other.nameWithoutCopy
    else { return false }
    if isOfSameCaller { return true }
    guard poster == other.poster, isSandboxed == other.isSandboxed else { return false }
    return poster.map { $0 != .shared } ?? (isVouchedFor && other.isVouchedFor)
  }

  /// Whether the server gets the same call for both, apart from the parts that guidelines decide about.
  package func isHandedOn(like other: DesktopOrigin) -> Bool {
    title == other.title && body == other.body && icon == other.icon
      && nameWithoutCopy == other.nameWithoutCopy
      && hints == other.hints
      && keys == other.keys && pressLabel == other.pressLabel && appName == other.appName
      && isPictureIcon == other.isPictureIcon && urgency == other.urgency && expiry == other.expiry
      && isResident == other.isResident && soundFile == other.soundFile
  }
}

/// A file that was copied.
package struct PictureFile: Hashable, Sendable {
  package let path: String
  /// Another text once the file was written to, or is another one at its path.
  package let identity: String

  package init(path: String, identity: String) {
    self.path = path
    self.identity = identity
  }
}

/// A connection to a bus. A unique name is given once in a bus's life; the next bus gives it to another connection.
package struct BusCaller: Hashable, Sendable {
  /// The bus's id.
  package var bus: String
  /// The unique name, such as ":1.42".
  package var name: String

  package init(bus: String = "", name: String = "") {
    self.bus = bus
    self.name = name
  }

  /// Whether the two are the same connection. A caller without a name includes all connections of its bus.
  package func includes(_ other: BusCaller) -> Bool {
    bus == other.bus && (name.isEmpty || name == other.name)
  }

  /// A broadcast, for a notification that several connections have posted: each waits for its signals.
  package static let everybody = BusCaller()
}

/// A process that calls on the session bus, as the kernel reports it at its first call.
package struct CallingProcess: Hashable, Sendable {
  package let number: Int32
  package let parent: Int32
  /// When it began. A later process may have the same number.
  package let began: Uptime
  /// The name of the systemd unit that it has for itself; `nil` where programs of all kinds run in its unit.
  package let unit: String?
  /// The name that it gives itself.
  package let name: String

  package init(number: Int32, parent: Int32, began: Uptime, unit: String?, name: String) {
    self.number = number
    self.parent = parent
    self.began = began
    self.unit = unit
    self.name = name
  }

  package func isSame(as other: Self) -> Bool { number == other.number && began == other.began }

  /// Whether both have one parent, or run in one unit.
  package func isSibling(of other: Self) -> Bool {
    parent == other.parent || unit != nil && unit == other.unit
  }
}

/// The keys that the app of a call gave to its actions. The press on the notification itself is among them if the app
/// offers it.
package struct ActionKeys: Hashable, Sendable {
  /// The longest key: it means something to the app only, as a target does.
  package static let bytes = Limits.targetBytes

  private var keys: [ItemID: String] = [:]

  package init() {}

  package subscript(action: ItemID) -> String? {
    get { keys[action] }
    set { keys[action] = newValue }
  }

  package var isEmpty: Bool { keys.isEmpty }

  /// The action with this key; the first of several.
  package func action(called key: String) -> ItemID? { all.first { $0.1 == key }?.0 }

  /// In the order of the actions' names.
  package var all: [(ItemID, String)] { keys.sorted { $0.key.text < $1.key.text }.map { ($0.key, $0.value) } }
}

/// A value on the heap. It keeps a type small of which only few values hold this one.
@dynamicMemberLookup
package final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }

  package subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part { value[keyPath: part] }

  package static func == (a: Boxed, b: Boxed) -> Bool { a === b || a.value == b.value }
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
