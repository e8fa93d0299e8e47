package import NotificationModel

/// The person's timed choices about an app. Until they end, by the person's clock, they stand over the choices without
/// an end.
///
/// Invariant: a setting has an end if and only if it has a value.
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
