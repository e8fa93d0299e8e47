/// The effect of a new configuration on the lists, as `Reload` of `io.bellhop.Control` returns it.
package struct ReloadEffect: Hashable, Sendable {
  /// A number of notifications, and of their apps.
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

  /// Taken off the lists, because their apps are denied now.
  package var withheld = Count()
  /// Brought back to the lists, because their apps are denied no more.
  package var restored = Count()

  package init() {}
}
