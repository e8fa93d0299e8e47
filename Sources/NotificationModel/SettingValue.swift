/// What the person, or an administrator for them, has decided about an app.
public enum Authorization: String, CaseIterable, Sendable {
  case notDetermined, denied, provisional, authorized
}

/// When a notification's text may be seen.
public enum Previews: String, CaseIterable, Sendable {
  case always, whenUnlocked, never
}

/// How much of a notification is kept once it is read or gone.
package enum KeptText: String, CaseIterable, Sendable {
  case all
  /// Everything but the body and the picture.
  case titles
  /// No text: only the app, the time and the outcome.
  case none
}

/// The number of days for which a notification is kept once it is read or gone.
package struct KeptDays: Hashable, Sendable {
  package static let range = 1...3_650
  package let count: Int
  package init(_ count: Int) { self.count = count }

  /// The time before which notifications are no longer kept.
  package func begin(_ now: Timestamp) -> Timestamp { now.advanced(bySeconds: -Int64(count) * 86_400) }
}

/// A type of setting values. Each value has a word.
package protocol SettingValue: Hashable, Sendable {
  static var form: SettingForm { get }
  /// `nil` if no value has this word.
  init?(word: String)
  var word: String { get }
}

/// How the values of a setting are written.
package enum SettingForm: Hashable, Sendable {
  /// `true` or `false`.
  case onOff
  /// One of these words, in the order of the documentation.
  case words([String])
  /// A number within the range. Tools offer a few of them.
  case number(ClosedRange<Int>, offered: [Int])
}

extension Bool: SettingValue {
  package static var form: SettingForm { .onOff }
  package init?(word: String) {
    guard let value = [true, false].first(where: { $0.word == word }) else { return nil }
    self = value
  }
  package var word: String { self ? "true" : "false" }
}

extension SettingValue where Self: CaseIterable & RawRepresentable<String> {
  package static var form: SettingForm { .words(allCases.map(\.rawValue)) }
  package init?(word: String) { self.init(rawValue: word) }
  package var word: String { rawValue }
}

extension KeptDays: SettingValue {
  package static var form: SettingForm { .number(range, offered: [1, 7, 30, 90, 365]) }
  package init?(word: String) {
    // Int accepts "+5" too, which no documentation promises.
    guard let count = Int(word), String(count) == word, Self.range.contains(count) else { return nil }
    self.init(count)
  }
  package var word: String { String(count) }
}

extension Authorization: SettingValue {}
extension Previews: SettingValue {}
extension KeptText: SettingValue {}

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

  package var form: SettingForm { facts.field.form }
  /// The words of the possible values; for numbers, the offered ones.
  package var words: [String] {
    switch form {
    case .onOff: [true.word, false.word]
    case .words(let words): words
    case .number(_, let offered): offered.map(String.init)
    }
  }
  /// The word for what holds where no layer says anything.
  package var builtIn: String { EffectiveSettings().word(for: self) }
  /// Whether it is on or off: `true` or `false`.
  package var isSwitch: Bool { form == .onOff }

  /// The key for all apps that holds for an app without a value of its own. If an administrator locks it, the person
  /// has no choice about a single app.
  package var overall: (group: String, key: String)? {
    switch self {
    case .authorization: ("Consent", "Default")
    case .previews: ("Previews", "Show")
    case .store: ("Front", "Store")
    case .keepDays: ("Storage", "KeepDays")
    default: nil
    }
  }
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
