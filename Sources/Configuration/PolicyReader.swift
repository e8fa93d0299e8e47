// Merges the layers into one policy. Precedence of a key's values: locked in the administrator's files, the person's
// own file, the administrator's files, built in. Within a layer the later file wins. `Policy.settings(of:chosen:)` adds
// the person's own choices.

package import NotificationModel

/// A file of a layer.
package struct LayerFile: Hashable, Sendable {
  package let path: String
  package let text: String
  /// Whether it is an administrator's file. Only these can lock keys and grant critical notifications.
  package let isSystem: Bool

  package init(path: String, text: String, isSystem: Bool) {
    self.path = path
    self.text = text
    self.isSystem = isSystem
  }
}

/// Merges the files, in the given order within each layer. Throws the first fault, in the order of the files and their
/// lines.
package func policy(from files: [LayerFile]) throws(ConfigurationFault) -> Policy {
  let reading = reading(files)
  if let first = reading.faults.first { throw first }
  return reading.policy
}

/// The policy of some files, which is only usable without faults.
package struct PolicyReading: Sendable {
  package let policy: Policy
  /// In the order of the files and their lines.
  package let faults: [ConfigurationFault]
  fileprivate let faultyLayers: Set<ConfigurationLayer>

  /// Whether the layer's lines are without a fault. A person's lines depend on the administrator's: a locked key is
  /// ignored, also with a wrong value.
  func isSound(_ layer: ConfigurationLayer) -> Bool { !faultyLayers.contains(layer) }
}

enum ConfigurationLayer {
  case administrators, persons
}

/// Reads the policy, and notes all faults. `isWhole`: whether all of the administrator's files could be read.
package func reading(_ files: [LayerFile], isWhole: Bool = true) -> PolicyReading {
  var reader = PolicyReader(isWhole: isWhole)
  for file in files where file.isSystem { reader.read(file) }
  reader.resolveLocks()
  let ofAdministrators = reader.faults.count
  for file in files where !file.isSystem { reader.read(file) }
  let ofPersons = reader.faults.count - ofAdministrators
  reader.layers.compile(into: &reader.policy)
  let order = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
  let faults = reader.faults.sorted { a, b in
    (order[a.file] ?? 0, a.line) < (order[b.file] ?? 0, b.line)
  }
  return PolicyReading(
    policy: reader.policy, faults: faults,
    faultyLayers: Set((ofAdministrators > 0 ? [.administrators] : []) + (ofPersons > 0 ? [.persons] : [])))
}

private struct PolicyReader {
  var policy = Policy()
  var layers = AppLayers()
  private(set) var faults: [ConfigurationFault] = []

  /// Whether all files and lines so far could be read. If not, a missing value may be in an unreadable line.
  private var isWhole: Bool
  /// The settings that the administrator's lines name, even with a faulty value.
  private var named: Set<NamedSetting> = []

  init(isWhole: Bool) { self.isWhole = isWhole }

  private struct Lock {
    let path: String
    let file: KeyFile
    let line: Int
  }

  /// A later file's lock adds to an earlier one's: a drop-in cannot unlock.
  private var locks: [Lock] = []
  private var lockedApps: Set<NamedSetting> = []

  private struct NamedSetting: Hashable {
    let subject: AppSubject
    let setting: AppSetting
  }

  mutating func read(_ file: LayerFile) {
    let before = faults.count
    let keyFile = KeyFile(path: file.path, text: file.text, faults: &faults)
    if faults.count > before { isWhole = false }
    var unknown: Set<String> = []
    for group in keyFile.groups {
      do throws(ConfigurationFault) { _ = try subject(of: group, in: keyFile) } catch {
        faults.append(error)
        unknown.insert(group.name)
      }
    }
    // The entries of an unknown group get no faults of their own.
    for entry in keyFile.entries where !unknown.contains(entry.group) {
      do throws(ConfigurationFault) { try read(entry, of: keyFile, in: file) } catch { faults.append(error) }
    }
  }

  private mutating func read(
    _ entry: KeyFile.Entry, of keyFile: KeyFile, in file: LayerFile
  ) throws(ConfigurationFault) {
    let subject = try subject(of: KeyFile.Group(name: entry.group, line: entry.line), in: keyFile)
    guard
      let key = ConfigurationKey.all.first(where: { $0.group == subject.group && $0.name == entry.name })
    else {
      let known = ConfigurationKey.all.filter { $0.group == subject.group }.map(\.name)
      throw keyFile.fault(
        entry.line, "[\(entry.group)] has no key \(entry.name); there are \(known.joined(separator: ", "))")
    }
    guard file.isSystem || !key.isAdministrators else {
      throw keyFile.fault(entry.line, "\(key.path(subject.app)) counts in /etc only")
    }
    if !file.isSystem, let lock = lock(on: key, subject.app) {
      policy.overruled[lock, default: []].append(FilePlace(file: keyFile.path, line: entry.line))
      return
    }
    try store(entry, of: keyFile, in: file, key: key, subject.app)
  }

