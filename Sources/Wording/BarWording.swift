/// How things stand, in the words of a bar. A third language is one more of these, and one more line in `languages`.
package struct BarWording: Sendable {
  package let unread: @Sendable (_ count: Int) -> String
  package let held: @Sendable (_ count: Int) -> String
  package let missed: @Sendable (_ count: Int) -> String
  package let doNotDisturb: String
  package let nothingNew: String
  package let noDaemon: String

  private static let languages = ["en": english, "ko": korean]
}

extension BarWording {
  /// In this language, as `Wording.locale` has it; English where there are no words in it.
  package init(locale: String) { self = Self.languages[locale] ?? .english }

  private static let english = BarWording(
    unread: { "\($0) unread" },
    held: { "\($0) held back" },
    missed: { "\($0) missed" },
    doNotDisturb: "Do Not Disturb",
    nothingNew: "No new notifications",
    noDaemon: "The notification daemon is not running")

  private static let korean = BarWording(
    unread: { "읽지 않음 \($0)개" },
    held: { "보류 \($0)개" },
    missed: { "놓친 알림 \($0)개" },
    doNotDisturb: "방해 금지 모드",
    nothingNew: "새 알림 없음",
    noDaemon: "알림 데몬이 실행되고 있지 않습니다")
}
