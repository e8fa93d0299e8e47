package import NotificationModel

/// The words of the command line for the person at the desktop. Help, faults of a configuration and JSON are for
/// administrators and scripts, and stay English. A third language is one more value of each type below, and one more
/// line in `languages`.
package struct CommandWording: Sendable {
  /// Words for counts and modes, the same as in a bar.
  package let bar: BarWording
  package let times: TimeWording
  package let terms: TermWording
  package let status: StatusWording
  package let entry: EntryWording
  package let judgement: JudgementWording
  package let doctor: DoctorWording
  package let front: FrontWording
  package let list: ListWording
  package let apps: AppsWording
  package let changes: ChangeWording
  package let through: ThroughWording
  package let error: @Sendable (ErrorSentence) -> String

  private static let languages = ["en": english, "ko": korean]
}

extension CommandWording {
  /// The words of this language, in the form of `Wording.locale`; English if there are none.
  package init(locale: String) { self = Self.languages[locale] ?? .english }

  package static let english = CommandWording(
    bar: BarWording(locale: "en"), times: .english, terms: .english, status: .english, entry: .english,
    judgement: .english, doctor: .english, front: .english,
    list: .english, apps: .english, changes: .english, through: .english, error: { ErrorSentence.english($0) }
  )

  package static let korean = CommandWording(
    bar: BarWording(locale: "ko"), times: .korean, terms: .korean, status: .korean, entry: .korean,
    judgement: .korean, doctor: .korean, front: .korean,
    list: .korean, apps: .korean, changes: .korean, through: .korean, error: { ErrorSentence.korean($0) })
}

/// How a command ended, and after how long.
package struct CommandEnd: Hashable, Sendable {
  package enum Way: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  /// The name alone: the arguments may hold secrets.
  package let program: String
  package let way: Way
  package let seconds: Int64

  package init(program: String, way: Way, seconds: Int64) {
    self.program = program
    self.way = way
    self.seconds = max(0, seconds)
  }

  package var isSuccess: Bool { way == .status(0) }

  /// The duration in its largest two units of hours, minutes and seconds.
  func span(hours: String, minutes: String, seconds: String, gap: String) -> String {
    let parts = [
      (self.seconds / 3_600, hours), (self.seconds / 60 % 60, minutes), (self.seconds % 60, seconds),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? 2
    return parts[first...].prefix(2).filter { $0.0 > 0 || first == 2 }.map { "\($0)\(gap)\($1)" }
      .joined(separator: " ")
  }
}

extension Wording {
  static func english(_ end: CommandEnd) -> (title: String, body: String) {
    let span = end.span(hours: "h", minutes: "min", seconds: "s", gap: " ")
    let way =
      switch end.way {
      case .status(let status): "It ended with status \(status)"
      case .signal(let signal): "Signal \(signal) ended it"
      }
    return ("\(end.program) Has \(end.isSuccess ? "Finished" : "Failed")", "\(way) after \(span).")
  }

  static func korean(_ end: CommandEnd) -> (title: String, body: String) {
    let span = end.span(hours: "시간", minutes: "분", seconds: "초", gap: "")
    let way =
      switch end.way {
      case .status(let status): "종료 상태 \(status)"
      case .signal(let signal): "종료 신호 \(signal)"
      }
    return (end.isSuccess ? "\(end.program) 완료" : "\(end.program) 실패", "\(span) 걸림, \(way)")
  }
}

/// The words of a desktop's bar for the present state. A third language adds one more of these, and one more line in
/// `languages`.
package struct BarWording: Sendable {
  package let unread: @Sendable (_ count: Int) -> String
  package let held: @Sendable (_ count: Int) -> String
  package let missed: @Sendable (_ count: Int) -> String
  /// A cause of quiet, with its end.
  package let quiet: @Sendable (QuietReport, _ end: String?) -> String
  package let nothingIsStored: String
  package let nothingNew: String
  package let noDaemon: String

  private static let languages = ["en": english, "ko": korean]
}

extension BarWording {
  /// The words of this language, in the form of `Wording.locale`; English for languages without a translation.
  package init(locale: String) { self = Self.languages[locale] ?? .english }

  private static let english = BarWording(
    unread: { "\($0) unread" },
    held: { "\($0) held back" },
    missed: { "\($0) missed" },
    quiet: englishQuiet,
    nothingIsStored: "nothing is stored",
    nothingNew: "No new notifications",
    noDaemon: "The notification daemon is not running")

  private static let korean = BarWording(
    unread: { "읽지 않음 \($0)개" },
    held: { "보류 \($0)개" },
    missed: { "놓친 알림 \($0)개" },
    quiet: koreanQuiet,
    nothingIsStored: "저장할 수 없음",
    nothingNew: "새 알림 없음",
    noDaemon: "알림 데몬이 실행되고 있지 않습니다")
}
