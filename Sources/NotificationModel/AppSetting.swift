/// A setting of an app. This file defines each setting completely: as a case, in its `facts`, and as a property of
/// `AppSettings` and `EffectiveSettings`. Configuration, store, interfaces and command line derive from these.
///
/// The `rawValue` is the setting's name in the interfaces and on the command line.
package enum AppSetting: String, CaseIterable, Hashable, Sendable {
  case authorization, banners, badges, sounds, timeSensitive, critical, marketing, previews, summary, alarms
  case calls, dnd, repeated, buttons, foreground, again, store, keepDays

  /// The setting's name in configuration files and in the store: `TimeSensitive`.
  package var key: String {
    self == .dnd ? "Through" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

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
    case .dnd:
      Facts(
        \.dnd, \.dnd, isToldToApps: false,
        "Which of its notifications come through Do Not Disturb and all other quiet: all, urgent ones, or only those that "
          + "Critical= grants.")
    case .repeated:
      Facts(
        \.repeated, \.repeated, isToldToApps: false,
        "Whether a second call, or a second message of one sender, within three minutes comes through as well."
      )
    case .buttons:
      Facts(
        \.buttons, \.buttons, isToldToApps: false,
        "Whether its banners offer Mute for an Hour and Snooze, where there is room beside its own buttons.")
    case .foreground:
      Facts(
        \.foreground, \.foreground, isToldToApps: false,
        "Whether its banners stay away while it is in front; those of apps that post to Bellhop's socket "
          + "always do. Without it, as [Front] says.")
    case .again:
      Facts(
        \.again, \.again, isToldToApps: false,
        "After how many hours a notification that its app has not named, and that is unread, alerts again when it is "
          + "posted again.")
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

/// The settings that one layer makes for an app; `nil` leaves a setting to the layers below.
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
  package var dnd: ThroughQuiet?
  package var repeated: Bool?
  package var buttons: Bool?
  package var foreground: Bool?
  package var again: Hours?
  package var store: KeptText?
  package var keepDays: KeptDays?

  package init(
    authorization: Authorization? = nil, banners: Bool? = nil, badges: Bool? = nil, sounds: Bool? = nil,
    timeSensitive: Bool? = nil, critical: Bool? = nil, marketing: Bool? = nil, previews: Previews? = nil,
    summary: Bool? = nil, alarms: Bool? = nil, calls: Bool? = nil, dnd: ThroughQuiet? = nil,
    repeated: Bool? = nil, buttons: Bool? = nil, foreground: Bool? = nil, again: Hours? = nil,
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
    self.dnd = dnd
    self.repeated = repeated
    self.buttons = buttons
    self.foreground = foreground
    self.again = again
    self.store = store
    self.keepDays = keepDays
  }

  /// The settings of `upper`, and those of this layer where `upper` has no value. Written out property by property:
  /// every judgement calls this, and a loop over key paths takes a hundred times as long.
  package func overlaid(by upper: AppSettings) -> AppSettings {
    AppSettings(
      authorization: upper.authorization ?? authorization, banners: upper.banners ?? banners,
      badges: upper.badges ?? badges, sounds: upper.sounds ?? sounds,
      timeSensitive: upper.timeSensitive ?? timeSensitive, critical: upper.critical ?? critical,
      marketing: upper.marketing ?? marketing, previews: upper.previews ?? previews,
      summary: upper.summary ?? summary, alarms: upper.alarms ?? alarms, calls: upper.calls ?? calls,
      dnd: upper.dnd ?? dnd, repeated: upper.repeated ?? repeated, buttons: upper.buttons ?? buttons,
      foreground: upper.foreground ?? foreground, again: upper.again ?? again, store: upper.store ?? store,
      keepDays: upper.keepDays ?? keepDays)
  }
}

/// The settings of an app after all layers are applied.
public struct EffectiveSettings: Hashable, Sendable {
  /// Whether the app may notify.
  public var authorization: Authorization
  /// Whether its notifications come on screen; all are listed.
  public var banners: Bool
  /// Whether its icon shows the number of unread ones.
  public var badges: Bool
  /// Whether its notifications sound.
  public var sounds: Bool
  /// Whether `InterruptionLevel.timeSensitive` counts.
  public var timeSensitive: Bool
  /// Whether `InterruptionLevel.critical` counts: an administrator's grant.
  public var critical: Bool
  /// Whether the person has allowed `Kind.marketing`.
  public var marketing: Bool
  /// When the text may be seen.
  public var previews: Previews
  package var summary: Bool
  /// Whether `Kind.alarm` comes through Do Not Disturb and quiet hours.
  public var alarms: Bool
  /// Whether `Kind.call` does.
  public var calls: Bool
  package var dnd: ThroughQuiet
  package var repeated: Bool
  package var buttons: Bool
  package var foreground: Bool
  package var again: Hours
  package var store: KeptText
  package var keepDays: KeptDays
  /// The sources of the values, if known.
  var sources: SettingSources?
  private(set) var isAuthorizationAssumed = false

  /// The merged settings of the layers, with the built-in value where no layer has one.
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
    dnd = said.dnd ?? .urgent
    repeated = said.repeated ?? false
    buttons = said.buttons ?? false
    foreground = said.foreground ?? false
    again = said.again ?? Hours(6)
    store = said.store ?? .all
    keepDays = said.keepDays ?? KeptDays(30)
  }

  /// Whether anything of the app may be on screen.
  package var showsBanners: Bool { banners && authorization == .authorized }

  /// Assumes an authorization, as `Judge` does.
  package mutating func assume(_ authorization: Authorization) {
    self.authorization = authorization
    isAuthorizationAssumed = true
  }
}

