/// What the person, or an administrator for them, has decided about an app.
public enum Authorization: String, CaseIterable, Sendable {
  case notDetermined, denied, provisional, authorized
}

/// When a notification's text may be seen.
public enum Previews: String, CaseIterable, Sendable {
  case always, whenUnlocked, never
}

/// A type of values that a setting can have: a few, each with a word for it.
package protocol SettingValue: Hashable, Sendable {
  /// In the order in which documentation lists them.
  static var all: [Self] { get }
  var word: String { get }
}

extension Bool: SettingValue {
  package static var all: [Bool] { [true, false] }
  package var word: String { self ? "true" : "false" }
}

extension SettingValue where Self: CaseIterable & RawRepresentable<String> {
  package static var all: [Self] { Array(allCases) }
  package var word: String { rawValue }
}

extension Authorization: SettingValue {}
extension Previews: SettingValue {}

extension AppSetting {
  package enum Chooser: Sendable {
    /// The person, when they are asked, or by the methods and commands that allow and deny.
    case consent
    /// The person, by `SetAppSettings` and `bellhop set`.
    case person
    /// An administrator, in `/etc` alone.
    case administrator
  }

  /// What is to be known of a setting beside its value.
  package struct Facts: Sendable {
    package let chooser: Chooser
    /// Whether `GetSettings` of `io.bellhop.Notifications` has it. What it has not came later, and may be missing in
    /// what an older daemon says to the person's tools.
    package let isToldToApps: Bool
    /// Whether what an older daemon says to apps may be without it.
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

  /// Those that the person chooses, one by one.
  package static var personal: [AppSetting] { allCases.filter { $0.facts.chooser == .person } }

  /// The words for the values that it can have.
  package var words: [String] { facts.field.words }
  /// The word for what holds where no layer says anything.
  package var builtIn: String { EffectiveSettings().word(for: self) }
  /// Whether it is on or off: `true` or `false`.
  package var isSwitch: Bool { facts.field is TypedField<Bool> }
}

extension AppSettings {
  /// `nil` where this layer is silent.
  package func word(for setting: AppSetting) -> String? { setting.facts.field.word(in: self) }

  /// Whether this layer has a value for it.
  package func says(_ setting: AppSetting) -> Bool { word(for: setting) != nil }

  /// `false`, and nothing is changed, for what is none of the setting's words.
  package mutating func set(_ setting: AppSetting, to word: String) -> Bool {
    setting.facts.field.set(&self, to: word)
  }
}

extension EffectiveSettings {
  package func word(for setting: AppSetting) -> String { setting.facts.field.word(in: self) }
}

/// Where the values of a setting are, whatever their type.
private protocol SettingField: Sendable {
  var words: [String] { get }
  func word(in layer: AppSettings) -> String?
  func word(in settings: EffectiveSettings) -> String
  func set(_ layer: inout AppSettings, to word: String) -> Bool
}

private struct TypedField<Value: SettingValue>: SettingField {
  let said: any WritableKeyPath<AppSettings, Value?> & Sendable
  let holds: any KeyPath<EffectiveSettings, Value> & Sendable

  var words: [String] { Value.all.map(\.word) }
  func word(in layer: AppSettings) -> String? { layer[keyPath: said]?.word }
  func word(in settings: EffectiveSettings) -> String { settings[keyPath: holds].word }

  func set(_ layer: inout AppSettings, to word: String) -> Bool {
    guard let value = Value.all.first(where: { $0.word == word }) else { return false }
    layer[keyPath: said] = value
    return true
  }
}
