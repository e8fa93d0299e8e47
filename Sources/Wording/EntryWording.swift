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
