/// The interface that a notification came by, and all rules that depend on it.
package enum Origin: Hashable, Sendable {
  /// A socket of Bellhop: the app was written for Bellhop.
  case native
  /// A socket of Bellhop, by the command line, for the person or for root. The script is the one that runs the command.
  case script(ScriptID)
  /// The desktop's own notification interface: the app does not know Bellhop.
  case desktop(Boxed<DesktopOrigin>)

  /// `nil` for `native`.
  package init(_ desktop: DesktopOrigin?) { self = desktop.map { .desktop(Boxed($0)) } ?? .native }

  package var desktop: DesktopOrigin? {
    if case .desktop(let origin) = self { origin.value } else { nil }
  }

  private var isDesktop: Bool { if case .desktop = self { true } else { false } }

  /// The origin with its desktop part changed; a native origin stays as it is.
  package func map(_ change: (DesktopOrigin) -> DesktopOrigin) -> Origin {
    desktop.map { Origin(change($0)) } ?? self
  }

  /// Whether two notifications with the same text look alike: an app may give the server more than the text.
  package func isShown(like other: Origin) -> Bool {
    guard let own = desktop, let other = other.desktop else { return true }
    return own.isHandedOn(like: other)
  }

  fileprivate func isDuplicate(of other: Origin, isOfSameCaller: Bool) -> Bool {
    guard let own = desktop, let other = other.desktop else { return !isDesktop && !other.isDesktop }
    return own.isDuplicate(of: other, isOfSameCaller: isOfSameCaller)
  }

  /// The buttons beyond four, which are only in the list.
  package var furtherActions: [Action] {
    if case .desktop(let origin) = self { origin.value.furtherActions } else { [] }
  }

  // MARK: Rules

  /// The script whose own share is charged: all scripts are one app, but must not pay for each other. Other apps pay as
  /// a whole.
  package var script: ScriptID? { if case .script(let script) = self { script } else { nil } }

  /// Whether its author can read advice.
  package var isAdvised: Bool { !isDesktop }

  /// Whether it counts as read once the person has seen it: its banner was closed, or its app came to the foreground.
  /// The desktop's interface has no call to mark a notification as read, so a repeated text is a duplicate only while
  /// the first banner is up or to come.
  package var isReadWhenSeen: Bool { isDesktop }

  /// Whether its app, while in the foreground, is told of the notification and presents it itself. By the desktop's
  /// interface an app decides before it calls.
  package var presentsItself: Bool { !isDesktop }

  /// Whether a window in the foreground can be its app's: another program may use a name that nothing vouches for.
  package var mayBeInFront: Bool { desktop?.isVouchedFor ?? true }

  /// Whether the person who turns to its app sees the subject of the notification.
  package var followsFocus: Bool { if case .desktop(let origin) = self { origin.followsFocus } else { true } }

  /// Whether new text for a banner on the screen is not charged to the app's alert rate: by the desktop's interface,
  /// this is the only way to show progress.
  package var changesForFree: Bool { isDesktop }

  /// Whether its app waits for an answer: the notification is critical, or has buttons and does not expire (no timeout,
  /// or resident).
  package var awaitsAnswer: Bool {
    guard case .desktop(let origin) = self else { return false }
    let (stays, hasButtons) = (
      origin.value.expiry == .never || origin.value.isResident, !origin.value.keys.all.isEmpty
    )
    return origin.value.urgency == .critical || stays && hasButtons
  }

  /// Whether it stays when one of its buttons is pressed.
  package var staysWhenPressed: Bool {
    if case .desktop(let origin) = self { origin.value.isResident } else { false }
  }

  /// The authorization of an app by the desktop's interface, which never asks, until the person or the configuration
  /// decides; `nil` by a socket of Bellhop's, where apps ask.
  package func consent(_ front: FrontPolicy) -> Authorization? { isDesktop ? front.consent : nil }

  /// The default for how much text is kept of a notification that came by the desktop's own interface. `nil` for
  /// Bellhop's sockets, where all text is kept by default.
  package func store(_ front: FrontPolicy) -> KeptText? { isDesktop ? front.store : nil }
}

extension NotificationRequest {
  /// Whether it passes: it is kept only until its banner is over. After that it is in no list, and only `Explain` knows of
  /// it, without its text.
  package var passes: Bool { transient || origin.desktop?.isTransient == true }

  /// Whether two requests with the same text are duplicates. `link`, `other`: the ways back to their apps.
  package func isDuplicate(of posted: NotificationRequest, by link: AppLink?, and other: AppLink?) -> Bool {
    let isOfSameCaller =
      if let link = link?.desktop, let other = other?.desktop { link.isOfSameCaller(as: other) } else {
        false
      }
    return actions == posted.actions && origin.isDuplicate(of: posted.origin, isOfSameCaller: isOfSameCaller)
  }

