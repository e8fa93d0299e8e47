/// One thing a key file can say about an app, by the name of its key.
public enum AppSetting: String, CaseIterable, Hashable, Sendable {
  case authorization = "Authorization"
  case banners = "Banners"
  case badges = "Badges"
  case sounds = "Sounds"
  case timeSensitive = "TimeSensitive"
  case critical = "Critical"
  case marketing = "Marketing"
  case previews = "Previews"
  case summary = "Summary"
}

/// What the configuration files say in all, their layers already put together.
public struct Policy: Hashable, Sendable {
  /// For apps that nobody has decided about. `ask` is `.notDetermined`.
  public var defaultAuthorization: Authorization = .notDetermined
  public var previews: Previews = .whenUnlocked
  /// The file in which an administrator has locked the overall previews. Then no app's own are looked at but
  /// theirs.
  public var previewsLockedBy: String?
  /// Whether any app may ask to be rated, where the person has not said.
  public var ratingPrompts = true
  public var ratingPromptsLockedBy: String?
  /// When alerts wait, every day.
  public var quietHours: DailySpan?
  /// When the summary comes, every day; in order, without repetition.
  public var summaryTimes: [TimeOfDay] = []
  public var limits = RateLimits()
  public var keepDays = 30
  public var durability: Durability = .power
  /// What the files say about each app, the administrator's below the person's own file.
  public var apps: [AppID: AppSettings] = [:]
  /// What an administrator has fixed, and the file that says so. Above what the person chooses.
  public var locked: [AppID: [AppSetting: String]] = [:]
  /// The values of the locked settings, from `/etc` alone.
  public var lockedValues: [AppID: AppSettings] = [:]
  /// The file that each value comes from, by `Group/Key`; what is built in has none.
  public var files: [String: String] = [:]

  public init() {}

  /// Locked in `/etc` over the person's own choice over the files over what is built in.
  public func settings(of app: AppID, chosen: AppSettings) -> EffectiveSettings {
    let said = said(of: app, chosen: chosen)
    var settings = EffectiveSettings(
      authorization: said.authorization ?? defaultAuthorization, banners: said.banners ?? true,
      badges: said.badges ?? true, sounds: said.sounds ?? true, timeSensitive: said.timeSensitive ?? true,
      critical: said.critical ?? false, marketing: said.marketing ?? false,
      previews: said.previews ?? previews, summary: said.summary ?? false)
    settings.sources = SettingSources(app: app, chosen: chosen, locked: locked[app] ?? [:], files: files)
    return settings
  }

  /// What has been decided about an app's marketing: its setting alone does not tell a no from silence.
  public func marketingConsent(of app: AppID, chosen: AppSettings) -> Authorization {
    switch said(of: app, chosen: chosen).marketing {
    case true?: .authorized
    case false?: .denied
    case nil: .notDetermined
    }
  }

  /// The file in which an administrator has fixed this, if one has.
  public func locks(_ setting: AppSetting, of app: AppID) -> String? {
    locked[app]?[setting] ?? (setting == .previews ? previewsLockedBy : nil)
  }

  private func said(of app: AppID, chosen: AppSettings) -> AppSettings {
    var chosen = chosen
    if previewsLockedBy != nil { chosen.previews = nil }
    return (apps[app] ?? AppSettings()).overlaid(by: chosen).overlaid(by: lockedValues[app] ?? AppSettings())
  }
}

/// What an answer promises: to survive a loss of power, or only a crash of the daemon.
public enum Durability: String, CaseIterable, Sendable {
  case power, crash
}

/// The bounds that an administrator can move; each from 1 to 1,000,000.
public struct RateLimits: Hashable, Sendable {
  public var alertBurst = 10
  public var alertRefillSeconds = 6
  public var postBurst = 1_000
  public var postRefillPerSecond = 200
  public var unreadPerApp = 1_000
  public var historyRows = 10_000
  public var connections = 256
  public var connectionsPerPeer = 32
  public init() {}
}
