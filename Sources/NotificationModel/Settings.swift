/// What the person, or an administrator for them, has decided about an app.
public enum Authorization: String, CaseIterable, Sendable {
  case notDetermined, denied, provisional, authorized
}

/// When a notification's text may be seen.
public enum Previews: String, CaseIterable, Sendable {
  case always, whenUnlocked, never
}

/// What one layer says about an app; `nil` leaves it to the layers below.
package struct AppSettings: Hashable, Sendable {
  package var authorization: Authorization?
  package var banners: Bool?
  package var badges: Bool?
  package var sounds: Bool?
  package var timeSensitive: Bool?
  /// An administrator's grant; no other layer can say it.
  package var critical: Bool?
  package var marketing: Bool?
  package var previews: Previews?
  /// Whether its alerts wait for the summary.
  package var summary: Bool?

  package init(
    authorization: Authorization? = nil, banners: Bool? = nil, badges: Bool? = nil, sounds: Bool? = nil,
    timeSensitive: Bool? = nil, critical: Bool? = nil, marketing: Bool? = nil, previews: Previews? = nil,
    summary: Bool? = nil
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
  }

  /// What `upper` says, and where it is silent, this.
  package func overlaid(by upper: AppSettings) -> AppSettings {
    AppSettings(
      authorization: upper.authorization ?? authorization, banners: upper.banners ?? banners,
      badges: upper.badges ?? badges, sounds: upper.sounds ?? sounds,
      timeSensitive: upper.timeSensitive ?? timeSensitive, critical: upper.critical ?? critical,
      marketing: upper.marketing ?? marketing, previews: upper.previews ?? previews,
      summary: upper.summary ?? summary)
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
  /// Where they come from, where that is known.
  var sources: SettingSources?
  private(set) var isAuthorizationAssumed = false

  package init(
    authorization: Authorization = .notDetermined, banners: Bool = true, badges: Bool = true,
    sounds: Bool = true, timeSensitive: Bool = true, critical: Bool = false, marketing: Bool = false,
    previews: Previews = .whenUnlocked, summary: Bool = false
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
  }

  /// Whether anything of the app may be on screen.
  package var showsBanners: Bool { banners && authorization == .authorized }

  /// For a question about what would be.
  package mutating func assume(_ authorization: Authorization) {
    self.authorization = authorization
    isAuthorizationAssumed = true
  }
}
