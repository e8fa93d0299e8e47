/// Words for one notification, and for changes of the list.
package struct EntryWording: Sendable {
  package let id: String
  package let app: String
  package let thread: String
  package let posted: String
  package let lastCame: String
  package let happened: String
  package let until: String
  /// The label of the time at which a scheduled notification comes.
  package let due: String
  package let level: String
  package let state: String
  package let missed: String
  package let outcome: String
  package let repeats: String
  package let opens: String
  package let action: String
  /// The line about notifications that have left the list.
  package let gone: @Sendable (_ ids: String) -> String
}

extension EntryWording {
  package static let english = EntryWording(
    id: "id",
    app: "app",
    thread: "thread",
    posted: "posted",
    lastCame: "last came",
    happened: "happened",
    until: "until",
    due: "due",
    level: "level",
    state: "state",
    missed: "missed",
    outcome: "outcome",
    repeats: "repeats",
    opens: "opens",
    action: "action",
    gone: { "gone: \($0)" })

  package static let korean = EntryWording(
    id: "ID",
    app: "앱",
    thread: "스레드",
    posted: "보낸 시각",
    lastCame: "마지막 시각",
    happened: "일어난 시각",
    until: "기한",
    due: "예정 시각",
    level: "중요도",
    state: "상태",
    missed: "놓침",
    outcome: "결과",
    repeats: "반복 횟수",
    opens: "여는 주소",
    action: "동작",
    gone: { "사라짐: \($0)" })
}

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
