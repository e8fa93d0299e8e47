/// The decision of the person, or of an administrator on their behalf, whether an app may notify.
public enum Authorization: String, CaseIterable, Sendable {
  /// Not yet decided: posts wait.
  case notDetermined
  /// Posts are refused.
  case denied
  /// Posts are listed, without banners.
  case provisional
  /// Posts are delivered.
  case authorized
}

/// The times at which a notification's text may be seen.
public enum Previews: String, CaseIterable, Sendable {
  /// Also while the screen is locked.
  case always
  /// Not while the screen is locked.
  case whenUnlocked
  /// At no time: banners say only that there is something.
  case never
}

/// The part of an app's notifications that comes through the person's quiet.
package enum ThroughQuiet: String, CaseIterable, Sendable {
  /// Everything but rating prompts and marketing.
  case through
  case urgent
  /// Nothing but what an administrator has granted as critical.
  case never
}

/// The part of a notification that is kept once it is read or gone.
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

/// A number of hours.
package struct Hours: Hashable, Sendable {
  package static let range = 0...8_760
  package let count: Int
  package init(_ count: Int) { self.count = count }
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
  /// A choice of these words, in the order of the documentation.
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

/// A setting's value that is a number.
package protocol CountedValue: SettingValue {
  static var range: ClosedRange<Int> { get }
  /// The numbers that tools offer.
  static var offered: [Int] { get }
  var count: Int { get }
  init(_ count: Int)
}

extension CountedValue {
  package static var form: SettingForm { .number(range, offered: offered) }
  /// `Int` accepts "+5" too, which no documentation promises.
  package init?(word: String) {
    guard let count = Int(word), String(count) == word, Self.range.contains(count) else { return nil }
    self.init(count)
  }
  package var word: String { String(count) }
}

extension KeptDays: CountedValue {
  package static var offered: [Int] { [1, 7, 30, 90, 365] }
}

extension Hours: CountedValue {
  package static var offered: [Int] { [0, 1, 6, 24, 168] }
}

extension Authorization: SettingValue {}
extension Previews: SettingValue {}
extension ThroughQuiet: SettingValue {}
extension KeptText: SettingValue {}
