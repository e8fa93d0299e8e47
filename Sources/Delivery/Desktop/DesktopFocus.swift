package import NotificationModel

/// Which app is in front of the person, as far as the desktop itself tells.
package enum DesktopFocus: Hashable, Sendable {
  /// Nobody tells: apps' own claims count.
  case unknown
  /// The ids that may be meant by the window in front; none of them where no app is in front. What an app claims
  /// against it does not count.
  case apps(Set<AppID>)
}
