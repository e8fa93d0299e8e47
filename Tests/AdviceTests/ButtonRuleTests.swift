import NotificationModel
import Testing

struct ButtonRuleTests {
  static let cases: [RuleCases] = [
    RuleCases(
      rule: "actions.label", part: .button,
      speaks: ["mark as read", "Mark as Read.", "Mark All the Letters in This Box as Read", "SNOOZE"],
      silent: ["Mark as Read", "Snooze", "OK", "Copy ID"]),
    RuleCases(
      rule: "actions.label", part: .button, language: "ko",
      speaks: ["읽음으로 표시해 주세요.", "이 편지를 모두 읽은 것으로 표시하기"],
      silent: ["읽음으로 표시", "답장"]),
    RuleCases(
      rule: "actions.extraneous", part: .button,
      speaks: ["Start Quillhaven", "Share 🎉", "Read 3 Letters", "Visit www.example.org"],
      silent: ["Share", "Snooze 10 Minutes", "Remind Me at 9:00", "Convert to MP3", "Switch to 5G"]),
    RuleCases(
      rule: "actions.extraneous", part: .button, language: "ko", speaks: ["편지 3통 읽기"],
      silent: ["10분 후 다시 알림", "읽기"]),
    RuleCases(
      rule: "actions.open", part: .foregroundButton,
      speaks: ["Open", "View Letter", "Show Details", "See More"],
      silent: ["Reply", "Pay", "Navigate"]),
    RuleCases(
      rule: "actions.open", part: .button, speaks: ["Open", "View Letter", "Go to App", "열기"],
      silent: ["Open Gate", "Show in Folder", "Play"]),
    RuleCases(
      rule: "actions.open", part: .foregroundButton, language: "ko", speaks: ["열기", "편지 보기", "앱에서 열기"],
      silent: ["답장"]),
    RuleCases(
      rule: "actions.undeclaredDestructive", part: .button,
      speaks: [
        "Delete", "Erase Drive", "Block Sender", "Empty Trash", "Permanently Delete", "Move to Trash",
        "Leave Group",
        "Log Out", "Don’t Save", "Clear & Rebuild",
      ],
      silent: [
        "Undo Delete", "Archive", "Keep", "Reply", "Format Code", "Clear Skies", "Block", "Drop", "Reset",
        "Remove Ads", "Remove Limit",
      ]),
    RuleCases(
      rule: "actions.undeclaredDestructive", part: .button, language: "ko", speaks: ["삭제", "사진 지우기", "나가기"],
      silent: ["삭제 취소", "보관"]),
    RuleCases(
      rule: "actions.context", part: .button, around: { $0.body = nil }, speaks: ["Delete"],
      silent: ["Archive"]),
    RuleCases(rule: "actions.context", part: .button, speaks: [], silent: ["Delete"]),
    RuleCases(rule: "actions.allForeground", part: .foregroundButton, speaks: ["Reply"], silent: []),
    RuleCases(rule: "actions.allForeground", part: .button, speaks: [], silent: ["Reply"]),
    RuleCases(
      rule: "actions.undo", part: .button, speaks: ["Undo", "Undo That Last Thing", "Undo Everything"],
      silent: ["Undo Delete", "Undo Move", "Redo"]),
    RuleCases(
      rule: "actions.undo", part: .button, language: "ko", speaks: ["실행 취소", "되돌리기"],
      silent: ["이동 실행 취소", "삭제 되돌리기"]),
    RuleCases(
      rule: "actions.dismiss", part: .button, speaks: ["Dismiss", "OK", "Not Now", "Close"],
      silent: ["Close Window", "Snooze", "Cancel Order"]),
    RuleCases(
      rule: "actions.dismiss", part: .button,
      around: { $0.body = "The computer will shut down in 60 seconds." },
      speaks: ["Dismiss"], silent: ["Cancel", "OK"]),
    RuleCases(
      rule: "actions.dismiss", part: .button, around: { $0.kind = .alarm }, speaks: [],
      silent: ["Dismiss", "OK"]),
    RuleCases(
      rule: "actions.dismiss", part: .button, language: "ko", speaks: ["닫기", "확인"], silent: ["주문 확인"]),
    RuleCases(
      rule: "actions.dismiss", part: .button, language: "ko",
      around: { $0.body = "이 번호로 페어링하려면 확인하세요: 482913" }, speaks: ["나중에"], silent: ["확인", "취소"]),
    RuleCases(
      rule: "hiddenPreview.wording", part: .hiddenPreview,
      speaks: [
        "Ada invites you to the garden party on Sunday", "Notification", "Order 4711", "Invoice of €420",
        "New Message", "new message", "New message.", "MENTIONS",
      ],
      silent: ["Friend request", "New comment", "Reminder", "%u new messages", "Shipment", "RSVP"]),
    RuleCases(
      rule: "hiddenPreview.wording", part: .hiddenPreview,
      around: { $0.sender = Sender(name: "Ada Lovelace") }, speaks: ["Message from Ada"],
      silent: ["New message"]),
    RuleCases(
      rule: "hiddenPreview.wording", part: .hiddenPreview, language: "ko",
      speaks: ["목요일 10시 정원 모임", "알림", "정신과 예약", "검사 결과"], silent: ["새 메시지", "새 예약"]),
    RuleCases(
      rule: "hiddenPreview.wording", part: .hiddenPreview, language: "de", speaks: [],
      silent: ["Neue Nachricht"]),
  ]

  @Test(
    "A rule of buttons and hidden previews speaks where it is meant to, and nowhere else", arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
