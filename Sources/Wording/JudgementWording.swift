/// Words for the outcome of a post, real or judged in advance, and for the advice to its app.
package struct JudgementWording: Sendable {
  package let repeated: @Sendable (_ times: Int) -> String
  /// The notification counts as a level other than the posted one.
  package let countsAs: @Sendable (_ level: String) -> String
  package let advice: String
  /// The label before a better wording.
  package let suggestion: String

  // The table of judged outcomes: its columns and its cases.
  package let when: String
  package let outcome: String
  package let why: String
  package let asSaid: String
  package let now: String
  package let at: @Sendable (_ clock: String) -> String
  package let whileLocked: String
  package let whileInFront: String
  package let whileAnotherInFront: String
  /// The note about conditions that only the daemon knows.
  package let caveat: String
}

extension JudgementWording {
  package static let english = JudgementWording(
    repeated: { $0 == 1 ? "repeated once" : "repeated \($0) times" },
    countsAs: { "counts as \($0)." },
    advice: "advice",
    suggestion: "Try",
    when: "WHEN",
    outcome: "OUTCOME",
    why: "WHY",
    asSaid: "as said",
    now: "now",
    at: { "at \($0)" },
    whileLocked: "with the screen locked",
    whileInFront: "with the app in front",
    whileAnotherInFront: "with another app in front",
    caveat:
      "judged without the daemon, by the configuration files alone: an undecided app counts as allowed, "
      + "and so does its marketing; the list, categories, the person's own choices, when the app was first seen, "
      + "what it has shown before, its desktop entry, its images and the zones that triggers name are not known"
  )

  package static let korean = JudgementWording(
    repeated: { "\($0)번 반복됨" },
    countsAs: { "다음 중요도로 취급됩니다: \($0)." },
    advice: "조언",
    suggestion: "제안",
    when: "경우",
    outcome: "결과",
    why: "이유",
    asSaid: "지정한 대로",
    now: "지금",
    at: { "\($0)에" },
    whileLocked: "화면이 잠겼을 때",
    whileInFront: "앱이 맨 앞에 있을 때",
    whileAnotherInFront: "다른 앱이 맨 앞에 있을 때",
    caveat:
      "데몬 없이 구성 파일만으로 판단했습니다. 결정되지 않은 앱은 혜택과 소식까지 허용된 것으로 간주하며, 목록, 카테고리, 사용자의 선택, "
      + "앱이 처음 나타난 때, 앱이 지금까지 보낸 알림, 앱의 데스크탑 항목과 이미지, 예약에 쓰인 시간대는 알 수 없습니다")
}
