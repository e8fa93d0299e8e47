import NotificationModel
import Testing

struct TitleRuleTests {
  static let cases: [RuleCases] = [
    RuleCases(
      rule: "title.brief", part: .title,
      speaks: ["The Weekly Report about Everything That Happened in the Garden Is Ready"],
      silent: ["The Garden Report Is Ready", "A"]),
    RuleCases(
      rule: "title.brief", part: .title, language: "ko",
      speaks: ["이번 주 정원에서 일어난 모든 일을 정리한 주간 보고서가 준비되었습니다"], silent: ["주간 보고서가 준비되었습니다"]),
    RuleCases(
      rule: "title.generic", part: .title,
      speaks: ["New Document", "Notification", "You Have a New Message", "Important Update"],
      silent: ["New Document from Ada", "Welcome Home Concert", "Message in a Bottle"]),
    RuleCases(
      rule: "title.generic", part: .title, language: "ko", speaks: ["새 알림", "새로운 메시지", "안내"],
      silent: ["동백꽃 알림", "새 사진 3장"]),
    RuleCases(
      rule: "title.redundant", part: .title,
      speaks: ["Tea Is Ready", "Your Tea Is Ready"], silent: ["Kitchen", "Earl Grey for Two"]),
    RuleCases(
      rule: "title.redundant", part: .title, language: "ko", speaks: ["차가 준비됨"], silent: ["부엌"]),
    RuleCases(
      rule: "title.case", part: .title,
      speaks: [
        "Backup finished", "Tea is ready", "The Report is Ready", "STORAGE ALMOST FULL", "Man Of The Hour",
      ],
      silent: [
        "Backup Finished", "Flight QX 12 Boards at 17:05", "iPhone Is Charged", "New Photos in “lake week”",
        "Sign In from a New Place", "NASA Launch", "Version 2 of notes.txt Saved", "E-mail from Zoë",
      ]),
    RuleCases(
      rule: "title.case", part: .title, around: { $0.kind = .reminder }, speaks: [],
      silent: ["buy milk and bread"]),
    RuleCases(
      rule: "title.case", part: .title, around: { $0.sender = Sender(name: "Ann") }, speaks: [],
      silent: ["lunch on friday"]),
    RuleCases(
      rule: "title.case", part: .title, language: "de", speaks: [], silent: ["Der Tee ist fertig"]),
    RuleCases(
      rule: "title.punctuation", part: .title,
      speaks: ["Backup Finished.", "Tea Is Ready!", "Loading…", "Ready to Update?", "Today:"],
      silent: ["Backup Finished", "Calder & Sons Inc.", "Meeting at 5 p.m.", "News from the U.S.", "“Why?”"]),
    RuleCases(
      rule: "title.punctuation", part: .title, around: { $0.kind = .message }, speaks: ["The end."],
      silent: ["Lunch today?"]),
    RuleCases(
      rule: "title.punctuation", part: .title, language: "ko", speaks: ["백업이 끝났습니다.", "차 준비됨!"],
      silent: ["백업이 끝났습니다"]),
    RuleCases(
      rule: "title.error", part: .title,
      speaks: ["Error", "Warning!", "An Error Occurred", "Something Went Wrong", "Failure"],
      silent: ["Error Bars in Plot 3 Updated", "Storm Warning", "Something Went Well", "Heart Failure Study"]),
    RuleCases(
      rule: "title.error", part: .title, language: "ko", speaks: ["오류", "알 수 없는 오류", "경고"],
      silent: ["오류동 소식", "폭우 경고"]),
    RuleCases(
      rule: "title.sensitive", part: .title,
      speaks: ["Your Code Is 482913", "Card 4111 1111 1111 1111 Used", "New Password: tulip-4711-red"],
      silent: [
        "Order 482913 Is Packed", "Parcel 4111 1111 1111 1112", "Password Changed", "Code Review Done",
      ]),
  ]

  @Test(
    "A rule of titles speaks where it is meant to, and leaves lookalikes alone",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
