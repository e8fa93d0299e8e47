import NotificationModel

/// "Prefer actions that let people perform common, time-saving tasks that eliminate the need to open your app."
enum ActionsAllForeground: AdviceRule {
  static let name = "actions.allForeground"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let first = draft.buttons.first, draft.buttons.allSatisfy(\.action.foreground) else { return }
    advice.add(self, String(first.field.dropLast(3)), .actionsAllOpenApp)
  }
}

/// "For each button, use a short, title-case term or phrase that clearly describes the result of the action."
enum ActionsLabel: AdviceRule {
  static let name = "actions.label"
  static let words = 4
  static let columns = 24

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where draft.language != .other {
      let title = button.title
      if title.columns > columns || title.words.count > words {
        advice.add(self, button.titleField, .labelTooLong, part: title.text)
      }
      let departures = draft.language == .english ? departuresFromStyle(title) : []
      let titled = departures.isEmpty ? nil : Capitals.titled(title, at: departures)
      let corrected = EndMarks.stripped(WrittenText(titled ?? title.text)) ?? titled
      if EndMarks.stripped(title) != nil {
        advice.add(self, button.titleField, .labelPunctuated, suggestion: corrected)
      }
      if !departures.isEmpty {
        advice.add(self, button.titleField, .labelNotInTitleStyle, suggestion: corrected)
      }
    }
  }

  private static func departuresFromStyle(_ title: WrittenText) -> [Int] {
    let departures = Capitals.departuresFromTitleStyle(title)
    let shouted = title.words.indices.filter {
      title.words[$0].has(.shouted) && title.words[$0].range.count > 3
    }
    return departures.isEmpty ? shouted : departures
  }
}

/// "Don’t include your app name or any extraneous information in the button label."
enum ActionsExtraneous: AdviceRule {
  static let name = "actions.extraneous"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where isExtraneous(button.title, draft) {
      advice.add(self, button.titleField, .labelHoldsMore)
    }
  }

  /// Whether the label has an emoji, the app's name, an address, or a count: View 3 Messages. MP3 and 5G are names, and
  /// 10 Minutes is a time.
  private static func isExtraneous(_ title: WrittenText, _ draft: Draft) -> Bool {
    let name = draft.appName
    let namesApp =
      name.likeness == .none && title.words.count > name.words.count
      && title.firstRun(of: name.words).map { title.words[$0].allSatisfy { !$0.has(.small) } } == true
    let isTime = title.has(times) || title.scalars.contains(":")
    return namesApp || title.scalars.contains(where: \.isEmoji) || title.has("www, http, https, com")
      || !isTime && draft.language != .other
        && title.words.contains { $0.has(.hasDigit) && !$0.has(.capitalised) }
  }
  private static let times: Phrases = """
    minutes, minute, min, hours, hour, days, day, seconds, sec, week, weeks, am, pm, h, m, 10m, 30m, 1h, ~분, ~시, ~일, ~주
    """
}

/// "Avoid providing an action that merely opens your app."
enum ActionsOpen: AdviceRule {
  static let name = "actions.open"
  /// Labels that begin with these open or show the object that they name, or the app itself.
  private static let verbs: Phrases = "open, view, show, launch, go to, see, visit"
  private static let labels: Phrases = """
    details, more, more details/info, read/learn more, check, go, take a look, 자세히, 바로가기, 바로 가기, 이동, 확인하기, 실행, 앱 실행, 상세
    정보, 자세한 정보, 설정으로 이동, 앱으로 이동
    """
  /// Objects that are opened or shown without the app: Open Garage Door, Show in Folder.
  private static let others: Phrases = """
    door, gate, garage, window, curtains, blinds, password, valve, folder, file/files, link, url, browser, again,
    later, ~파일/폴더/링크/브라우저/문열기/비밀번호/다시/미리/지우고/나중
    """
  private static let endingsInKorean = ["열기", "보기", "보이기", "앱으로이동", "정보표시", "사항표시", "알림표시"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where opens(button.title) {
      advice.add(self, button.titleField, .actionOnlyOpensApp, part: button.title.text)
    }
  }

  private static func opens(_ title: WrittenText) -> Bool {
    let shows =
      verbs.match(title.words, at: 0) != nil
      || endingsInKorean.contains { title.korean?.endsWith($0) == true }
    return title.isOne(of: labels) || shows && !title.has(others)
  }
}

