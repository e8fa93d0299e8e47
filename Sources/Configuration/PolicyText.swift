package import NotificationModel

extension Policy {
  /// Where the administrator's files have a fault and never were without one: new apps are denied, and private text is
  /// not shown.
  package static var strictest: Policy {
    var policy = Policy()
    policy.defaultAuthorization = .denied
    policy.previews = .never
    return policy
  }

  /// The policy as groups of keys and values: all overall keys, and for each app the values from the files.
  package var configuredValues: [(group: String, values: [(key: String, value: String)])] {
    var groups: [(group: String, values: [(key: String, value: String)])] = []
    for key in ConfigurationKey.all {
      guard case .policy(let get, _) = key.place else { continue }
      if groups.last?.group != key.group { groups.append((key.group, [])) }
      groups[groups.count - 1].values.append((key.name, get(self)))
    }
    if !lockedPaths.isEmpty { groups.append(("Locked", [("Keys", lockedPaths.joined(separator: ";"))])) }
    let named =
      self.groups.reversed().map { ("App \($0.group)", $0.said.overlaid(by: $0.lockedValues)) }
      + apps.sorted { $0.key < $1.key }.map { app, settings in
        ("App \(app)", settings.overlaid(by: lockedValues[app] ?? AppSettings()))
      }
    for (name, settings) in named {
      let values = ConfigurationKey.all.compactMap { key -> (key: String, value: String)? in
        guard case .app(let setting) = key.place, let word = settings.word(for: setting) else { return nil }
        return (key.name, word)
      }
      groups.append((name, values))
    }
    return groups
  }

  /// The origin of a value, by its group and key in `configuredValues`.
  package func origin(of key: String, in group: String) -> ValueOrigin {
    let place = "\(group)/\(key)"
    let named = group.hasPrefix("App ") ? AppSubject(String(group.dropFirst(4))) : nil
    let setting = AppSetting.allCases.first { $0.key == key }
    let lock =
      switch (named, setting) {
      case (.app(let app)?, let setting?): locked[app]?[setting]
      case (.group(let group)?, let setting?): groups.first { $0.group == group }?.locked[setting]
      default: overallLocks[place]
      }
    return ValueOrigin(
      files: place == Self.lockedKeys ? lockFiles : files[place].map { [$0] } ?? [],
      group: widerGroups[place], lockedBy: lock, overrules: overruled[place] ?? [])
  }

  private static let lockedKeys = "Locked/Keys"

  private var lockedPaths: [String] {
    let ofGroups = groups.reversed().flatMap { rules in
      let wider = groups.filter { $0.group != rules.group && $0.group.contains(rules.group) }
      return rules.locked.keys.filter { key in !wider.contains { $0.locked[key] != nil } }
        .map { "App \(rules.group)/\($0.key)" }.sorted()
    }
    let ofApps = locked.sorted { $0.key < $1.key }.flatMap { app, settings in
      let wider = groups.filter { $0.group.contains(app) }
      return settings.keys.filter { key in !wider.contains { $0.locked[key] != nil } }
        .map { "App \(app)/\($0.key)" }.sorted()
    }
    return overallLocks.keys.sorted() + ofGroups + ofApps
  }
}

/// The origin of a value, and the values that it overrides.
package struct ValueOrigin: Hashable, Sendable {
  /// Several if more than one file locks keys; empty for a built-in value.
  package let files: [String]
  /// The wider group whose section sets the value.
  package let group: AppGroup?
  /// The file that locks the value.
  package let lockedBy: String?
  /// The overridden lines of the person's own files, including lines for an app of the group.
  package let overrules: [FilePlace]
}
