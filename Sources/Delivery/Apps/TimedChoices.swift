package import NotificationModel

/// What the person chose about an app for a while, over what they chose without an end, by the person's clock.
///
/// Invariant: each setting that has a value has an end, and no other.
package struct TimedChoices: Hashable, Sendable {
  package private(set) var settings = AppSettings()
  package private(set) var ends: [AppSetting: Timestamp] = [:]

  package init() {}

  package var isEmpty: Bool { ends.isEmpty }
  package var next: Timestamp? { ends.values.min() }

  package mutating func choose(_ choices: AppSettings, until end: Timestamp) {
    settings = settings.overlaid(by: choices)
    for setting in AppSetting.allCases where choices.says(setting) { ends[setting] = end }
  }

  mutating func end(where isOver: (AppSetting, Timestamp) -> Bool) {
    let left = ends.filter { !isOver($0.key, $0.value) }
    guard left.count < ends.count else { return }
    var rest = AppSettings()
    for setting in left.keys {
      if let word = settings.word(for: setting) { _ = rest.set(setting, to: word) }
    }
    (settings, ends) = (rest, left)
  }

  mutating func move(byMilliseconds step: Int64) {
    ends = ends.mapValues { $0.advanced(byMilliseconds: step) }
  }
}