/// "The system gives a distinct appearance to the actions you identify as destructive."
enum ActionsUndeclaredDestructive: AdviceRule {
  static let name = "actions.undeclaredDestructive"
  /// Verbs that destroy, at the head of a label.
  private static let verbs: Phrases = """
    delete, remove, erase, discard, wipe, destroy, unsubscribe, purge, uninstall, terminate, revoke, cancel
    order/booking/subscription, overwrite, shred, permanently delete, move to trash/bin, leave group/channel/room/chat,
    log/sign out, clear all/and/rebuild, don't save, empty trash/bin, block sender/caller/number, format, kill, forget,
    trash, unpair, close account, ~삭제/지우기/지우고/제거/차단/초기화/폐기/비우기/버리기/탈퇴/나가기/로그아웃/구독취소/주문취소/예약취소
    """
  /// Objects whose removal is no loss: Remove Ads.
  private static let dispensable: Phrases = """
    ads, ad, limit, limits, restrictions, watermark, background, filter, safely, code, ~되돌리/삭제취소/해제/실행취소
    """

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where !button.action.destructive && destroys(button.title) {
      advice.add(
        self, "\(button.field).destructive", .actionDestroysUnsaid, part: button.title.text,
        suggestion: "true")
    }
  }

  static func destroys(_ title: WrittenText) -> Bool {
    (title.holds(verbs) || verbs.match(title.words, at: 0) != nil) && !title.has(dispensable)
  }
}

/// "If you must provide a destructive action, make sure people have enough context to avoid unintended
/// consequences."
enum ActionsContext: AdviceRule {
  static let name = "actions.context"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request != nil, draft.body == nil,
      let button = draft.buttons.first(where: {
        $0.action.destructive || ActionsUndeclaredDestructive.destroys($0.title)
      })
    else { return }
    advice.add(self, button.field, .actionWithoutContext)
  }
}

/// "Briefly and precisely describe the operation" that is undone; "provide undo and redo buttons sparingly."
enum ActionsUndo: AdviceRule {
  static let name = "actions.undo"
  private static let vague: Phrases = """
    it, this, that, last, action, change, changes, what, thing, everything, all, now, previous, recent, my, the,
    operation
    """
  private static let undo: Phrases = "undo, 실행 취소, 되돌리기, ~되돌리기, ~실행취소"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let undoing = draft.buttons.filter { $0.title.words.first?.key == "undo" || $0.title.holds(undo) }
    for (index, button) in undoing.enumerated() {
      let others = button.title.words.count - (undo.first(in: button.title.words)?.count ?? 1)
      let isClear = (1...2).contains(others) && !button.title.words.contains(where: vague.contains)
      if index > 0 || !isClear {
        advice.add(self, button.titleField, index > 0 ? .oneUndoIsEnough : .undoUnclear)
      }
    }
  }
}

/// The system always displays a button of its own that dismisses a notification.
enum ActionsDismiss: AdviceRule {
  static let name = "actions.dismiss"
  private static let labels: Phrases = """
    dismiss, close, ok, okay, not now, got it, hide, no thanks, maybe later, dismiss notification, close notification,
    later, 닫기, 확인, 나중에, 알림 닫기, 숨기기, 알겠습니다, 지금은 안 함, 괜찮습니다, 다음에, 나중에 하기
    """
  /// Answers to a question, or to an event under way.
  private static let answers: Phrases = "ok, okay, close, 확인, 닫기"
  private static let rings: Phrases = "alarm, alarms, timer, timers, snoozing, snoozed"
  private static let underWay: Phrases = """
    confirm, pairing, passkey, incoming, still running, not responding, about/wants/trying to, will
    shut/restart/log/suspend, asks, request, 알람/타이머/페어링/요청/확인하~, ~하려고/예정/실행중/응답하지않/시겠습니까
    """

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    // In an alarm, a call or a reminder, such a button stops, refuses or postpones.
    let isStopped = draft.kind == .alarm || draft.kind == .call || draft.kind == .reminder
    guard !isStopped, !draft.content.contains(where: { $0.text.has(rings) }) else { return }
    let isAnswered =
      draft.request?.progress != nil
      || draft.content.contains { $0.text.scalars.contains("?") || $0.text.has(underWay) }
    for button in draft.buttons where button.action.input == nil && button.title.isOne(of: labels) {
      if isAnswered, button.title.isOne(of: answers) { continue }
      advice.add(self, button.titleField, .actionOnlyDismisses, part: button.title.text)
    }
  }
}
