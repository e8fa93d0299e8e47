import NotificationModel
import Testing

struct BodyRuleTests {
  private static let long =
    "The garden has been watered, and the lamps in the hall are off. "
    + "The cat is in the kitchen, where it sleeps beside the stove. The letters that came today lie on the table. "
    + "Nobody rang the bell, but a parcel stands in front of the door. It will rain tomorrow."

  static let cases: [RuleCases] = [
    RuleCases(rule: "body.concise", part: .body, speaks: [long], silent: ["The garden has been watered."]),
    RuleCases(
      rule: "body.concise", part: .body, language: "ko",
      speaks: [String(repeating: "정원에 물을 주었고 현관의 불은 꺼져 있습니다. ", count: 8)], silent: ["정원에 물을 주었습니다."]),
    RuleCases(
      rule: "body.sentences", part: .body,
      speaks: [
        "the garden has been watered.", "The garden has been watered", "The Garden Has Been Watered Today.",
        "The GARDEN has been WATERED today.", "The garden has been watered!!",
      ],
      silent: [
        "The garden has been watered.", "At noon", "iPhone photos were copied.",
        "Ada Lovelace met Grace Hopper.",
        "“The garden has been watered.”", "It was saved as a copy of /home/ada/tea.txt",
        "The NASA launch was moved to Friday.", "The garden was watered. 🎉",
      ]),
    RuleCases(
      rule: "body.sentences", part: .body, around: { $0.sender = Sender(name: "Ann") }, speaks: [],
      silent: ["see you later at the station"]),
    RuleCases(
      rule: "body.sentences", part: .body, language: "de", speaks: [],
      silent: ["Der Garten wurde gegossen und alles ist gut"]),
    RuleCases(
      rule: "badge.imitation", part: .title,
      speaks: [
        "(3) New Letters", "[5] Mentions", "③ Tasks", "3️⃣ Tasks", "🔴 4 Tasks", "🔴3", "🔴3 Letters", "Inbox 🔴3",
        "Inbox (3)",
      ],
      silent: [
        "3 New Letters", "(Re)tired", "[Draft] Plan", "Room (12A)", "(555) 010-2345", "(2024) Annual Report",
        "report (1)", "🔴 Live from Ghent", "2026 Report",
        "🔴 3:0 in Ghent", "Red 🔴",
      ]),
  ]

  @Test(
    "A rule of bodies speaks where it is meant to, and leaves lookalikes alone",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
