/// Words for the list, and for the explanation of one notification.
package struct ListWording: Sendable {
  package let id: String
  package let time: String
  package let app: String
  package let state: String
  package let text: String
  package let guidelineHeading: String
  package let effect: String
  package let why: String
  /// The note behind a decision that was taken several times in that span.
  package let times: @Sendable (_ count: Int, _ span: String) -> String

  // Additions behind the text of a notification in plain output, for reading aloud.
  package let twice: String
  package let repeated: @Sendable (_ times: Int) -> String
  package let sameThread: String
  package let happened: @Sendable (_ time: String) -> String
  package let number: @Sendable (_ id: String) -> String
  /// The name is only the app's own claim.
  package let claimed: String

  package let nothing: String
  package let noMatch: String
}

extension ListWording {
  package static let english = ListWording(
    id: "ID",
    time: "TIME",
    app: "APP",
    state: "STATE",
    text: "TEXT",
    guidelineHeading: "GUIDELINE",
    effect: "EFFECT",
    why: "WHY",
    times: { "(\($0) times, \($1))" },
    twice: "twice",
    repeated: { "\($0) times" },
    sameThread: "same thread as above",
    happened: { "happened \($0)" },
    number: { "id \($0)" },
    claimed: "claimed",
    nothing: "nothing to list",
    noMatch: "nothing matches")

  package static let korean = ListWording(
    id: "ID",
    time: "시각",
    app: "앱",
    state: "상태",
    text: "텍스트",
    guidelineHeading: "지침",
    effect: "처리",
    why: "이유",
    times: { "(\($0)번, \($1))" },
    twice: "2번",
    repeated: { "\($0)번" },
    sameThread: "위와 같은 스레드",
    happened: { "일어난 시각 \($0)" },
    number: { "ID \($0)" },
    claimed: "확인되지 않음",
    nothing: "알림 없음",
    noMatch: "일치하는 알림 없음")
}
