/// Where the value of a setting comes from, told so that a person knows what to change.
package enum SettingSource: Hashable, Sendable {
  /// The person's own choice about that app.
  case person(AppID, AppSetting, word: String)
  /// `key` as a file has it: `[Group] Key`.
  case file(path: String, key: String)
  case builtIn(key: String)
  /// Said by whoever asked what would become of a request.
  case assumed

  /// As a part of a sentence.
  package var reason: Reason {
    switch self {
    case .person(let app, .authorization, _): Reason(.personsAnswer, .name(app.text))
    case .person(let app, let setting, let word):
      Reason(.personsChoice, .name(app.text), .name("\(setting.rawValue)=\(setting.otherWord(than: word))"))
    case .file(let path, let key): Reason(.settingInFile, .name(key), .name(path))
    case .builtIn(let key): Reason(.settingBuiltIn, .name(key))
    case .assumed: Reason(.assumed)
    }
  }
}

extension AppSetting {
  /// The value to write on the command line: for a switch the other state, else a placeholder.
  fileprivate func otherWord(than word: String) -> String {
    isSwitch ? word == true.word ? "off" : "on" : "VALUE"
  }
}

extension Reason.Argument {
  package static func source(_ source: SettingSource) -> Self { .reason(source.reason) }
}

/// What is needed to tell where an app's settings come from: kept as it is, since judging must not pay for words
/// that nobody asks for.
struct SettingSources: Hashable, Sendable {
  let app: AppID
  /// Whose values hold for it, where no file names the app.
  let group: AppGroup?
  let chosen: AppSettings
  let locked: [AppSetting: String]
  let files: [String: String]
  let widerGroups: [String: AppGroup]
}

extension EffectiveSettings {
  /// Where the value of one of the app's settings comes from.
  package func source(of setting: AppSetting) -> SettingSource {
    if setting == .authorization, isAuthorizationAssumed { return .assumed }
    guard let sources else { return .builtIn(key: "[App] \(setting.key)") }
    if sources.locked[setting] == nil, let word = sources.chosen.word(for: setting) {
      return .person(sources.app, setting, word: word)
    }
    let group = "App \(sources.group?.description ?? sources.app.text)"
    let place = "\(group)/\(setting.key)"
    if let path = sources.files[place] {
      let written = sources.widerGroups[place].map { "App \($0)" } ?? group
      return .file(path: path, key: "[\(written)] \(setting.key)")
    }
    // By default all text that came by the socket is kept, so the overall setting, made for the desktop's own
    // interface, is not its source.
    guard let overall = setting.overall, setting != .store || store != .all else {
      return .builtIn(key: "[App \(sources.app)] \(setting.key)")
    }
    return source(of: overall.key, in: overall.group)
  }

  /// Where the value of a key that is not one app's comes from.
  package func source(of key: String, in group: String) -> SettingSource {
    SettingSource(of: key, in: group, files: sources?.files ?? [:])
  }

  /// Who has decided about them, where anybody has: the person first, then the files by their paths.
  package var deciders: [SettingsDecider] {
    var keys: [String?: [String]] = [:]
    for setting in AppSetting.allCases {
      switch source(of: setting) {
      // Whatever is said of the command line's own app, it may notify.
      case _ where setting == .authorization && sources?.app == .shell: break
      case .person: keys[nil, default: []].append(setting.key)
      case .file(let path, _): keys[path, default: []].append(setting.key)
      case .builtIn, .assumed: break
      }
    }
    return keys.map { SettingsDecider(settings: $0.value, file: $0.key) }
      .sorted { ($0.file ?? "") < ($1.file ?? "") }
  }
}

/// Who has decided about some of an app's settings: `Decided` of `io.bellhop.Control`.
package struct SettingsDecider: Hashable, Sendable {
  /// By their keys in configuration files.
  package var settings: [String]
  /// `nil` where it was the person.
  package var file: String?

  package init(settings: [String], file: String?) {
    self.settings = settings
    self.file = file
  }
}

extension Policy {
  /// Where the value of a key that is not one app's comes from.
  package func source(of key: String, in group: String) -> SettingSource {
    SettingSource(of: key, in: group, files: files)
  }
}

extension SettingSource {
  fileprivate init(of key: String, in group: String, files: [String: String]) {
    let written = "[\(group)] \(key)"
    self = files["\(group)/\(key)"].map { .file(path: $0, key: written) } ?? .builtIn(key: written)
  }
}
