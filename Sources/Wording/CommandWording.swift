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
  package let statistics: StatisticsWording
  package let doctor: DoctorWording
  package let front: FrontWording
  package let list: ListWording
  package let apps: AppsWording
  package let changes: ChangeWording
  package let error: @Sendable (ErrorSentence) -> String

  private static let languages = ["en": english, "ko": korean]
}

extension CommandWording {
  /// The words of this language, in the form of `Wording.locale`; English if there are none.
  package init(locale: String) { self = Self.languages[locale] ?? .english }

  package static let english = CommandWording(
    bar: BarWording(locale: "en"), times: .english, terms: .english, status: .english, entry: .english,
    judgement: .english, statistics: .english, doctor: .english, front: .english,
    list: .english, apps: .english, changes: .english, error: { ErrorSentence.english($0) })

  package static let korean = CommandWording(
    bar: BarWording(locale: "ko"), times: .korean, terms: .korean, status: .korean, entry: .korean,
    judgement: .korean, statistics: .korean, doctor: .korean, front: .korean,
    list: .korean, apps: .korean, changes: .korean, error: { ErrorSentence.korean($0) })
}