extension AppSetting {
  package enum Chooser: Sendable {
    /// The person, when they are asked, or by the methods and commands that allow and deny.
    case consent
    /// The person, by `SetAppSettings` and `bellhop set`.
    case person
    /// An administrator, in `/etc` alone.
    case administrator
  }

  /// The properties of a setting, apart from its value.
  package struct Facts: Sendable {
    package let chooser: Chooser
    /// Whether `GetSettings` of `io.bellhop.Notifications` has it. The settings without this were added later, and an
    /// older daemon may not report them to the person's tools.
    package let isToldToApps: Bool
    /// Whether an older daemon may not report it to apps.
    package let mayBeMissing: Bool
    package let meaning: String
    fileprivate let field: any SettingField

    init<Value: SettingValue>(
      _ said: any WritableKeyPath<AppSettings, Value?> & Sendable,
      _ holds: any KeyPath<EffectiveSettings, Value> & Sendable,
      chosenBy chooser: Chooser = .person, isToldToApps: Bool = true, isToldSinceLater: Bool = false,
      _ meaning: String
    ) {
      self.chooser = chooser
      self.isToldToApps = isToldToApps
      mayBeMissing = !isToldToApps || isToldSinceLater
      self.meaning = meaning
      field = TypedField(said: said, holds: holds)
    }
  }

  /// Settings that the person chooses, one by one.
  package static var personal: [AppSetting] { allCases.filter { $0.facts.chooser == .person } }

  package var form: SettingForm { facts.field.form }
  /// The words of the possible values; for numbers, the offered ones.
  package var words: [String] {
    switch form {
    case .onOff: [true.word, false.word]
    case .words(let words): words
    case .number(_, let offered): offered.map(String.init)
    }
  }
  /// The built-in value, which applies where no layer has one, as a word.
  package var builtIn: String { EffectiveSettings().word(for: self) }
  /// Whether it is on or off: `true` or `false`.
  package var isSwitch: Bool { form == .onOff }

  /// The key for all apps that holds for an app without a value of its own. If an administrator locks it, the person
  /// has no choice about a single app.
  package var overall: (group: String, key: String)? {
    switch self {
    case .authorization: ("Consent", "Default")
    case .previews: ("Previews", "Show")
    case .foreground: ("Front", "Foreground")
    case .store: ("Front", "Store")
    case .keepDays: ("Storage", "KeepDays")
    default: nil
    }
  }
}

extension AppSettings {
  /// The word of this layer's value; `nil` if the layer has no value.
  package func word(for setting: AppSetting) -> String? { setting.facts.field.word(in: self) }

  /// Whether this layer has a value for it.
  package func says(_ setting: AppSetting) -> Bool { word(for: setting) != nil }

  /// `false`, without a change, if `word` is not one of the setting's words.
  package mutating func set(_ setting: AppSetting, to word: String) -> Bool {
    setting.facts.field.set(&self, to: word)
  }
}

extension EffectiveSettings {
  package func word(for setting: AppSetting) -> String { setting.facts.field.word(in: self) }
}

/// The key paths to a setting's values, with their type erased.
private protocol SettingField: Sendable {
  var form: SettingForm { get }
  func word(in layer: AppSettings) -> String?
  func word(in settings: EffectiveSettings) -> String
  func set(_ layer: inout AppSettings, to word: String) -> Bool
}

private struct TypedField<Value: SettingValue>: SettingField {
  let said: any WritableKeyPath<AppSettings, Value?> & Sendable
  let holds: any KeyPath<EffectiveSettings, Value> & Sendable

  var form: SettingForm { Value.form }
  func word(in layer: AppSettings) -> String? { layer[keyPath: said]?.word }
  func word(in settings: EffectiveSettings) -> String { settings[keyPath: holds].word }

  func set(_ layer: inout AppSettings, to word: String) -> Bool {
    guard let value = Value(word: word) else { return false }
    layer[keyPath: said] = value
    return true
  }
}
