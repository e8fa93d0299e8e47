import NotificationModel

/// Collects the files' settings of apps and groups, layer by layer, until all files are read.
///
/// Within a layer the app's own section counts before those of its groups, and a narrower group before a wider one. A
/// group's section in an upper layer counts before the app's own in a lower layer.
struct AppLayers {
  struct Lock {
    let subject: AppSubject
    let setting: AppSetting
    let file: String
  }

  fileprivate struct Layer {
    var said: [AppSubject: AppSettings] = [:]
    var files: [AppSubject: [AppSetting: String]] = [:]
  }

  private var administrators = Layer()
  private var persons = Layer()
  private var locks: [Lock] = []

  /// `false`, without a change, if `word` is not one of the setting's words.
  mutating func set(_ setting: AppSetting, of subject: AppSubject, to word: String, in file: LayerFile)
    -> Bool
  {
    func set(_ layer: inout Layer) -> Bool {
      guard layer.said[subject, default: AppSettings()].set(setting, to: word) else { return false }
      layer.files[subject, default: [:]][setting] = file.path
      return true
    }
    return file.isSystem ? set(&administrators) : set(&persons)
  }

  /// `false` if the administrator's files have no value for the setting.
  mutating func lock(_ setting: AppSetting, of subject: AppSubject, in file: String) -> Bool {
    guard administrators.overlaid(for: subject).says(setting) else { return false }
    locks.append(Lock(subject: subject, setting: setting, file: file))
    return true
  }

  /// An app or group covered by this locked authorization for which the administrator's files set no decision, and the
  /// file that leaves it open.
  func undecided(within locked: AppSubject) -> (subject: AppSubject, file: String)? {
    let subjects = [locked] + administrators.said.keys.filter(locked.covers).sorted(by: AppSubject.isWider)
    let open = subjects.first { administrators.overlaid(for: $0).authorization == .notDetermined }
    return open.flatMap { administrators.source(of: .authorization, for: $0) }
  }

  /// Writes the merged settings of each named app and group into the policy.
  func compile(into policy: inout Policy) {
    let named = Set(administrators.said.keys).union(persons.said.keys).union(locks.map(\.subject))
    var groups: [GroupRules] = []
    for subject in named.sorted(by: AppSubject.isWider) {
      let fixed = administrators.overlaid(for: subject)
      let said = fixed.overlaid(by: persons.overlaid(for: subject))
      var (locked, values) = ([AppSetting: String](), AppSettings())
      for lock in locks where lock.subject.covers(subject) {
        guard let word = fixed.word(for: lock.setting), values.set(lock.setting, to: word) else { continue }
        locked[lock.setting] = lock.file
      }
      for setting in AppSetting.allCases {
        let upper = locked[setting] == nil ? persons.source(of: setting, for: subject) : nil
        guard let source = upper ?? administrators.source(of: setting, for: subject) else { continue }
        let place = "App \(subject)/\(setting.key)"
        policy.files[place] = source.file
        if case .group(let group) = source.subject, source.subject != subject {
          policy.widerGroups[place] = group
        }
      }
      switch subject {
      case .group(let group):
        groups.append(GroupRules(group, said: said, locked: locked, lockedValues: values))
      case .app(let app):
        policy.apps[app] = said
        guard !locked.isEmpty else { continue }
        policy.locked[app] = locked
        policy.lockedValues[app] = values
      }
    }
    policy.groups = groups.reversed()
  }
}

extension AppLayers.Layer {
  /// The layer's settings of the subject, merged with those of wider groups.
  fileprivate func overlaid(for subject: AppSubject) -> AppSettings {
    covering(subject).reduce(AppSettings()) { $0.overlaid(by: said[$1] ?? AppSettings()) }
  }

  /// The section and the file that set the value.
  fileprivate func source(of setting: AppSetting, for subject: AppSubject) -> (
    subject: AppSubject, file: String
  )? {
    for other in covering(subject).reversed() {
      if let file = files[other]?[setting] { return (other, file) }
    }
    return nil
  }

  /// The sections that apply to the subject, the widest first.
  private func covering(_ subject: AppSubject) -> [AppSubject] {
    said.keys.filter { $0.covers(subject) }.sorted(by: AppSubject.isWider)
  }
}

/// The app or the apps of a section: `[App org.example.Mail]`, `[App org.example.*]` or `[App *]`.
enum AppSubject: Hashable, CustomStringConvertible {
  case app(AppID)
  case group(AppGroup)

  init?(_ text: String) {
    if let app = AppID(text) {
      self = .app(app)
    } else if let group = AppGroup(text) {
      self = .group(group)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .app(let app): app.text
    case .group(let group): group.description
    }
  }

  /// Whether settings of this app or group apply to all of the other, unless a narrower group sets them.
  func covers(_ other: AppSubject) -> Bool {
    switch (self, other) {
    case (.app, _): self == other
    case (.group(let group), .app(let app)): group.contains(app)
    case (.group(let group), .group(let other)): group.contains(other)
    }
  }

  /// Sorts wider subjects first; an app is narrower than any group.
  static func isWider(_ a: AppSubject, _ b: AppSubject) -> Bool {
    switch (a, b) {
    case (.group(let a), .group(let b)): AppGroup.isWider(a, b)
    case (.group, .app): true
    case (.app, .group): false
    case (.app(let a), .app(let b)): a < b
    }
  }
}
