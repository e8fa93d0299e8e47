/// The kinds of quiet that a person can want, in the order in which they are judged. Their names are stored, and
/// compared by scripts, so a name never changes.
package enum QuietKind: String, CaseIterable, Sendable {
  /// The person's own switch.
  case doNotDisturb
  /// Others see the screen: it is shared or recorded.
  case sharedScreen
  /// The app in the foreground fills the screen, for a film, a game or a talk.
  case fullScreen
  /// An app has asked for it, for example for a film or a talk.
  case inhibited
  /// Hours of the week, by the person's choice or by the configuration.
  case quietHours

  /// The name of its guideline in decisions.
  package var guideline: String { "focus.\(rawValue)" }

  /// A sentence about it.
  package enum Sentence: Int, CaseIterable, Sendable {
    case isOn
    /// It is on, and an urgent alert breaks through.
    case letsThrough
    /// It is on, and the person lets this alert through.
    case letsIn
    case isOver
  }

  /// The keys of the reasons with its sentences.
  fileprivate var keys: [String] {
    switch self {
    case .doNotDisturb: ["doNotDisturb", "throughDoNotDisturb", "letInByDoNotDisturb", "doNotDisturbOver"]
    case .sharedScreen: ["sharedScreen", "throughSharedScreen", "letInBySharedScreen", "sharedScreenOver"]
    case .fullScreen: ["fullScreen", "throughFullScreen", "letInByFullScreen", "fullScreenOver"]
    case .inhibited: ["inhibited", "throughInhibition", "letInByInhibition", "inhibitionOver"]
    case .quietHours: ["quietHours", "throughQuietHours", "letInByQuietHours", "quietHoursOver"]
    }
  }
}

extension Reason {
  package init(_ kind: QuietKind, _ sentence: QuietKind.Sentence, _ arguments: [Argument] = []) {
    self.init(key: kind.keys[sentence.rawValue], arguments: arguments)
  }

  /// The sentence about quiet that the reason is; `nil` if it is about something else.
  package var quiet: (kind: QuietKind, sentence: QuietKind.Sentence)? {
    let kind = QuietKind.allCases.first { $0.keys.contains(key) }
    let sentence = kind?.keys.firstIndex(of: key).flatMap { QuietKind.Sentence(rawValue: $0) }
    return kind.flatMap { kind in sentence.map { (kind, $0) } }
  }
}

extension Missed.Cause: RawRepresentable, CaseIterable {
  package static let allCases = QuietKind.allCases.map(Self.quiet) + [.locked, .hidden, .away]

  /// The name by which the cause is stored and told to programs.
  package var rawValue: String {
    switch self {
    case .quiet(let kind): kind.rawValue
    case .locked: "locked"
    case .hidden: "hidden"
    case .away: "away"
    }
  }

  package init?(rawValue: String) {
    guard let cause = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = cause
  }
}