  /// The request, come by this origin.
  package func coming(by origin: Origin) -> NotificationRequest {
    var request = self
    request.origin = origin
    return request
  }

  /// The names of the actions that an app of the desktop's own interface gave; `nil` for other apps.
  package var keys: ActionKeys? {
    get { origin.desktop?.keys }
    set {
      guard let newValue else { return }
      origin = origin.map { origin in
        var origin = origin
        origin.keys = newValue
        return origin
      }
    }
  }

  /// Whether a duplicate restarts the banner's time on the screen: by the desktop's interface, unless the banner never
  /// expires.
  package var renewsItsTime: Bool { origin.desktop.map { $0.expiry != .never } ?? false }

  /// Whether its banner offers the action. Buttons beyond four are in the list alone, and one of the desktop's interface
  /// that is hidden has no buttons.
  package func bannerOffers(_ action: ItemID, isHidden: Bool) -> Bool {
    guard let keys else { return action == .defaultAction || actions?.contains { $0.id == action } == true }
    if action == .defaultAction { return keys[action] != nil }
    return !isHidden && actions?.contains { $0.id == action } == true
  }

  /// The action with this id: on the banner, or in the list alone.
  package func action(_ id: ItemID) -> Action? {
    actions?.first { $0.id == id } ?? origin.furtherActions.first { $0.id == id }
  }
}

/// The script, unit or program that posts by the command line or by the desktop's own interface: a fingerprint of its
/// name (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv), since the name itself reveals the programs on the person's
/// computer. Stored, so a change of the fingerprint needs a migration.
package struct ScriptID: Hashable, Sendable {
  package let number: Int64

  /// Shared by all scripts that cannot be told apart, or that have no share of their own.
  package static let shared = ScriptID(number: 0)

  package init(number: Int64) { self.number = number }

  package init(named name: String) {
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    number = Int64(bitPattern: hash)
  }
}

/// The account that a notification is charged to, for rates or for room: its app, or for posts of the command line the
/// script that runs it.
package struct Payer: Hashable, Sendable {
  package let app: AppID
  /// `nil` for an app, which pays as a whole.
  package let script: ScriptID?

  package init(_ app: AppID, _ script: ScriptID? = nil) {
    self.app = app
    self.script = script
  }
}

extension NotificationRequest {
  /// The payer for room in the list.
  package var roomPayer: Payer { Payer(app, origin.script) }

  /// The payer for rates. For posts by the desktop's own interface this is the poster, within its app if that is
  /// vouched for, and otherwise within `unknown`: a program can claim or invent any name.
  package var payer: Payer {
    guard let desktop = origin.desktop, let poster = desktop.poster else { return roomPayer }
    return Payer(desktop.isVouchedFor ? app : .unknown, poster)
  }
}

/// Names of programs and units in which other programs run, and which therefore do not identify their poster.
///
/// A name counts by its words, so that "gnome-terminal-server" and "org.gnome.Terminal" are the same.
package enum SharedPlaces {
  package static func isTerminal(_ name: String) -> Bool { !words(name).isDisjoint(with: terminals) }

  /// Whether scripts of all kinds run in this unit: a session's, a service manager's, the bus's, a terminal's, a
  /// compositor's, cron's, or a unit without a fixed name.
  package static func isShared(unit: Substring) -> Bool {
    prefixes.contains(where: unit.hasPrefix) || isTerminal(String(unit))
      || !words(String(unit)).isDisjoint(with: others)
  }

  package static func words(_ name: String) -> Set<Substring> {
    let name = Substring(name.cut(toBytes: Limits.idBytes).lowercased())
    return Set(name.split { !$0.isLetter && !$0.isNumber })
  }

  private static let prefixes = [
    "dbus", "init.scope", "ptyxis-spawn-", "run-", "session-", "tmux-spawn-", "user@", "vte-spawn-",
  ]

  private static let terminals: Set<Substring> = [
    "alacritty", "blackbox", "console", "foot", "footclient", "ghostty", "guake", "hyper", "kgx",
    "kitty", "konsole", "lxterminal", "ptyxis", "qterminal", "rxvt", "sakura", "st", "terminal",
    "terminator", "terminology", "termite", "tilda", "tilix", "urxvt", "wezterm", "xterm",
    "yakuake",
  ]

  /// Compositors, as far as their units have no "wayland" or "x11" in the name as GNOME's, Plasma's and uwsm's have;
  /// programs that start commands at a key or at a time; terminal multiplexers, ssh.
  private static let others: Set<Substring> = [
    "anacron", "atd", "cosmic", "cron", "crond", "cronie", "fcron", "hyprland", "i3", "kglobalaccel", "labwc",
    "mediakeys", "niri", "openbox", "river", "screen", "shell", "ssh", "sshd", "sway", "swhkd", "sxhkd",
    "tmux",
    "wayfire", "wayland", "weston", "x11", "xbindkeys", "zellij",
  ]
}

