/// Sentences about the result of a change that the person asked for.
package struct ChangeWording: Sendable {
  package let doNotDisturb: @Sendable (_ isOn: Bool, _ end: String?) -> String
  package let silent: @Sendable (_ isOn: Bool) -> String
  package let nothingToDismiss: String
  package let nothingUnread: String
  package let dismissed: @Sendable (_ count: Int, _ all: Int) -> String
  package let nothingToRestore: String
  package let restored: @Sendable (_ ids: String) -> String
  package let restoredMany: @Sendable (_ count: Int) -> String
  package let nothingToClear: String
  package let cleared: @Sendable (_ count: Int) -> String
  package let nothingToErase: String
  package let erased: @Sendable (_ count: Int) -> String
  package let mayKeepCopy: @Sendable (_ server: String) -> String
  package let mayHoldCopy: @Sendable (_ path: String) -> String
  package let nothingErased: String
  package let askErase: @Sendable (_ count: Int) -> String
  package let askEraseApp: @Sendable (_ count: Int, _ app: String) -> String
  package let askEraseAll: @Sendable (_ count: Int) -> String

  // Quiet hours: the label of their present state, their sources, and the word for none.
  package let now: String
  package let builtIn: String
  package let chosen: String
  package let asFileSays: @Sendable (_ file: String) -> String
  package let never: String
}

extension ChangeWording {
  package static let english = ChangeWording(
    doNotDisturb: { "Do Not Disturb \($1.map { "until \($0)" } ?? ($0 ? "on" : "off"))" },
    silent: { "silent \($0 ? "on" : "off")" },
    nothingToDismiss: "nothing to dismiss: gone already",
    nothingUnread: "nothing is unread",
    dismissed: { "dismissed \($0) of \($1): the other\($1 - $0 == 1 ? " is" : "s are") gone already" },
    nothingToRestore: "nothing to bring back",
    restored: { "back in the list: \($0)" },
    restoredMany: { "back in the list: \($0) notifications" },
    nothingToClear: "nothing to clear",
    cleared: { "cleared \($0); 'bellhop undo' brings \($0 == 1 ? "it" : "them") back" },
    nothingToErase: "nothing to erase",
    erased: { "erased \($0)" },
    mayKeepCopy: {
      "\($0) may still keep a copy in a list of its own; clear it there, or start that server anew if it keeps it in memory"
    },
    mayHoldCopy: { "\($0) may still hold a copy" }, nothingErased: "nothing was erased",
    askErase: { "Erase \(englishCount($0)) for good?" },
    askEraseApp: { "Erase \(englishCount($0)) of \($1) for good?" },
    askEraseAll: {
      "Erase for good all that is stored (\(englishCount($0))), and the databases that were set aside?"
    },
    now: "now",
    builtIn: "as built in",
    chosen: "as you have chosen; 'bellhop quiet-hours default' takes that back",
    asFileSays: { "as \($0) says" },
    never: "never")

  @Sendable
  private static func englishCount(_ count: Int) -> String {
    "\(count) notification\(count == 1 ? "" : "s")"
  }

  package static let korean = ChangeWording(
    doNotDisturb: { "방해 금지 모드 \($1.map { "켬, \($0)까지" } ?? ($0 ? "켬" : "끔"))" },
    silent: { "무음 모드 \($0 ? "켬" : "끔")" },
    nothingToDismiss: "이미 목록에 없어 지울 알림이 없습니다",
    nothingUnread: "읽지 않은 알림이 없습니다",
    dismissed: { "알림 \($1)개 중 \($0)개를 지웠습니다. 나머지는 이미 목록에 없습니다" },
    nothingToRestore: "되돌릴 알림이 없습니다",
    restored: { "되돌린 알림: \($0)" },
    restoredMany: { "되돌린 알림 \($0)개" },
    nothingToClear: "지울 읽은 알림이 없습니다",
    cleared: { "읽은 알림 \($0)개를 지웠습니다. ‘bellhop undo’ 명령으로 되돌릴 수 있습니다" },
    nothingToErase: "삭제할 알림이 없습니다",
    erased: { "알림 \($0)개를 완전히 삭제했습니다" },
    mayKeepCopy: {
      "\($0): 서버의 목록에 사본이 남아 있을 수 있습니다. 서버에서 지우거나, 메모리에만 보관하는 서버라면 다시 시작하십시오"
    },
    mayHoldCopy: { "\($0): 사본이 남아 있을 수 있습니다" }, nothingErased: "아무것도 삭제하지 않았습니다",
    askErase: { "알림 \($0)개를 완전히 삭제하겠습니까?" },
    askEraseApp: { "\($1)의 알림 \($0)개를 완전히 삭제하겠습니까?" },
    askEraseAll: { "저장된 알림 \($0)개 모두와 따로 보관된 데이터베이스를 완전히 삭제하겠습니까?" },
    now: "지금",
    builtIn: "기본값",
    chosen: "사용자의 선택, ‘bellhop quiet-hours default’ 명령으로 취소 가능",
    asFileSays: { "\($0) 파일에 따름" },
    never: "없음")
}
