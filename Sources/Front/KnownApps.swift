import NotificationModel

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
