/// What a new configuration does to the lists: `Reload` of `io.bellhop.Control`.
package struct ReloadEffect: Hashable, Sendable {
  /// Notifications, and of how many apps.
  package struct Count: Hashable, Sendable, CustomStringConvertible {
    package var notifications = 0
    package var apps = 0

    package init(notifications: Int = 0, apps: Int = 0) {
      (self.notifications, self.apps) = (notifications, apps)
    }

    package var description: String {
      "\(notifications) notification\(notifications == 1 ? "" : "s") of \(apps) app\(apps == 1 ? "" : "s")"
    }

    package mutating func add(_ count: Int) {
      guard count > 0 else { return }
      notifications += count
      apps += 1
    }
  }

  /// Taken off the lists, their apps being denied now.
  package var withheld = Count()
  /// Back in the lists, their apps being denied no more.
  package var restored = Count()

  package init() {}
}
