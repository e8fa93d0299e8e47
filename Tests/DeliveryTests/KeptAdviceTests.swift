import Delivery
import NotificationModel
import Testing
import Wording

@Suite("Advice that is kept")
struct KeptAdviceTests {
  private func request(_ title: String, body: String = "The letter is ready.") -> NotificationRequest {
    NotificationRequest(app: mail, title: title, body: body, language: "en")
  }

  private func kept(_ desk: Desk, _ id: NotificationID) throws -> [Remark] {
    try desk.perform { try $0.advice(on: id, now: $1) }
  }

  @Test("is that of the newest post, and over restarts what the receipt said")
  func newest() throws {
    let desk = try Desk()
    var first = request("two new letters")
    first.identifier = .literal("letters")
    let receipt = try desk.post(first)
    try desk.restart()
    #expect(try kept(desk, receipt.id).map(Wording.english.advice) == receipt.advice)
    #expect(receipt.advice.map(\.suggestion) == ["Two New Letters"])
    var second = request("Two New Letters!")
    second.identifier = first.identifier
    #expect(try desk.post(second).id == receipt.id)
    #expect(try kept(desk, receipt.id).map(\.guideline) == ["title.punctuation"])
    second.title = "Two New Letters"
    _ = try desk.post(second)
    #expect(try kept(desk, receipt.id) == [])
  }

  @Test("goes from a series to what it brings")
  func series() throws {
    let desk = try Desk()
    var request = request("two new letters")
    request.trigger = .after(seconds: 60, repeats: true)
    let series = try desk.post(request)
    desk.pass(seconds: 61)
    let brought = try #require(try desk.records().first { $0.id != series.id })
    #expect(brought.advice.map(\.guideline) == ["title.case"])
  }

  @Test("of what is private keeps no word of the text once that is erased")
  func erased() throws {
    let desk = try Desk()
    var request = request("two new letters")
    request.isPrivate = true
    let id = try desk.post(request).id
    #expect(try kept(desk, id).contains { $0.suggestion != nil })
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    let advice = try kept(desk, id)
    #expect(advice.contains { $0.guideline == "title.case" && $0.field == "title" })
    #expect(advice.allSatisfy { $0.part == nil && $0.suggestion == nil })
  }

  @Test("tells no word of a hidden text while the screen is locked, in the list and in the explanation")
  func locked() throws {
    let desk = try Desk()
    let id = try desk.post(request("two new letters")).id
    func told() throws -> [[Remark]] {
      [
        try kept(desk, id),
        try desk.perform { try $0.entries(ListQuery(), now: $1).entries.flatMap(\.advice) },
      ]
    }
    #expect(try told().allSatisfy { $0.map(\.suggestion) == ["Two New Letters"] })
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try told().allSatisfy { $0.map(\.guideline) == ["title.case"] && $0[0].suggestion == nil })
  }

  @Test(
    "there is none on what people set for themselves, unless they ask", arguments: [Kind.reminder, .alarm])
  func ownNotes(kind: Kind) throws {
    let desk = try Desk()
    func note(_ kind: Kind?) -> NotificationRequest {
      var note = request("Stand Up", body: "The dbus call has come back.")
      (note.app, note.kind) = (.shell, kind)
      return note
    }
    func post(_ note: NotificationRequest, strict: Bool = false) throws -> Receipt {
      try desk.perform { try $0.post(note, strict: strict, by: tool, now: $1) }
    }
    let own = note(kind)
    #expect(try post(own).advice == [])
    #expect(throws: Refusal.self) { try post(own, strict: true) }
    let forecast = try desk.perform { try $0.forecast(own, under: Conditions(), by: tool, now: $1) }
    #expect(!forecast.advice.isEmpty)
    #expect(try !post(note(nil)).advice.isEmpty)
  }

  @Test("is counted by app and guideline, a few notifications at a time, the most frequent first")
  func counted() throws {
    let desk = try Desk()
    for number in 0..<70 {
      _ = try desk.post(request("two new letters (\(number))"))
      desk.pass(seconds: 7)
    }
    _ = try desk.post(request("Two New Letters!"))
    _ = try desk.post(NotificationRequest(app: try #require(AppID("org.example.Tea")), title: "Tea Is Ready"))
    func read(limit: Int, advice: Bool) throws -> (apps: [AppEntry], isCut: Bool, pieces: Int) {
      try desk.perform { try $0.apps(AppReading(after: nil, limit: limit, advice: advice), now: $1) }
    }
    let (apps, isCut, pieces) = try read(limit: 10, advice: true)
    #expect(pieces >= 3 && !isCut)
    #expect(apps.map(\.app) == [mail, try #require(AppID("org.example.Tea"))])
    #expect(
      apps.map(\.advice) == [
        [
          AdviceCount(guideline: "title.case", count: 70),
          AdviceCount(guideline: "title.punctuation", count: 1),
        ], [],
      ])
    #expect(try read(limit: 1, advice: true).isCut)
    let plain = try read(limit: 1, advice: false)
    #expect(plain.apps.map(\.advice) == [nil] && plain.isCut)
  }

  @Test("is told in the language that is asked for, and so are decisions")
  func languages() throws {
    let desk = try Desk()
    let korean = Wording(language: "ko-KR")
    let request = request("two new letters")
    let receipt = try desk.perform { try $0.post(request, by: app, told: korean, now: $1) }
    #expect(receipt.decisions.map(\.why) == ["배너를 바로 표시할 수 있습니다."])
    #expect(receipt.advice.map(\.message) == ["제목이 제목 스타일의 대문자 표기를 따르지 않습니다(‘two’)."])
    let explained = try desk.perform { engine, _ in
      try engine.explain(receipt.id, limit: .max, told: korean).decisions.map(\.decision.why)
    }
    #expect(explained.first == receipt.decisions.first?.why)
    let forecast = try desk.perform {
      try $0.forecast(request, under: Conditions(), by: app, told: korean, now: $1)
    }
    #expect(forecast.advice == receipt.advice)
    let english = try desk.perform { engine, _ in
      try engine.explain(receipt.id, limit: .max).decisions.map(\.decision.why)
    }
    #expect(english.first == "Nothing stands in the way of a banner.")
  }
}
