import NotificationModel

/// The values a key can have.
package enum AllowedValues: Hashable, Sendable {
  case words([String])
  case numbers(ClosedRange<Int>)
  /// A list of `Group/Key`.
  case keys
  /// A form of its own, described in words.
  case form(String)

  init(_ setting: AppSetting) {
    self = if case .number(let range, _) = setting.form { .numbers(range) } else { .words(setting.words) }
  }

  /// The allowed values in documentation and faults: `ask | allow`, `1 to 3650`.
  package var text: String {
    switch self {
    case .words(let words): words.joined(separator: " | ")
    case .numbers(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .keys: "a list of Group/Key"
    case .form(let words): words
    }
  }
}

/// A key of the configuration files. `ConfigurationKey.all` is the only list of keys: the reader, the check of the
/// configuration and the test of `config/bellhop.conf` use it.
package struct ConfigurationKey: Sendable {
  /// The group that stands for one group for each app, such as `[App org.example.Mail]`.
  package static let appGroup = "App ID"

  package let group: String
  package let name: String
  package let allowed: AllowedValues
  /// The value if no file sets the key.
  package let builtIn: String
  package let meaning: String
  /// Whether the key only counts in the administrator's files.
  package let isAdministrators: Bool
  let place: Place

  /// The destination of a value. The setters return `false` for a value that is not allowed.
  enum Place: Sendable {
    case policy(get: @Sendable (Policy) -> String, set: @Sendable (inout Policy, String) -> Bool)
    case app(AppSetting)
    case locks
  }

  /// `Group/Key`, as in `[Locked]`.
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

  /// A value in a form of its own; `parse` returns `nil` for text in another form.
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

/// The words of a key's values, in the order of the documentation.
struct Words<Value: Hashable & Sendable>: Sendable {
  private let pairs: [(word: String, value: Value)]

  init(_ pairs: KeyValuePairs<String, Value>) { self.pairs = pairs.map { ($0.key, $0.value) } }

  var all: [String] { pairs.map(\.word) }
  func value(of word: String) -> Value? { pairs.first { $0.word == word }?.value }
  func word(for value: Value) -> String { pairs.first { $0.value == value }?.word ?? "" }
}

extension Words where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// All cases, each by its raw value.
  init(_: Value.Type) { pairs = Value.allCases.map { ($0.rawValue, $0) } }
}

extension ConfigurationKey {
  /// All keys, in the order of `config/bellhop.conf`.
  package static let all: [ConfigurationKey] =
    overall + schedule + quiet + storage + ratings + front + limits + [locks] + AppSetting.allCases.map(app)

  private static let yesOrNo = Words<Bool>(["true": true, "false": false])

  private static let consents = Words([
    "ask": Authorization.notDetermined, "allow": .authorized, "quiet": .provisional, "deny": .denied,
  ])

  private static let overall: [ConfigurationKey] = [
    .word(
      "Consent", "Default", consents, \.defaultAuthorization,
      "What an app may do that nobody has decided about."),
    .word(
      "Previews", "Show", Words(Previews.self), \.previews, "When the text of notifications may be seen."),
  ]

  private static let schedule: [ConfigurationKey] = [
    .form(
      "Schedule", "QuietHours", WeeklySpans.form, \.quietHours, text: \.text, parse: { WeeklySpans($0) },
      "When alerts wait; past midnight where the end is the earlier time. Days stand behind it: Mo-Fr, or Mo,We, on which "
        + "it begins."),
    .form(
      "Schedule", "Summary", WeeklyTimes.form, \.summaryTimes, text: \.text, parse: { WeeklyTimes($0) },
      "When the summary comes, for apps with Summary=true."),
  ]

  private static let quiet: [ConfigurationKey] = [
    .word(
      "Quiet", "SharedScreen", yesOrNo, \.sharedScreenHolds,
      "Whether alerts wait while the screen is shared or recorded."),
    .word(
      "Quiet", "FullScreen", Words(FullScreenHold.self), \.fullScreenHolds,
      "Whether alerts wait while an app fills the screen: only if it also keeps the screen from going idle, as a film, a "
        + "game or a talk does, always, or never."),
  ]

  private static let storage: [ConfigurationKey] = [
    .word(
      "Storage", "Durability", Words(Durability.self), \.durability,
      "What an accepted notification survives: the loss of power, or a crash of the daemon."),
    .number(
      "Storage", "KeepDays", KeptDays.range, \.keepDays, "How long notifications that are read are kept."),
  ]

  private static let ratings: [ConfigurationKey] = [
    .word(
      "Ratings", "Prompts", yesOrNo, \.ratingPrompts, "Whether apps may ask, now and then, to be rated.")
  ]

  private static let front: [ConfigurationKey] = [
    .word(
      "Front", "Mode", Words(FrontMode.self), \.front.mode,
      "Whether Bellhop owns the desktop's own notification interface."
    ),
    .word(
      "Front", "Consent", consents, \.front.consent,
      "What an app may do that posts there, and that nobody has decided about."),
    .word(
      "Front", "Foreground", Words(["show": false, "suppress": true]), \.front.suppressesInFront,
      "Whether an app in front has its banners there, or none."),
    .word(
      "Front", "Store", Words(KeptText.self), \.front.store,
      "What is kept of what came there, once it is over: all of it, titles, or no text."),
    .word(
      "Front", "WhenDown", Words(StandIn.self), \.front.whenDown,
      "Who has that interface while Bellhop cannot be started: the notification server, or nobody."),
  ]

  private static let limits: [ConfigurationKey] = [
    .limit("AlertBurst", \.limits.alertBurst, "How many banners an app may show at once."),
    .limit("AlertRefillSeconds", \.limits.alertRefillSeconds, "Seconds until it may show one more."),
    .limit("PostBurst", \.limits.postBurst, "How many notifications an app may post at once."),
    .limit("PostRefillPerSecond", \.limits.postRefillPerSecond, "How many more it may post each second."),
    .limit("UnreadPerApp", \.limits.unreadPerApp, "Unread notifications kept for an app."),
    .limit("HistoryRows", \.limits.historyRows, "Notifications kept in all, the unread ones not counted."),
    .limit("Connections", \.limits.connections, "Connections at once, of all peers."),
    .limit("ConnectionsPerPeer", \.limits.connectionsPerPeer, "Connections at once of one process."),
  ]

  private static let locks = ConfigurationKey(
    group: "Locked", name: "Keys", allowed: .keys, builtIn: "",
    meaning: "Keys that neither the person nor their own file can change.", isAdministrators: true,
    place: .locks)

  private static func limit(_ name: String, _ field: Field<Policy, Int>, _ meaning: String)
    -> ConfigurationKey
  {
    .number("Limits", name, 1...1_000_000, field, meaning)
  }
}

/// A key as `[Locked]` names it: `Previews/Show`, `App org.example.Mail/Banners`, `App */Banners`.
struct LockPath {
  private let text: String
  /// The lockable keys of the named group; empty if there is no such group.
  private let keys: [ConfigurationKey]
  private let subject: AppSubject?

  init(_ text: String) {
    self.text = text
    let written = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
    // The documentation's placeholder is no id.
    let isApp = written.hasPrefix("App ") && written != ConfigurationKey.appGroup
    let subject = isApp ? AppSubject(String(written.dropFirst(4))) : nil
    let group = subject == nil ? written : ConfigurationKey.appGroup
    self.subject = subject
    keys = ConfigurationKey.all.filter { $0.group == group && $0.isLockable(with: subject) }
  }

  /// The key, and the app or group that it is for.
  var key: (ConfigurationKey, AppSubject?)? {
    keys.first { $0.path(subject) == text }.map { ($0, subject) }
  }

  /// The remedy for an invalid lock: the form to write, and the keys to choose from.
  var remedy: String {
    guard !text.contains(",") else { return "write ; between two of them" }
    let keys = keys.isEmpty ? "" : "; there are \(keys.map(\.name).joined(separator: ", "))"
    return "write Group/Key, App ID/Key, App org.example.*/Key or App */Key"
      + (meant.map { "; did you mean \($0)?" } ?? keys)
  }

  /// The nearest key. If the group exists, only its keys are compared, since a long app id would outweigh the key's
  /// name.
  private var meant: String? {
    let overall = ConfigurationKey.all.filter { $0.isLockable(with: nil) }
    guard !keys.isEmpty else { return Spelling.nearest(to: text, among: overall.map { $0.path(nil) }) }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let nearest = Spelling.nearest(to: name, among: keys.map(\.name))
    return keys.first { $0.name == nearest }?.path(subject)
  }
}

extension ConfigurationKey {
  fileprivate func isLockable(with subject: AppSubject?) -> Bool {
    switch place {
    case .policy: subject == nil
    case .app: subject != nil
    case .locks: false
    }
  }
}
