import NotificationModel

/// The values a key can have.
package enum AllowedValues: Hashable, Sendable {
  case words([String])
  case numbers(ClosedRange<Int>)
  /// A list of `Group/Key`.
  case keys
  /// In a form of its own, told in words.
  case form(String)

  init(_ setting: AppSetting) {
    self = if case .number(let range, _) = setting.form { .numbers(range) } else { .words(setting.words) }
  }

  /// As documentation and faults name them: `ask | allow`, `1 to 3650`.
  package var text: String {
    switch self {
    case .words(let words): words.joined(separator: " | ")
    case .numbers(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .keys: "a list of Group/Key"
    case .form(let words): words
    }
  }
}

/// One key that configuration files can have. `ConfigurationKey.all` is the only place that knows them: the
/// reader, the check of the configuration and the test of `config/bellhop.conf` go by it.
package struct ConfigurationKey: Sendable {
  /// The group that stands for one group for each app, such as `[App org.example.Mail]`.
  package static let appGroup = "App ID"

  package let group: String
  package let name: String
  package let allowed: AllowedValues
  /// What holds where no file says anything.
  package let builtIn: String
  package let meaning: String
  /// Counts in the administrator's files only.
  package let isAdministrators: Bool
  let place: Place

  /// Where a value goes. The setters refuse (`false`) what is not among the allowed values.
  enum Place: Sendable {
    case policy(get: @Sendable (Policy) -> String, set: @Sendable (inout Policy, String) -> Bool)
    case app(AppSetting)
    case locks
  }

  /// `Group/Key`, the way `[Locked]` calls it.
  func path(_ subject: AppSubject?) -> String { "\(subject.map { "App \($0)" } ?? group)/\(name)" }
}

extension ConfigurationKey {
  typealias Field<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

  static func number(
    _ group: String, _ name: String, _ range: ClosedRange<Int>, _ field: Field<Policy, Int>, _ meaning: String
  ) -> ConfigurationKey {
    let place = Place.policy(
      get: { String($0[keyPath: field]) },
      set: { policy, text in
        // Int accepts "+5" too, which no documentation promises.
        guard let number = Int(text), String(number) == text, range.contains(number) else { return false }
        policy[keyPath: field] = number
        return true
      })
    return ConfigurationKey(
      group: group, name: name, allowed: .numbers(range), builtIn: String(Policy()[keyPath: field]),
      meaning: meaning, isAdministrators: false, place: place)
  }

  static func word<Value: Hashable & Sendable>(
    _ group: String, _ name: String, _ words: Words<Value>, _ field: Field<Policy, Value>, _ meaning: String
  ) -> ConfigurationKey {
    let place = Place.policy(
      get: { words.word(for: $0[keyPath: field]) },
      set: { policy, text in
        guard let value = words.value(of: text) else { return false }
        policy[keyPath: field] = value
        return true
      })
    return ConfigurationKey(
      group: group, name: name, allowed: .words(words.all),
      builtIn: words.word(for: Policy()[keyPath: field]),
      meaning: meaning, isAdministrators: false, place: place)
  }

  /// A value in a form of its own; `parse` gives `nil` for what is not in it.
  static func form<Value: Sendable>(
    _ group: String, _ name: String, _ form: String, _ field: Field<Policy, Value>,
    text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
    _ meaning: String
  ) -> ConfigurationKey {
    let place = Place.policy(
      get: { text($0[keyPath: field]) },
      set: { policy, written in
        guard let value = parse(written) else { return false }
        policy[keyPath: field] = value
        return true
      })
    return ConfigurationKey(
      group: group, name: name, allowed: .form(form), builtIn: text(Policy()[keyPath: field]),
      meaning: meaning, isAdministrators: false, place: place)
  }

  static func app(_ setting: AppSetting) -> ConfigurationKey {
    ConfigurationKey(
      group: appGroup, name: setting.key, allowed: AllowedValues(setting), builtIn: setting.builtIn,
      meaning: setting.facts.meaning, isAdministrators: setting.facts.chooser == .administrator,
      place: .app(setting))
  }
}

/// The words that a key's values are written with, in the order in which documentation lists them.
struct Words<Value: Hashable & Sendable>: Sendable {
  private let pairs: [(word: String, value: Value)]

  init(_ pairs: KeyValuePairs<String, Value>) { self.pairs = pairs.map { ($0.key, $0.value) } }

  var all: [String] { pairs.map(\.word) }
  func value(of word: String) -> Value? { pairs.first { $0.word == word }?.value }
  func word(for value: Value) -> String { pairs.first { $0.value == value }?.word ?? "" }
}

extension Words where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Every case by its own name.
  init(_: Value.Type) { pairs = Value.allCases.map { ($0.rawValue, $0) } }
}
