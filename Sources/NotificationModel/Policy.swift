/// The configuration from all files, with their layers merged.
package struct Policy: Hashable, Sendable {
  /// The authorization of apps without a decision. `ask` is `.notDetermined`.
  package var defaultAuthorization: Authorization = .notDetermined
  package var previews: Previews = .whenUnlocked
  /// Whether apps may ask to be rated, unless the person has decided about it.
  package var ratingPrompts = true
  /// The hours in which alerts wait.
  package var quietHours = WeeklySpans()
  /// When an app that fills the screen has alerts wait.
  package var fullScreenHolds = FullScreenHold.inhibiting
  /// Whether alerts wait while the screen is shared or recorded.
  package var sharedScreenHolds = true
  /// The times of the summary.
  package var summaryTimes = WeeklyTimes()
  package var limits = RateLimits()
  package var keepDays = 30
  package var durability: Durability = .power
  package var front = FrontPolicy()
  /// The keys for all apps that an administrator has fixed, by `Group/Key`, and the file that says so.
  package var overallLocks: [String: String] = [:]
  /// The settings of each app that the files name, including those of its groups. The administrator's files are below
  /// the person's own.
  package var apps: [AppID: AppSettings] = [:]
  /// The settings of groups, for apps that the files do not name; the narrowest group first.
  package var groups: [GroupRules] = []
  /// The settings that an administrator has locked, each with its file. They override the person's choices.
  package var locked: [AppID: [AppSetting: String]] = [:]
  /// The values of the locked settings, from `/etc` alone.
  package var lockedValues: [AppID: AppSettings] = [:]
  /// The files that lock settings, in their order.
  package var lockFiles: [String] = []
  /// The lines of the person's own files that a lock overrides, by the locked `Group/Key`.
  package var overruled: [String: [FilePlace]] = [:]
  /// The file that each value comes from, by `Group/Key`; built-in values are absent.
  package var files: [String: String] = [:]
  /// The wider group that a value of an app or a group is written for, by `Group/Key`.
  package var widerGroups: [String: AppGroup] = [:]

  package init() {}

  /// The merged settings, from the highest layer to the lowest: locked in `/etc`, the person's own choice, the files,
  /// built in. `builtIn`: the values for an app without a decision that differ from the general built-in values.
  package func settings(of app: AppID, chosen: AppSettings, builtIn: AppSettings = AppSettings())
    -> EffectiveSettings
  {
    let chosen = heard(chosen)
    let overall = AppSettings(
      authorization: defaultAuthorization, previews: previews, foreground: front.suppressesInFront,
      keepDays: KeptDays(keepDays)
    ).overlaid(by: builtIn)
    var settings = EffectiveSettings(overall.overlaid(by: said(of: app, chosen: chosen)))
    let group = group(of: app)
    settings.sources = SettingSources(
      app: app, group: group?.group, chosen: chosen, locked: group?.locked ?? locked[app] ?? [:],
      files: files,
      widerGroups: widerGroups, arePreviewsChosen: builtIn.previews != nil)
    return settings
  }

  /// The decision about an app's marketing: the setting alone does not tell a refusal from a missing decision.
  package func marketingConsent(of app: AppID, chosen: AppSettings) -> Authorization {
    switch said(of: app, chosen: chosen).marketing {
    case true?: .authorized
    case false?: .denied
    case nil: .notDetermined
    }
  }

  package var ratingPromptsLockedBy: String? { overallLocks["Ratings/Prompts"] }
  package var quietHoursLockedBy: String? { overallLocks["Schedule/QuietHours"] }
  package var frontLockedBy: String? { overallLocks["Front/Mode"] }

  /// The file in which an administrator has fixed this, if one has.
  package func locks(_ setting: AppSetting, of app: AppID) -> String? {
    (group(of: app)?.locked ?? locked[app])?[setting] ?? overallLock(on: setting)
  }

  /// The file by which an administrator has locked the key for all apps. Apps then have no values of their own but the
  /// administrator's.
  package func overallLock(on setting: AppSetting) -> String? {
    guard !overallLocks.isEmpty, setting != .authorization, let overall = setting.overall else { return nil }
    return overallLocks["\(overall.group)/\(overall.key)"]
  }

  /// The person's own choices without those that the overall locks override.
  private func heard(_ chosen: AppSettings) -> AppSettings {
    guard !overallLocks.isEmpty else { return chosen }
    var heard = chosen
    if overallLock(on: .previews) != nil { heard.previews = nil }
    if overallLock(on: .foreground) != nil { heard.foreground = nil }
    if overallLock(on: .store) != nil { heard.store = nil }
    if overallLock(on: .keepDays) != nil { heard.keepDays = nil }
    return heard
  }

  /// The rules of the narrowest group that holds this app; `nil` if a file names the app itself, or no group holds it.
  private func group(of app: AppID) -> GroupRules? {
    groups.isEmpty || apps[app] != nil ? nil : groups.first { $0.group.contains(app) }
  }

  private func said(of app: AppID, chosen: AppSettings) -> AppSettings {
    if let group = group(of: app) { return group.said.overlaid(by: chosen).overlaid(by: group.lockedValues) }
    return (apps[app] ?? AppSettings()).overlaid(by: chosen).overlaid(by: lockedValues[app] ?? AppSettings())
  }
}

