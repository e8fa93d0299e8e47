package import NotificationModel

extension Policy {
  /// For a start with a fault and no last good configuration: nobody new is let in, nothing private is shown.
  package static var strictest: Policy {
    var policy = Policy()
    policy.defaultAuthorization = .denied
    policy.previews = .never
    return policy
  }

  /// What holds, as groups of keys and values: every overall key, and for each app what the files say.
  package var configuredValues: [(group: String, values: [(key: String, value: String)])] {
    var groups: [(group: String, values: [(key: String, value: String)])] = []
    for key in ConfigurationKey.all {
      guard case .policy(let get, _) = key.place else { continue }
      if groups.last?.group != key.group { groups.append((key.group, [])) }
      groups[groups.count - 1].values.append((key.name, get(self)))
    }
    if !lockedPaths.isEmpty { groups.append(("Locked", [("Keys", lockedPaths.joined(separator: ";"))])) }
    for (app, settings) in apps.sorted(by: { $0.key < $1.key }) {
      let effective = settings.overlaid(by: lockedValues[app] ?? AppSettings())
      let values = ConfigurationKey.all.compactMap { key -> (key: String, value: String)? in
        guard case .app(let setting) = key.place, let word = effective.word(for: setting) else { return nil }
        return (key.name, word)
      }
      groups.append(("App \(app)", values))
    }
    return groups
  }

  private var lockedPaths: [String] {
    let ofApps = locked.sorted { $0.key < $1.key }.flatMap { app, settings in
      settings.keys.map { "App \(app)/\($0.key)" }.sorted()
    }
    return overallLocks.keys.sorted() + ofApps
  }
}
