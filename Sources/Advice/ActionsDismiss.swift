/// The system always displays a button of its own that dismisses a notification.
enum ActionsDismiss: AdviceRule {
  static let name = "actions.dismiss"

  private static let labels: Phrases = [
    "dismiss", "close", "ok", "okay", "cancel", "not now", "got it", "hide", "no thanks",
    "maybe later",
    "dismiss notification", "close notification", "later", "close this",
    "닫기", "확인", "취소", "나중에", "알림 닫기", "숨기기", "알겠습니다", "지금은 안 함", "괜찮습니다",
    "다음에", "나중에 하기",
  ]

  /// Those of them that stop, refuse or confirm what the text speaks of, where it speaks of such a thing.
  private static let answers: Phrases = ["ok", "okay", "확인"]
  private static let cancels: Phrases = ["cancel", "취소"]
  private static let closings: Phrases = ["close", "닫기"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    // An alarm is stopped, a call refused, and a reminder put off.
    guard draft.kind != .alarm, draft.kind != .call, draft.kind != .reminder else { return }
    if draft.content.contains(where: { rings.first(in: $0.text.words) != nil || $0.text.holds(ringsInKorean) }
    ) {
      return
    }
    for button in draft.buttons where button.action.input == nil {
      let words = button.title.words
      guard !words.isEmpty, labels.match(words, at: 0)?.count == words.count else { continue }
      if words.count == 1, answers.contains(words[0]) && isAnswered(draft) { continue }
      // There is something to cancel unless it is done.
      if words.count == 1, cancels.contains(words[0]) && (isAnswered(draft) || !isDone(draft)) { continue }
      if words.count == 1, closings.contains(words[0]) && isClosed(draft) { continue }
      advice.add(self, button.titleField, .actionOnlyDismisses, part: button.title.text)
    }
  }

  private static let rings: Phrases = ["alarm", "alarms", "timer", "timers", "snoozing", "snoozed"]
  private static let ringsInKorean: Fragments = ["알람", "타이머"]

  /// Whether something is under way, to come, or asked, that a press would stop, refuse or confirm.
  private static func isAnswered(_ draft: Draft) -> Bool {
    if draft.request?.progress != nil { return true }
    if draft.buttons.contains(where: { counterparts.first(in: $0.title.words) != nil }) { return true }
    return draft.content.contains { _, text in
      text.bytes.contains(UInt8(ascii: "?")) || text.text.unicodeScalars.contains("？")
        || underWay.first(in: text.words) != nil || countdown(in: text) || text.holds(underWayInKorean)
    }
  }

  private static func isDone(_ draft: Draft) -> Bool {
    draft.content.contains { doings.first(in: $0.text.words) != nil || $0.text.holds(doingsInKorean) }
  }
  private static let doings: Phrases = [
    "complete", "completed", "finished", "done", "saved", "sent", "received", "ready", "locked", "updated",
    "printed",
    "archived", "moved", "copied", "installed", "arrived", "delivered", "ended", "were", "was", "has been",
  ]
  private static let doingsInKorean: Fragments = ["~완료", "~되었습니다", "~했습니다", "~됐습니다", "~도착", "~끝났"]

  /// Whether it is a window or a program that a press would close.
  private static func isClosed(_ draft: Draft) -> Bool {
    draft.content.contains { windows.first(in: $0.text.words) != nil || $0.text.holds(windowsInKorean) }
  }
  private static let windows: Phrases = [
    "not responding", "still running", "will close", "still open", "private browsing", "private tabs",
  ]
  private static let windowsInKorean: Fragments = ["~응답하지 않", "~실행 중", "~열려 있"]

  /// The other one of two answers.
  private static let counterparts: Phrases = [
    "accept", "confirm", "allow", "continue", "pair", "connect", "restart", "restart now", "shut down",
    "log out",
    "yes", "retry", "try again", "pause", "resume", "stop", "reject", "decline", "authorize", "approve",
    "force quit", "quit", "kill",
    "수락", "허용", "계속", "연결", "다시 시작", "예", "재시도", "중지", "거절", "승인",
  ]
  private static let underWay: Phrases = [
    "confirm", "pairing", "passkey", "incoming", "receiving", "sending", "downloading", "uploading",
    "copying",
    "moving", "installing", "transferring", "recording", "scanning", "syncing", "exporting", "importing",
    "converting", "rendering", "backing up", "burning", "formatting", "about to", "going to", "will shut",
    "will restart", "will log", "will turn", "will suspend", "will hibernate", "will start", "asks",
    "wants to",
    "trying to", "in progress", "login attempt", "cannot be completed",
  ]
  /// "… in 30 seconds".
  private static func countdown(in text: WrittenText) -> Bool {
    text.words.indices.dropLast(2).contains { index in
      text.words[index].key == inside && text.words[index + 1].has(.hasDigit)
        && units.contains(text.words[index + 2])
    }
  }
  private static let inside = WordKey("in")
  private static let units: Phrases = ["second", "seconds", "minute", "minutes", "s", "sec", "min"]
  private static let underWayInKorean: Fragments = [
    "페어링", "~하는 중", "~중입니다", "~시도", "~완료할 수 없", "~받는 중", "~보내는 중", "~초 후", "~분 후", "~초 뒤", "~분 뒤", "~하려고 합니다",
    "요청",
    "~응답하지 않", "~예정입니다", "~됩니다", "확인하", "암호", "~시겠습니까",
  ]
}
