import Delivery
import NotificationModel
import Testing

@Suite("A name that nothing but the app's own word says, while the screen is locked")
struct UnvouchedNameTests {
  private let stranger = known(AppID("My.PIN.is.4711"))

  private func lock(_ desk: Desk, _ locked: Bool = true) throws {
    try desk.perform { engine, _ in try engine.setLocked(locked) }
  }

  private func tells(_ value: some Any) -> Bool { String(reflecting: value).contains("4711") }

  /// The texts of a banner for a locked screen.
  private func locked(_ banner: Banner) -> [String] {
    let text = banner.textWhenLocked ?? banner.text
    let sender = banner.sender(of: text)
    return [text.title, text.body, sender.name, sender.id?.text ?? ""]
  }

  @Test("it is in no banner, of one notification or of several, and no question is put")
  func banners() throws {
    let desk = try Desk()
    try lock(desk)
    for number in 1...12 { try desk.post(NotificationRequest(app: stranger, title: "\(number)")) }
    let time = desk.now.wall
    try desk.post(NotificationRequest(app: stranger, title: "now")) {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
    desk.pass(seconds: 600)
    #expect(desk.subjects.contains(.summary(stranger)))
    #expect(!desk.subjects.contains(.timeSensitive(stranger)))
    #expect(desk.shown.allSatisfy { !tells(locked($0)) })
    #expect(desk.shown.contains { $0.textWhenLocked?.title == "2 more notifications from an app" })
    try lock(desk, false)
    let explanation = desk.shown.first { $0.subject == .timeSensitive(stranger) }
    #expect(explanation?.text.title == "Time Sensitive Notifications from “My.PIN.is.4711”")
  }

  @Test("it is in no list and no explanation, and in all of them once it is unlocked")
  func lists() throws {
    let desk = try Desk(Desk.asking)
    let id = try desk.post(NotificationRequest(app: stranger, title: "a")).id
    try desk.post("b")
    func told() throws -> [Bool] {
      try desk.perform { engine, now in
        var reading = AppListCursor(after: nil, limit: 100)
        var apps: [AppEntry] = []
        while !reading.isOver { apps += try engine.apps(&reading, now: now) }
        #expect(apps.contains { $0.app == mail })
        let entries = try engine.entries([id], now: now).map(\.entry)
        #expect(entries.count == 1)
        return [
          tells(apps.map(\.app)), tells(entries), tells(try engine.explain(id)),
        ]
      }
    }
    #expect(try told() == [true, true, true])
    try lock(desk)
    #expect(try told() == [false, false, false])
    let entry = try desk.perform { try $0.entries([id], now: $1).first?.entry }
    #expect(entry?.app == .unknown && entry?.appName == "Notification")
    try lock(desk, false)
    #expect(try told() == [true, true, true])
  }

  @Test("it is told where the person has previews shown always, and so are all that something vouches for")
  func told() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(stranger, by: AppSettings(previews: .always), now: $1) }
    try lock(desk)
    try desk.post(NotificationRequest(app: stranger, title: "a"))
    try desk.post("b")
    #expect(desk.shown.first.map { tells(locked($0)) } == true)
    #expect(desk.shown.last?.textWhenLocked?.title == "Mail")
    #expect(desk.shown.last.map { $0.sender(of: $0.textWhenLocked ?? $0.text).id } == mail)
  }
}
