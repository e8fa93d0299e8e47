// Layers to one policy. Per key: locked in the administrator's files > the user's file > the administrator's >
// built in; within a layer the later file wins. The person's own choices come in `Policy.settings(of:chosen:)`.

package import NotificationModel

/// One file of a layer.
package struct LayerFile: Hashable, Sendable {
  package let path: String
  package let text: String
  /// An administrator's, which alone can lock keys and grant critical notifications.
  package let isSystem: Bool

  package init(path: String, text: String, isSystem: Bool) {
    self.path = path
    self.text = text
    self.isSystem = isSystem
  }
}

/// Puts the files together, in the order given within each layer. All or nothing: the first fault of any file
/// is thrown.
package func policy(from files: [LayerFile]) throws(ConfigurationFault) -> Policy {
  var reader = PolicyReader()
  for file in files where file.isSystem { try reader.read(file) }
  try reader.resolveLocks()
  for file in files where !file.isSystem { try reader.read(file) }
  return reader.policy
}

private struct PolicyReader {
  var policy = Policy()

  private struct Lock {
    let file: KeyFile
    let line: Int
  }

  /// By `Group/Key`. A later file's lock adds to an earlier one's: a drop-in cannot unlock.
  private var locks: [String: Lock] = [:]

  mutating func read(_ file: LayerFile) throws(ConfigurationFault) {
    let keyFile = try KeyFile(path: file.path, text: file.text)
    for group in keyFile.groups { _ = try subject(of: group, in: keyFile) }
    for entry in keyFile.entries {
      let subject = try subject(of: KeyFile.Group(name: entry.group, line: entry.line), in: keyFile)
      guard
        let key = ConfigurationKey.all.first(where: { $0.group == subject.group && $0.name == entry.name })
      else {
        let known = ConfigurationKey.all.filter { $0.group == subject.group }.map(\.name)
        throw keyFile.fault(
          entry.line, "[\(entry.group)] has no key \(entry.name), but \(known.joined(separator: ", "))")
      }
      guard file.isSystem || !key.isAdministrators else {
        throw keyFile.fault(entry.line, "\(key.path(app: subject.app)) counts in /etc only")
      }
      guard file.isSystem || !isLocked(key, app: subject.app) else { continue }
      try store(entry, of: keyFile, key: key, app: subject.app)
    }
  }

  private static let overallPreviews = "Previews/Show"

  /// Locked overall previews lock those of every app, or an app's own could show what they hide.
  private func isLocked(_ key: ConfigurationKey, app: AppID?) -> Bool {
    if locks[key.path(app: app)] != nil { return true }
    guard case .app(.previews) = key.place else { return false }
    return locks[Self.overallPreviews] != nil
  }

  private func subject(
    of group: KeyFile.Group, in file: KeyFile
  ) throws(ConfigurationFault) -> (group: String, app: AppID?) {
    // The documentation's placeholder, left as it was.
    guard group.name != ConfigurationKey.appGroup else {
      throw file.fault(group.line, "[\(group.name)] names no app; write its id for ID")
    }
    if group.name.hasPrefix("App ") {
      guard let app = AppID(String(group.name.dropFirst(4))) else {
        throw file.fault(group.line, "[\(group.name)] names no app; its id is made of A-Z a-z 0-9 . _ -")
      }
      return (ConfigurationKey.appGroup, app)
    }
    guard ConfigurationKey.all.contains(where: { $0.group == group.name }) else {
      throw file.fault(
        group.line,
        "there is no group [\(group.name)], but \(ConfigurationKey.groups.joined(separator: ", "))")
    }
    return (group.name, nil)
  }

  private mutating func store(
    _ entry: KeyFile.Entry, of file: KeyFile, key: ConfigurationKey, app: AppID?
  ) throws(ConfigurationFault) {
    let isAllowed: Bool
    switch key.place {
    case .policy(_, let set):
      isAllowed = set(&policy, try file.string(entry))
    case .app(let setting):
      guard let app else { return }
      isAllowed = policy.apps[app, default: AppSettings()].set(setting, to: try file.string(entry))
    case .locks:
      for name in try file.list(entry) { locks[name] = Lock(file: file, line: entry.line) }
      isAllowed = true
    }
    guard isAllowed else {
      throw file.fault(entry.line, "\(entry.name) must be \(key.allowed.text)")
    }
    policy.files[key.path(app: app)] = file.path
  }

  /// Once the administrator's files are read: every locked key exists, and its value is theirs.
  mutating func resolveLocks() throws(ConfigurationFault) {
    for (path, lock) in locks.sorted(by: { $0.key < $1.key }) {
      guard let (key, app) = Self.key(at: path) else {
        throw lock.file.fault(
          lock.line, "\(path) is no key that can be locked; write Group/Key or App ID/Key")
      }
      if let app {
        try resolveLock(key, of: app, lock: lock)
      } else {
        policy.overallLocks[path] = lock.file.path
      }
    }
  }

  private mutating func resolveLock(
    _ key: ConfigurationKey, of app: AppID, lock: Lock
  ) throws(ConfigurationFault) {
    guard case .app(let setting) = key.place else { return }
    guard let word = policy.apps[app]?.word(for: setting) else {
      throw lock.file.fault(lock.line, "\(key.path(app: app)) is locked, but no file in /etc says its value")
    }
    policy.locked[app, default: [:]][setting] = lock.file.path
    _ = policy.lockedValues[app, default: AppSettings()].set(setting, to: word)
  }

  private static func key(at path: String) -> (ConfigurationKey, AppID?)? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let written = String(path[..<slash])
    let name = path[path.index(after: slash)...]
    guard written != ConfigurationKey.appGroup, written != "Locked" else { return nil }
    let app = written.hasPrefix("App ") ? AppID(String(written.dropFirst(4))) : nil
    let group = app == nil ? written : ConfigurationKey.appGroup
    return ConfigurationKey.all.first { $0.group == group && $0.name == name }.map { ($0, app) }
  }
}

extension ConfigurationKey {
  /// Without repetition, in the order of `all`.
  static var groups: [String] {
    var groups: [String] = []
    for key in all where groups.last != "[\(key.group)]" { groups.append("[\(key.group)]") }
    return groups
  }
}