/// The names of systemd units that desktops run apps in, as in
/// `app[-<launcher>]-<id>-<random>.scope` and `app[-<launcher>]-<id>[@<random>].service`.
package enum ApplicationUnit {
  /// The ids that a process's control groups (the text of its `cgroup` file) may mean, the likeliest first: only the
  /// installed apps show where the launcher's prefix ends and the id begins.
  package static func ids(inControlGroups text: String) -> [AppID] {
    for line in text.split(separator: "\n").prefix(64) {
      guard let path = line.split(separator: ":", maxSplits: 2).last else { continue }
      // The innermost is the app's own.
      for unit in path.split(separator: "/").reversed() {
        let ids = ids(inUnit: unit)
        if !ids.isEmpty { return ids }
      }
    }
    return []
  }

  /// The unit that the process has for itself, by the part of its name that is the same at each start; `nil` if it
  /// shares the unit with other processes, or is in no unit.
  package static func own(inControlGroups text: String) -> String? {
    guard let unit = innermost(inControlGroups: text), !SharedPlaces.isShared(unit: unit[...]) else {
      return nil
    }
    if let body = unit[...].removing(prefix: "app-"), let name = instance(body) { return String(name) }
    // A unit that is started for each connection or each file has another instance name each time.
    return String(unit.prefix { $0 != "@" })
  }

  /// The service or scope that the process is in, at most 512 bytes; `nil` if it is in none.
  package static func innermost(inControlGroups text: String) -> String? {
    let lines = text.split(separator: "\n").prefix(64).map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }
    // The hierarchy of cgroup v2, or of those of v1 the one that systemd uses.
    let line = lines.first { $0.count == 3 && ($0[1].isEmpty || $0[1] == "name=systemd") }
    let units = (line?[2] ?? "").split(separator: "/").filter {
      $0.hasSuffix(".service") || $0.hasSuffix(".scope")
    }
    return units.last.flatMap { $0.utf8.count <= 512 ? String($0) : nil }
  }

  private static func ids(inUnit unit: Substring) -> [AppID] {
    guard unit.utf8.count <= 512, let body = unit.removing(prefix: "app-"), let name = instance(body) else {
      return []
    }
    let parts = name.split(separator: "-", maxSplits: 1)
    let withoutLauncher = parts.count == 2 && parts[0].allSatisfy(\.isPlain) ? [parts[1]] : []
    return (withoutLauncher + [name]).compactMap { unescaped($0, behind: #"\x"#).flatMap { AppID($0) } }
  }

  /// The name without the part that differs from one run of the app to the next.
  private static func instance(_ body: Substring) -> Substring? {
    if let scope = body.removing(suffix: ".scope") ?? body.removing(suffix: ".slice") {
      guard let dash = scope.lastIndex(of: "-"), scope[dash...].dropFirst().allSatisfy(\.isPlain) else {
        return nil
      }
      return scope[..<dash]
    }
    guard let service = body.removing(suffix: ".service") else { return nil }
    return service.removing(suffix: "-autostart") ?? service.prefix { $0 != "@" }
  }
}

/// The text in which two hexadecimal digits behind `mark` stand for a byte, as `\x2d` does in units' names and `%20` in
/// URIs; `nil` where other characters are behind it, or the bytes are no UTF-8.
package func unescaped(_ text: Substring, behind mark: String) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.first {
    guard rest.starts(with: mark.utf8.prefix(1)) else {
      bytes.append(byte)
      rest.removeFirst()
      continue
    }
    let digits = rest.dropFirst(mark.utf8.count).prefix(2)
    guard rest.starts(with: mark.utf8), digits.count == 2,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt8(String(Substring(digits)), radix: 16)
    else { return nil }
    bytes.append(value)
    rest = rest.dropFirst(mark.utf8.count + 2)
  }
  return String(validating: bytes, as: UTF8.self)
}

extension Substring {
  fileprivate func removing(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  fileprivate func removing(suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}

extension Character {
  /// Whether the character can be in the name of a launcher or in a random part.
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}
