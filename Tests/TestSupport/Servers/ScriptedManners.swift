/// The behaviour of the desktops' own servers beyond the specification, as modes of the scripted server.
enum ScriptedManners {
  private static let desktops: [String: [String]] = [
    "gnome": [
      "name gnome-shell", "capabilities actions,body,body-markup,icon-static,persistence,sound", "evict 10",
      "close-after-press 2", "tokens", "rejects-foreign", "forgets-vanished",
    ],
    "plasma": [
      "name Plasma",
      "capabilities body,body-hyperlinks,body-markup,body-images,icon-static,actions,persistence,inline-reply,"
        + "sound,x-kde-urls,x-kde-origin-name,x-kde-display-appname,inhibitions",
      "refuse-identical", "close-after-press 3", "tokens", "takes-any-id",
    ],
    "xfce": [
      "name Xfce Notify Daemon",
      "capabilities actions,body,body-hyperlinks,body-markup,icon-static,action-icons,"
        + "x-canonical-private-icon-only",
      "close-after-press 2",
    ],
    "mako": [
      "name mako",
      "capabilities actions,body,body-markup,icon-static,x-canonical-private-synchronous,x-dunst-stack-tag",
      "close-after-press 2", "tokens", "strict-types", "dies-of-tags",
    ],
    "dunst": [
      "name dunst", "capabilities actions,body,body-hyperlinks,icon-static,synchronous,body-markup",
      "close-after-press 2", "takes-any-id", "no-empty",
    ],
    // A newer version than Debian 12's, which neither asks for text nor brings a token.
    "swaync": [
      "name SwayNotificationCenter",
      "capabilities actions,body,body-markup,body-images,persistence,synchronous,private-synchronous,"
        + "x-canonical-private-synchronous,inline-reply",
      "close-after-press 2", "tokens",
    ],
  ]

  /// A desktop's name stands for all its modes, any other mode for itself.
  static func modes(_ mode: String) -> [String] { desktops[mode] ?? [mode] }
}
