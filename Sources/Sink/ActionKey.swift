import NotificationModel

/// How an action's id travels to the server and back.
///
/// The id itself travels, behind a prefix, so that a press is understood without any memory of the banner, also
/// by the daemon's next run. The prefix keeps an app's ids clear of those that mean something to servers
/// (`default`, `settings`, `inline-reply`) and makes the first character a letter, which some servers demand.
enum ActionKey {
  static let inlineReply = "inline-reply"
  private static let press = "default"
  private static let prefix = "a."

  static func key(for action: ItemID) -> String {
    action == .defaultAction ? press : prefix + action.text
  }

  /// `nil` for keys that no banner of ours has.
  static func action(for key: String) -> ItemID? {
    if key == press { return .defaultAction }
    guard key.hasPrefix(prefix) else { return nil }
    return ItemID(String(key.dropFirst(prefix.count)))
  }
}