/// The settings of a group's apps, merged with those of wider groups layer by layer.
package struct GroupRules: Hashable, Sendable {
  package let group: AppGroup
  package let said: AppSettings
  /// The settings that an administrator has locked, each with its file.
  package let locked: [AppSetting: String]
  package let lockedValues: AppSettings

  package init(
    _ group: AppGroup, said: AppSettings, locked: [AppSetting: String], lockedValues: AppSettings
  ) {
    self.group = group
    self.said = said
    self.locked = locked
    self.lockedValues = lockedValues
  }
}

/// A line of a file.
package struct FilePlace: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1.
  package let line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }
}

/// The durability that an answer promises: stored data survives a loss of power, or only a crash of the daemon.
package enum Durability: String, CaseIterable, Sendable {
  case power, crash
}

/// When an app that fills the screen has alerts wait.
package enum FullScreenHold: String, CaseIterable, Sendable {
  /// While something keeps the screen from going idle in that app, as for a film, a game or a talk.
  case inhibiting
  case always, never
}

/// The bounds that an administrator can move; each from 1 to 1,000,000.
package struct RateLimits: Hashable, Sendable {
  package var alertBurst = 10
  package var alertRefillSeconds = 6
  package var postBurst = 1_000
  package var postRefillPerSecond = 200
  package var unreadPerApp = 1_000
  package var historyRows = 10_000
  package var connections = 256
  package var connectionsPerPeer = 32
  package init() {}
}

/// The source of a setting's value, reported so that a person knows where to change it.
package enum SettingSource: Hashable, Sendable {
  /// The person's own choice about that app.
  case person(AppID, AppSetting, word: String)
  /// The person's own choice about the previews of all apps.
  case personForAll
  /// `key` as a file has it: `[Group] Key`.
  case file(path: String, key: String)
  case builtIn(key: String)
  /// A condition of the `Judge` call.
  case assumed

  /// The reason that names this source, as a part of a sentence.
  package var reason: Reason {
    switch self {
    case .person(let app, .authorization, _): Reason(.personsAnswer, .name(app.text))
    case .person(let app, let setting, let word):
      Reason(.personsChoice, .name(app.text), .name("\(setting.rawValue)=\(setting.otherWord(than: word))"))
    case .personForAll: Reason(.previewsChosen)
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

/// The data from which the sources of an app's settings are found on demand: judging must not pay for explanations that
/// are never read.
struct SettingSources: Hashable, Sendable {
  let app: AppID
  /// The group that the app gets its values from, if no file names the app itself.
  let group: AppGroup?
  let chosen: AppSettings
  let locked: [AppSetting: String]
  let files: [String: String]
  let widerGroups: [String: AppGroup]
  /// Whether the person has chosen the previews of all apps.
  let arePreviewsChosen: Bool
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
    if setting == .previews, sources.arePreviewsChosen { return .personForAll }
    guard let overall = setting.overall, setting != .store || store != .all else {
      return .builtIn(key: "[App \(sources.app)] \(setting.key)")
    }
    return source(of: overall.key, in: overall.group)
  }

  /// Where the value of a key that is not one app's comes from.
  package func source(of key: String, in group: String) -> SettingSource {
    SettingSource(of: key, in: group, files: sources?.files ?? [:])
  }

  /// The deciders of these settings: the person first, then the files by their paths. Empty if all are built in.
  package var deciders: [SettingsDecider] {
    var keys: [String?: [String]] = [:]
    for setting in AppSetting.allCases {
      switch source(of: setting) {
      // The command line's own app may always notify.
      case _ where setting == .authorization && sources?.app == .shell: break
      case .person, .personForAll: keys[nil, default: []].append(setting.key)
      case .file(let path, _): keys[path, default: []].append(setting.key)
      case .builtIn, .assumed: break
      }
    }
    return keys.map { SettingsDecider(settings: $0.value, file: $0.key) }
      .sorted { ($0.file ?? "") < ($1.file ?? "") }
  }
}

/// A decider, with the settings of an app that it has set: `Decided` of `io.bellhop.Control`.
package struct SettingsDecider: Hashable, Sendable {
  /// The keys of the settings in configuration files.
  package var settings: [String]
  /// `nil` for the person.
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

/// The effect of a new configuration on the lists, as `Reload` of `io.bellhop.Control` returns it.
package struct ReloadEffect: Hashable, Sendable {
  /// The numbers of notifications and of their apps.
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
