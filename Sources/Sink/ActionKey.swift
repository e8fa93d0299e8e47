import NotificationModel

/// How an action's id travels to the server and back.
///
/// The id itself travels, behind a prefix, so that a press is understood without any memory of the banner, also
/// by the daemon's next run. A notification of the desktop's own interface has its app's keys, which are stored with it.
/// The prefix keeps an app's ids clear of those that mean something to servers
/// (`default`, `settings`, `inline-reply`) and makes the first character a letter, which some servers demand.
enum ActionKey {
  static let inlineReply = "inline-reply"
  private static let press = "default"
  private static let prefix = "a."

  static func key(for action: ItemID) -> String {
    action == .defaultAction ? press : prefix + action.text
  }

  /// Whether an app's own key can travel: it has no other meaning here or for servers, has no control or format characters,
  /// and libnotify takes it.
  static func canTravel(_ key: String) -> Bool {
    !key.isEmpty && key != press && key != inlineReply && !key.hasPrefix(prefix)
      && key.unicodeScalars.allSatisfy(isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: false
    default: true
    }
  }

  /// `nil` for an app's own keys.
  static func action(for key: String) -> ItemID? {
    if key == press { return .defaultAction }
    guard key.hasPrefix(prefix) else { return nil }
    return ItemID(String(key.dropFirst(prefix.count)))
  }
}