  /// A value as a message quotes it: its beginning, in one line.
  private static func quoted(_ value: String) -> String {
    value.prefix(80).reduce(into: "") { $0 += $1.isNewline || $1 == "\t" ? " " : String($1) }
  }

  /// The lock, as `Group/Key`, that forbids the person's own file this key; of several locks the narrowest. A locked
  /// overall key also locks the key of each app, because an app's own previews could show text that the locked ones
  /// hide.
  private func lock(on key: ConfigurationKey, _ subject: AppSubject?) -> String? {
    guard case .app(let setting) = key.place, let subject else {
      return policy.overallLocks[key.path(nil)] == nil ? nil : key.path(nil)
    }
    let narrowest = lockedApps.filter { $0.setting == setting && $0.subject.covers(subject) }
      .max { AppSubject.isWider($0.subject, $1.subject) }
    if let narrowest { return key.path(narrowest.subject) }
    return policy.overallLock(on: setting) == nil
      ? nil : setting.overall.map { "\($0.group)/\($0.key)" }
  }

  private func subject(
    of group: KeyFile.Group, in file: KeyFile
  ) throws(ConfigurationFault) -> (group: String, app: AppSubject?) {
    // The documentation's placeholder was left unchanged.
    guard group.name != ConfigurationKey.appGroup else {
      throw file.fault(group.line, "[\(group.name)] names no app; write its id for ID")
    }
    if group.name.hasPrefix("App ") {
      guard let app = AppSubject(String(group.name.dropFirst(4))) else {
        throw file.fault(
          group.line,
          "[\(group.name)] names no app; an id is made of A-Z a-z 0-9 . _ -, and may end with .* or be * alone"
        )
      }
      return (ConfigurationKey.appGroup, app)
    }
    guard ConfigurationKey.all.contains(where: { $0.group == group.name }) else {
      throw file.fault(
        group.line,
        "there is no group [\(group.name)]; there are \(ConfigurationKey.groups.joined(separator: ", "))")
    }
    return (group.name, nil)
  }

  private mutating func store(
    _ entry: KeyFile.Entry, of keyFile: KeyFile, in file: LayerFile, key: ConfigurationKey,
    _ subject: AppSubject?
  ) throws(ConfigurationFault) {
    let isAllowed: Bool
    switch key.place {
    case .policy(_, let set):
      isAllowed = set(&policy, try keyFile.string(entry))
      if isAllowed { policy.files[key.path(nil)] = keyFile.path }
    case .app(let setting):
      guard let subject else { return }
      if file.isSystem { named.insert(NamedSetting(subject: subject, setting: setting)) }
      isAllowed = layers.set(setting, of: subject, to: try keyFile.string(entry), in: file)
    case .locks:
      let paths = try keyFile.list(entry)
      locks += paths.map { Lock(path: $0, file: keyFile, line: entry.line) }
      if !paths.isEmpty { policy.lockFiles.append(keyFile.path) }
      isAllowed = true
    }
    guard isAllowed else {
      let remark = entry.raw.contains("#") ? "; a comment needs a line of its own" : ""
      throw keyFile.fault(
        entry.line,
        "\(entry.name) must be \(key.allowed.text), and \"\(Self.quoted(entry.raw))\" is not\(remark)"
      )
    }
  }

  /// Checks the locks after the administrator's files are read: each locked key exists and has a value from these
  /// files, and no locked authorization leaves the decision to the person.
  mutating func resolveLocks() {
    for lock in locks {
      do throws(ConfigurationFault) { try resolve(lock) } catch { faults.append(error) }
    }
  }

  private mutating func resolve(_ lock: Lock) throws(ConfigurationFault) {
    guard let (key, subject) = LockPath(lock.path).key else {
      throw lock.file.fault(
        lock.line,
        "\(lock.path.isEmpty ? "nothing between two ;" : Self.quoted(lock.path)) is no key that can be locked; "
          + LockPath(lock.path).remedy)
    }
    guard let subject else { return policy.overallLocks[lock.path] = lock.file.path }
    guard case .app(let setting) = key.place else { return }
    guard layers.lock(setting, of: subject, in: lock.file.path) else {
      let isNamed = named.contains { $0.setting == setting && $0.subject.covers(subject) }
      // The setting's line has its own fault already, or the value may be in a line that could not be read.
      guard isWhole, !isNamed else { return }
      throw lock.file.fault(lock.line, "\(lock.path) is locked, but no file in /etc says its value")
    }
    lockedApps.insert(NamedSetting(subject: subject, setting: setting))
    guard setting == .authorization, let open = layers.undecided(within: subject) else { return }
    throw lock.file.fault(
      lock.line,
      "\(lock.path) is locked, but [App \(open.subject)] in \(open.file) leaves it undecided, and nobody could answer "
        + "what the app asks; write denied, provisional or authorized")
  }
}

extension ConfigurationKey {
  /// The names of the groups, in the order of `all`.
  static var groups: [String] {
    var groups: [String] = []
    for key in all where groups.last != "[\(key.group)]" { groups.append("[\(key.group)]") }
    return groups
  }
}
