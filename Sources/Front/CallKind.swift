import NotificationModel

/// How a call asks for attention, and for how long.
struct AskedUrgency {
  var level = InterruptionLevel.active
  var relevantDate: Timestamp?
  /// Whether it may make a sound.
  var mayBeHeard = true
  var handedOn = DesktopOrigin.Urgency.normal
  var expiry: DesktopOrigin.Expiry

  /// | urgency          | level         | handed on | expiry, where the call leaves it open |
  /// |------------------|---------------|-----------|---------------------------------------|
  /// | 0                | active, quiet | low       | the server's                          |
  /// | 1, none, unknown | active        | normal    | the server's                          |
  /// | 2 of a browser   | active        | normal    | never, whatever the call says         |
  /// | 2 of others      | timeSensitive | critical  | never                                 |
  ///
  /// Not passive for 0: servers show a banner for it, and volume keys use it.
  init(_ call: NotifyCall, isBrowser: Bool, now: Timestamp, _ repairs: inout Repairs) {
    expiry = DesktopOrigin.Expiry(timeout: call.expireTimeout)
    switch call.hints.urgency {
    case 0:
      handedOn = .low
      mayBeHeard = false
    case 2 where isBrowser:
      expiry = .never
    case 2:
      level = .timeSensitive
      relevantDate = now
      handedOn = .critical
      if expiry == .serverDecides { expiry = .never }
    case nil, 1: break
    default: repairs.note(.passedOver(.urgency))
    }
  }
}

/// What a notification is, by the specification's category: "class.specific", or the class alone.
enum CategoryKind {
  /// | category                      | kind                                      |
  /// |-------------------------------|-------------------------------------------|
  /// | im.*                          | message                                   |
  /// | call.*                        | call                                      |
  /// | call.ended, call.unanswered   | none: nobody can take it any more         |
  /// | alarm.*                       | alarm, where the app is vouched for       |
  /// | device.*, network.*, and more | none                                      |
  ///
  /// An alarm rings through Do Not Disturb, some times an hour for each app, until the person takes that from the app.
  /// Who goes by a new name each time would never come to an end of it.
  ///
  /// Of several, as notify-send takes them with commas between, the first that is of a kind.
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

/// The lane for what shows how loud or bright something is while its key is pressed.
enum OnScreenDisplay {
  /// Such a call has a synchronous tag, or a value that is shown in passing or beside an icon for sound or light, or comes
  /// from a program that posts nothing else. Any other tag says which banner this one replaces, and no more.
  ///
  /// This lane keeps nothing, so what wants an answer or is urgent does not belong there, whatever its tag: a script
  /// may warn of an empty battery by the same means.
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

  /// As the icon theme's names have it: "audio-volume-high-symbolic", "display-brightness".
  private static func isOfLevel(_ icon: String) -> Bool {
    let name = icon.split(separator: "/").last ?? ""
    return !SharedPlaces.words(String(name)).isDisjoint(with: words)
  }
}

/// Apps that are known by their names to mean something of their own by a call.
///
/// A name counts by its words, so that "google-chrome-beta", "com.google.Chrome" and "Google Chrome" are the same.
enum KnownApps {
  /// What shows pages, and passes on what those ask for: its urgency 2 means that a page wants its banner to stay.
  static func isBrowser(_ name: String) -> Bool { !SharedPlaces.words(name).isDisjoint(with: browsers) }

  /// What others run in: its name says nothing about them.
  static func isTerminal(_ app: AppID) -> Bool { SharedPlaces.isTerminal(app.text) }

  /// What scripts post by: it stands for itself, whatever it was started from.
  static func isScriptTool(_ name: String) -> Bool { scriptTools.contains(name) }

  /// What posts nothing but how loud or bright something is.
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
