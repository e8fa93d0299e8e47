import NotificationModel

/// The urgency, sound and expiry that a call asks for.
struct AskedUrgency {
  var level = InterruptionLevel.active
  var relevantDate: Timestamp?
  /// Whether the notification may make a sound.
  var mayBeHeard = true
  var handedOn = DesktopOrigin.Urgency.unset
  var expiry: DesktopOrigin.Expiry

  /// | urgency          | level         | handed on | expiry, where the call leaves it open  |
  /// |------------------|---------------|-----------|----------------------------------------|
  /// | 0                | active, quiet | low       | the server's                           |
  /// | 1                | active        | normal    | the server's                           |
  /// | unset, other     | active        | unset     | the server's                           |
  /// | 2 of a browser   | active        | normal    | never, since a critical one would stay |
  /// | 2 of others      | timeSensitive | critical  | the server's                           |
  ///
  /// Urgency 0 is not passive: servers show a banner for it, and scripts for volume keys use it.
  init(_ call: NotifyCall, isBrowser: Bool, now: Timestamp, _ repairs: inout Repairs) {
    expiry = DesktopOrigin.Expiry(timeout: call.expireTimeout)
    switch call.hints.urgency {
    case 0:
      handedOn = .low
      mayBeHeard = false
    case 2 where isBrowser:
      handedOn = .normal
      if expiry == .serverDecides { expiry = .never }
    case 2:
      level = .timeSensitive
      relevantDate = now
      handedOn = .critical
    case 1: handedOn = .normal
    case nil: break
    default: repairs.note(.passedOver(.urgency))
    }
  }
}

/// Maps the specification's category ("class.specific", or the class alone) to a kind.
enum CategoryKind {
  /// | category                      | kind                                      |
  /// |-------------------------------|-------------------------------------------|
  /// | im.*                          | message                                   |
  /// | call.*                        | call                                      |
  /// | call.ended, call.unanswered   | `nil`: the call cannot be answered        |
  /// | alarm.*                       | alarm, where the app is vouched for       |
  /// | device.*, network.*, and more | `nil`                                     |
  ///
  /// An alarm rings through Do Not Disturb, a few times an hour for each app, until the person denies that to the app.
  /// An unverified app could use a new name for each alarm and pass both limits, so only a verified one may ring.
  ///
  /// notify-send accepts several categories with commas between them: the first that has a kind counts.
  static func kind(of categories: String?, isVouchedFor: Bool) -> Kind? {
    guard let categories, categories.utf8.count <= Limits.pathBytes else { return nil }
    return categories.split(separator: ",").lazy
      .compactMap { kind(ofOne: $0.drop(while: \.isWhitespace), isVouchedFor: isVouchedFor) }.first
  }

  private static func kind(ofOne category: Substring, isVouchedFor: Bool) -> Kind? {
    guard category != "call.ended", category != "call.unanswered" else { return nil }
    return switch category.prefix(while: { $0 != "." }) {
    case "im": .message
    case "call": .call
    case "alarm": isVouchedFor ? .alarm : nil
    default: nil
    }
  }
}

/// Recognizes on-screen displays: the short-lived banners that show volume or brightness while a key is pressed.
enum OnScreenDisplay {
  /// True for a call with a synchronous tag, for one whose `value` comes with `transient` or with a tag and an icon of
  /// sound or light, and for every call of a program that posts nothing else. A stack tag alone does not count: it only
  /// says which banner this one replaces.
  ///
  /// On-screen displays are not kept in the list, so a call with buttons or of urgency 2 is never one: a script may
  /// warn of an empty battery with the same tag.
  static func isOne(_ call: NotifyCall, from app: AppID) -> Bool {
    guard call.buttons.isEmpty, call.hints.urgency != 2 else { return false }
    let hints = call.hints
    if hints.isTagSynchronous || KnownApps.isLevelSender(app.text) || KnownApps.isLevelSender(call.appName) {
      return true
    }
    guard hints.value != nil else { return false }
    return hints.isTransient
      || hints.tag != nil && [call.icon, hints.imagePath ?? ""].contains(where: isOfLevel)
  }

  private static let words: Set<Substring> = ["audio", "brightness", "microphone", "speaker", "volume"]

  /// Goes by the words of the icon theme's names: "audio-volume-high-symbolic", "display-brightness".
  private static func isOfLevel(_ icon: String) -> Bool {
    let name = icon.split(separator: "/").last ?? ""
    return !SharedPlaces.words(String(name)).isDisjoint(with: words)
  }
}

/// Apps that are recognized by name because their calls need special treatment.
///
/// A name counts by its words, so that "google-chrome-beta", "com.google.Chrome" and "Google Chrome" are the same.
enum KnownApps {
  /// Browsers pass on the requests of pages: their urgency 2 only means that a page wants its banner to stay.
  static func isBrowser(_ name: String) -> Bool { !SharedPlaces.words(name).isDisjoint(with: browsers) }

  /// Terminals: other programs run in them, so a terminal's name does not say which program posts.
  static func isTerminal(_ app: AppID) -> Bool { SharedPlaces.isTerminal(app.text) }

  /// The tools that scripts post with. Such a call is attributed to the tool, not to the program or scope that started
  /// it.
  static func isScriptTool(_ name: String) -> Bool { scriptTools.contains(name) }

  /// Programs that post nothing but the level of volume or brightness.
  static func isLevelSender(_ name: String) -> Bool { levelSenders.contains(name.lowercased()) }

  private static let browsers: Set<Substring> = [
    "brave", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "floorp", "konqueror",
    "librewolf", "midori", "msedge", "opera", "qutebrowser", "vivaldi", "waterfox",
  ]

  private static let scriptTools: Set = ["notify-send", "notify-send.sh", "notify-send.py", "dunstify"]

  /// `changeVolume` and `changeBrightness` are the names that dunst's and Arch Linux's examples use.
  private static let levelSenders: Set = [
    "avizo", "brightness", "brightnessctl", "changebrightness", "changevolume", "i3-volume",
    "pa-applet", "pnmixer", "swayosd", "volnoti", "volume", "volumectl", "volumeicon",
    "xfce4-volumed", "xfce4-volumed-pulse",
  ]
}
