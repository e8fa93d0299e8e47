/// One thing that can be decided about an app. What there is to know about a setting stands in this file: as a case, in
/// its `facts`, and as a property of `AppSettings` and `EffectiveSettings`. Configuration, store, interfaces and
/// command line go by it.
///
/// Its `rawValue` is what the interfaces and the command line call it.
package enum AppSetting: String, CaseIterable, Hashable, Sendable {
  case authorization, banners, badges, sounds, timeSensitive, critical, marketing, previews, summary, alarms
  case calls, foreground, store, keepDays

  /// What configuration files and the store call it: `TimeSensitive`.
  package var key: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package var facts: Facts {
    switch self {
    case .authorization:
      Facts(
        \.authorization, \.authorization, chosenBy: .consent,
        "Whether the app may notify: undecided, never, quietly, or with banners.")
    case .banners: Facts(\.banners, \.banners, "Whether it may show banners.")
    case .badges: Facts(\.badges, \.badges, "Whether its icon carries the number of unread ones.")
    case .sounds: Facts(\.sounds, \.sounds, "Whether its banners may sound.")
    case .timeSensitive:
      Facts(\.timeSensitive, \.timeSensitive, "Whether what cannot wait breaks through Do Not Disturb.")
    case .critical:
      Facts(
        \.critical, \.critical, chosenBy: .administrator,
        "Whether it may break through Do Not Disturb and the mute switch.")
    case .marketing:
      Facts(
        \.marketing, \.marketing,
        "Whether it may send offers and news; without it, the person is asked when the app asks.")
    case .previews:
      Facts(
        \.previews, \.previews,
        "When the text of its notifications may be seen; without it, as [Previews] says.")
    case .summary:
      Facts(
        \.summary, \.summary, isToldToApps: false,
        "Whether its banners wait for the next time of [Schedule] Summary.")
    case .alarms:
      Facts(
        \.alarms, \.alarms, isToldSinceLater: true,
        "Whether its alarms ring through Do Not Disturb and quiet hours.")
    case .calls:
      Facts(
        \.calls, \.calls, isToldSinceLater: true,
        "Whether its calls come through Do Not Disturb and quiet hours.")
    case .foreground:
      Facts(
        \.foreground, \.foreground, isToldToApps: false,
        "Whether its banners stay away while it is in front; those of apps that post to Bellhop's socket "
          + "always do.")
    case .store:
      Facts(
        \.store, \.store, isToldToApps: false,
        "What is kept of its notifications once they are over: all of it, titles, or no text; without it, all, and "
          + "of what came by the desktop's own interface as [Front] Store says.")
    case .keepDays:
      Facts(
        \.keepDays, \.keepDays, isToldToApps: false,
        "How many days its notifications that are read are kept; without it, as [Storage] says.")
    }
  }
}

/// What one layer says about an app; `nil` leaves it to the layers below.
package struct AppSettings: Hashable, Sendable {
  package var authorization: Authorization?
  package var banners: Bool?
  package var badges: Bool?
  package var sounds: Bool?
  package var timeSensitive: Bool?
  package var critical: Bool?
  package var marketing: Bool?
  package var previews: Previews?
  package var summary: Bool?
  package var alarms: Bool?
  package var calls: Bool?
  package var foreground: Bool?
  package var store: KeptText?
  package var keepDays: KeptDays?

  package init(
    authorization: Authorization? = nil, banners: Bool? = nil, badges: Bool? = nil, sounds: Bool? = nil,
    timeSensitive: Bool? = nil, critical: Bool? = nil, marketing: Bool? = nil, previews: Previews? = nil,
    summary: Bool? = nil, alarms: Bool? = nil, calls: Bool? = nil, foreground: Bool? = nil,
    store: KeptText? = nil, keepDays: KeptDays? = nil
  ) {
    self.authorization = authorization
    self.banners = banners
    self.badges = badges
    self.sounds = sounds
    self.timeSensitive = timeSensitive
    self.critical = critical
    self.marketing = marketing
    self.previews = previews
    self.summary = summary
    self.alarms = alarms
    self.calls = calls
    self.foreground = foreground
    self.store = store
    self.keepDays = keepDays
  }

  /// What `upper` says, and where it is silent, this. Property by property: every judgement begins with it, and a loop
  /// over key paths takes a hundred times as long.
  package func overlaid(by upper: AppSettings) -> AppSettings {
    AppSettings(
      authorization: upper.authorization ?? authorization, banners: upper.banners ?? banners,
      badges: upper.badges ?? badges, sounds: upper.sounds ?? sounds,
      timeSensitive: upper.timeSensitive ?? timeSensitive, critical: upper.critical ?? critical,
      marketing: upper.marketing ?? marketing, previews: upper.previews ?? previews,
      summary: upper.summary ?? summary, alarms: upper.alarms ?? alarms, calls: upper.calls ?? calls,
      foreground: upper.foreground ?? foreground, store: upper.store ?? store,
      keepDays: upper.keepDays ?? keepDays)
  }
}

/// What holds for an app once all layers have spoken.
public struct EffectiveSettings: Hashable, Sendable {
  public var authorization: Authorization
  public var banners: Bool
  public var badges: Bool
  public var sounds: Bool
  public var timeSensitive: Bool
  public var critical: Bool
  public var marketing: Bool
  public var previews: Previews
  package var summary: Bool
  public var alarms: Bool
  public var calls: Bool
  package var foreground: Bool
  package var store: KeptText
  package var keepDays: KeptDays
  /// Where they come from, where that is known.
  var sources: SettingSources?
  private(set) var isAuthorizationAssumed = false

  /// What the layers say together, and where they are silent, what is built in.
  package init(_ said: AppSettings = AppSettings()) {
    authorization = said.authorization ?? .notDetermined
    banners = said.banners ?? true
    badges = said.badges ?? true
    sounds = said.sounds ?? true
    timeSensitive = said.timeSensitive ?? true
    critical = said.critical ?? false
    marketing = said.marketing ?? false
    previews = said.previews ?? .whenUnlocked
    summary = said.summary ?? false
    alarms = said.alarms ?? true
    calls = said.calls ?? false
    foreground = said.foreground ?? true
    store = said.store ?? .all
    keepDays = said.keepDays ?? KeptDays(30)
  }

  /// Whether anything of the app may be on screen.
  package var showsBanners: Bool { banners && authorization == .authorized }

  /// For a question about what would be.
  package mutating func assume(_ authorization: Authorization) {
    self.authorization = authorization
    isAuthorizationAssumed = true
  }
}
