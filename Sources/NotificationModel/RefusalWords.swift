// The words in errors of the interfaces that say what a call was about. They are written and read here alone, so that a
// program can say in its person's language, or add, what they mean.

/// A thing that a call names, and that does not exist: the `what` of the errors `NotFound`.
package enum Missing: Hashable, Sendable {
  case notification(NotificationID)
  /// The text of a notification, which was erased.
  case text(of: NotificationID)
  case category(ItemID)
  case app(AppID)
  case follower(FollowerName)
  case action

  package var words: String {
    switch self {
    case .notification(let id): "notification \(id)"
    case .text(let id): "text of notification \(id)"
    case .category(let id): "category \(id)"
    case .app(let app): "app \(app)"
    case .follower(let name): "follower \(name.text)"
    case .action: "action"
    }
  }

  /// `nil` for words of another version.
  package init?(words: String) {
    let parts = words.split(separator: " ").map(String.init)
    let name = parts.last ?? ""
    let found: Missing? =
      switch parts.dropLast() {
      case ["notification"]: Int64(name).map { .notification(NotificationID($0)) }
      case ["text", "of", "notification"]: Int64(name).map { .text(of: NotificationID($0)) }
      case ["category"]: ItemID(name).map(Missing.category)
      case ["app"]: AppID(name).map(Missing.app)
      case ["follower"]: FollowerName(name).map(Missing.follower)
      default: .action
      }
    guard let found, found.words == words else { return nil }
    self = found
  }
}

/// Why a notification that is still to come is not pressed, snoozed or dismissed: a reason of `InvalidParameter`.
package enum StillToCome: CaseIterable {
  case scheduled, awaitsConsent
  /// Dismissing is not for the person to do.
  case isItsApps

  package func words(_ id: NotificationID) -> String {
    switch self {
    case .scheduled: "notification \(id) is still to come"
    case .awaitsConsent: "notification \(id) waits until its app is allowed"
    case .isItsApps: "notification \(id) is still to come: its app can withdraw it, or you deny the app"
    }
  }

  /// The notification, if the words are one of these reasons.
  package static func notification(in words: String) -> NotificationID? {
    let parts = words.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let id = Int64(parts[1]).map(NotificationID.init),
      allCases.contains(where: { $0.words(id) == words })
    else { return nil }
    return id
  }
}
