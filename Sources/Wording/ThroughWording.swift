/// Words for the senders and apps that come through quiet.
package struct ThroughWording: Sendable {
  package let who: String
  package let toTakeBack: String
  package let senderIn: @Sendable (_ sender: String, _ app: String) -> String
  /// A sender, or a second call or message, in an app that lets no sender through.
  package let withoutEffect: @Sendable (_ told: String) -> String
  package let allOf: @Sendable (_ app: String) -> String
  package let nothingOf: @Sendable (_ app: String) -> String
  package let secondIn: @Sendable (_ app: String) -> String
  package let fixed: String
  package let onlyUrgent: String

  // The result of a change.
  package let added: @Sendable (_ sender: String) -> String
  package let isThere: @Sendable (_ sender: String) -> String
  package let removed: @Sendable (_ sender: String) -> String
  package let isNotThere: @Sendable (_ sender: String) -> String
  /// The sender is let through in an app of which nothing comes through.
  package let nothingComes: @Sendable (_ app: String) -> String
}

extension ThroughWording {
  package static let english = ThroughWording(
    who: "COMES THROUGH",
    toTakeBack: "TO TAKE IT BACK",
    senderIn: { "\($0), in \($1)" },
    withoutEffect: { "\($0), without effect" },
    allOf: { "all of \($0)" },
    nothingOf: { "nothing of \($0)" },
    secondIn: { "a second call or message within three minutes, in \($0)" },
    fixed: "fixed by an administrator",
    onlyUrgent: "only what is urgent comes through",
    added: { "comes through Do Not Disturb: \($0)" },
    isThere: { "comes through already: \($0)" },
    removed: { "comes through no longer: \($0)" },
    isNotThere: { "was not let through: \($0); 'bellhop through' lists who is" },
    nothingComes: {
      "without effect while nothing of \($0) comes through: 'bellhop set \($0) dnd=urgent' ends that"
    })

  package static let korean = ThroughWording(
    who: "바로 표시되는 알림",
    toTakeBack: "취소 명령",
    senderIn: { "\($0)(\($1))" },
    withoutEffect: { "\($0), 효과 없음" },
    allOf: { "모두 표시: \($0)" },
    nothingOf: { "표시 안 함: \($0)" },
    secondIn: { "3분 안에 다시 온 전화나 메시지: \($0)" },
    fixed: "관리자가 고정함",
    onlyUrgent: "급한 알림만 바로 표시됩니다",
    added: { "방해 금지 모드 중에도 표시됩니다: \($0)" },
    isThere: { "이미 허용되어 있습니다: \($0)" },
    removed: { "이제 방해 금지 모드 중에는 표시되지 않습니다: \($0)" },
    isNotThere: { "허용되어 있지 않습니다: \($0). 허용된 사람은 ‘bellhop through’ 명령에 표시됩니다" },
    nothingComes: {
      "이 앱의 알림이 모두 표시되지 않는 동안에는 효과가 없습니다(\($0)). ‘bellhop set \($0) dnd=urgent’ 명령으로 변경할 수 있습니다"
    })
}
