import Delivery
import NotificationModel
import Testing
import Wording

@Suite("Advice")
struct AdviceTests {
  private func post(
    _ desk: Desk, strict: Bool = false, _ request: NotificationRequest
  ) throws -> Receipt {
    try desk.perform {
      try $0.post(request, advice: AskedAdvice(isStrict: strict), by: app, now: $1)
    }
  }

  private func names(_ receipt: Receipt) -> [String]? { receipt.advice?.map(\.guideline) }

  private func told(_ desk: Desk, _ id: NotificationID) throws -> [Remark] {
    try desk.perform { try $0.advice(on: id, now: $1) }
  }

  private func request(_ title: String) -> NotificationRequest {
    NotificationRequest(app: mail, title: title, body: "The letter is ready.", language: "en")
  }

  @Test("the receipt carries the advice to a post that asks, and nothing is in the way of the banner")
  func receipt() throws {
    let desk = try Desk()
    let receipt = try post(desk, request("two new letters"))
    #expect(receipt.outcome == .presented)
    #expect(names(receipt) == ["title.case"])
    #expect(receipt.advice?.map(\.suggestion) == ["Two New Letters"])
    #expect(desk.alerts == ["two new letters"])
    #expect(try desk.explanation("two new letters").contains("title.case") == false)
  }

  @Test("a post that does not ask hears of no advice")
  func unasked() throws {
    #expect(try Desk().post(request("two new letters")).advice == nil)
    #expect(try post(Desk(), request("Two New Letters")).advice == [])
  }

  @Test("a repeat gets the same advice again")
  func repeats() throws {
    let desk = try Desk()
    let first = try post(desk, request("two new letters"))
    let second = try post(desk, request("two new letters"))
    #expect(second.outcome == .coalesced && second.advice == first.advice)
  }

  @Test("a forecast has the advice that a post would get")
  func forecast() throws {
    let desk = try Desk()
    let request = request("two new letters")
    let forecast = try desk.perform { try $0.forecast(request, under: Conditions(), by: app, now: $1) }
    #expect(try post(desk, request).advice == forecast.advice && !forecast.advice.isEmpty)
  }

  @Test(
    "a strict post that there is advice on is refused with it, stores nothing and costs what a post costs")
  func strict() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 3
    policy.limits.postRefillPerSecond = 1
    let desk = try Desk(policy)
    for _ in 0..<3 {
      do {
        _ = try post(desk, strict: true, request("two new letters"))
        Issue.record("a strict post was accepted")
      } catch Refusal.againstGuidelines(let advice) {
        #expect(advice.map(\.guideline) == ["title.case"])
      }
    }
    #expect(try desk.records().isEmpty)
    #expect(desk.shown.isEmpty)
    for title in ["three new letters", "Two New Letters"] {
      do {
        _ = try post(desk, strict: true, request(title))
        Issue.record("a post beyond the quota was accepted")
      } catch Refusal.quotaExceeded(let quota, _, _, _) {
        #expect(quota == "posts")
      }
    }
    desk.pass(seconds: 1)
    #expect(try post(desk, strict: true, request("Two New Letters")).outcome == .presented)
  }

  @Test("a strict post of an app that nobody has heard of leaves no trace of it")
  func unknown() throws {
    let desk = try Desk(Desk.asking)
    #expect(throws: Refusal.self) { try post(desk, strict: true, request("two new letters")) }
    #expect(try desk.perform { try $0.apps(now: $1) }.apps.isEmpty)
    #expect(desk.shown.isEmpty)
  }

  @Test(
    "what comes from a category is advised on as the category's, when it is registered and when it is used")
  func category() throws {
    let desk = try Desk()
    let category = Category(
      id: item("c"), actions: [Action(id: item("reply"), title: "Reply!")], hiddenPreviewBody: "New letter")
    try desk.perform { try $0.register([category], of: mail, by: app, now: $1) }
    let registered = try desk.perform { engine, _ in engine.advice(on: category, at: 0, of: mail) }
    #expect(registered.map(\.field) == ["categories[0].actions[0].title"])
    var request = request("Two New Letters")
    request.category = category.id
    #expect(try post(desk, request).advice?.map(\.field) == ["category.actions[0].title"])
  }

  @Test(
    "an app whose first call is the question is advised to wait, an app that has shown its use is not"
  )
  func early() throws {
    let purpose = "We tell you when a letter comes."
    func advice(_ desk: Desk) throws -> [String] {
      try desk.perform { engine, now in
        _ = try engine.requestAuthorization(mail, purpose: purpose, by: app, now: now)
        return try engine.advice(onPurpose: purpose, of: mail, now: now).map(\.guideline)
      }
    }
    #expect(try advice(Desk(Desk.asking)) == ["consent.early"])
    #expect(try advice(Desk(Desk.allowing)) == [])

    let posted = try Desk(Desk.asking)
    try posted.post("Two New Letters")
    #expect(try advice(posted) == [])

    let registered = try Desk(Desk.asking)
    try registered.perform { try $0.register([Category(id: item("c"))], of: mail, by: app, now: $1) }
    #expect(try advice(registered) == [])

    let known = try Desk(Desk.asking)
    #expect(try advice(known) == ["consent.early"])
    known.pass(seconds: 11)
    #expect(try advice(known) == [])
  }

  @Test("an app that calls most notifications urgent is told so, until the week is over")
  func overuse() throws {
    let desk = try Desk()
    func advice(_ level: InterruptionLevel?, _ number: Int) throws -> [String]? {
      var request = request("Letter \(number)")
      request.level = level
      request.relevantDate = level == .timeSensitive ? desk.now.wall : nil
      return names(try post(desk, request))
    }
    for number in 0..<14 { #expect(try advice(nil, number) == []) }
    for number in 14..<20 { #expect(try advice(.timeSensitive, number) == []) }
    #expect(try advice(.timeSensitive, 20) == ["urgency.overuse"])
    #expect(try advice(nil, 21) == [])
    desk.pass(seconds: 8 * 86_400)
    #expect(try advice(.timeSensitive, 22) == [])
  }

  @Test(
    "a text that differs in digits alone from one of a moment ago is advised on, but for codes, amounts and people",
    arguments: [
      ("Copying, 42 of 90 files", "Copying, 43 of 90 files", true),
      ("The download is at 10 MB", "The download is at 20 MB", true),
      ("Tea: 3 minutes left", "Tea: 2 minutes left", true),
      ("Your code is 482913", "Your code is 771204", false),
      ("Gold is at $2,310", "Gold is at $2,312", false),
      ("Ann joined", "Ben joined", false),
    ])
  func similar(_ first: String, _ second: String, _ isSimilar: Bool) throws {
    func isAdvised(
      _ change: (inout NotificationRequest) -> Void = { _ in }, pause: Int64 = 1, others: Int = 0
    ) throws -> Bool {
      let desk = try Desk()
      func request(_ title: String) -> NotificationRequest {
        var request = NotificationRequest(app: mail, thread: name("x"), title: title)
        change(&request)
        return request
      }
      _ = try desk.post(request(first))
      for number in 0..<others { _ = try desk.post("Another \(number)") }
      desk.pass(seconds: pause)
      return try names(post(desk, request(second)))?.contains("content.similar") == true
    }
    #expect(try isAdvised() == isSimilar)
    #expect(try isAdvised(others: 15) == isSimilar)
    #expect(try !isAdvised(others: 16))
    #expect(try !isAdvised(pause: 61))
    #expect(try !isAdvised({ $0.identifier = name("one") }))
    #expect(try !isAdvised({ $0.sender = Sender(name: "Ann") }))
    #expect(try !isAdvised({ $0.progress = 10 }))
  }

  // MARK: Later

  @Test("a notification is advised on as it is now, also after a restart")
  func later() throws {
    let desk = try Desk()
    var letters = request("two new letters")
    letters.identifier = .literal("letters")
    let receipt = try post(desk, letters)
    try desk.restart()
    #expect(try told(desk, receipt.id).map(Wording.english.advice) == receipt.advice)
    letters.title = "Two New Letters!"
    #expect(try desk.post(letters).id == receipt.id)
    #expect(try told(desk, receipt.id).map(\.guideline) == ["title.punctuation"])
    letters.title = "Two New Letters"
    _ = try desk.post(letters)
    #expect(try told(desk, receipt.id) == [])
  }

  @Test("there is no advice on a text that is erased, or hidden while the screen is locked")
  func unseen() throws {
    let desk = try Desk()
    var secret = request("two new letters")
    secret.isPrivate = true
    let id = try desk.post(secret).id
    #expect(try !told(desk, id).isEmpty)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try told(desk, id) == [])
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try !told(desk, id).isEmpty)
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    #expect(try told(desk, id) == [])
  }

  @Test("there is no advice on what came by the desktop's own interface")
  func front() throws {
    let desk = try Desk()
    try desk.postFront("two new letters") { request, _ in request.language = "en" }
    let id = try #require(desk.records().first).id
    #expect(try told(desk, id) == [])
  }

  @Test(
    "there is no advice on what people set for themselves, but to a strict post",
    arguments: [Kind.reminder, .alarm])
  func ownNotes(kind: Kind) throws {
    let desk = try Desk()
    func post(_ kind: Kind?, isStrict: Bool = false) throws -> Receipt {
      var note = request("Stand Up")
      (note.app, note.kind) = (.shell, kind)
      note.actions = [Action(id: item("open"), title: "Open")]
      let posted = note
      return try desk.perform {
        try $0.post(posted, advice: AskedAdvice(isStrict: isStrict), by: tool, now: $1)
      }
    }
    let receipt = try post(kind)
    #expect(try receipt.advice == [] && told(desk, receipt.id) == [])
    #expect(throws: Refusal.self) { try post(kind, isStrict: true) }
    #expect(try post(nil).advice?.isEmpty == false)
  }

  @Test("advice is told in the language that is asked for, and so are decisions")
  func languages() throws {
    let desk = try Desk()
    let korean = Wording(language: "ko-KR")
    let request = request("two new letters")
    let receipt = try desk.perform {
      try $0.post(request, advice: AskedAdvice(), by: app, told: korean, now: $1)
    }
    #expect(receipt.decisions.map(\.why) == ["배너를 바로 표시할 수 있습니다."])
    let remarks = try told(desk, receipt.id)
    #expect(receipt.advice == remarks.map(korean.advice) && !remarks.isEmpty)
    #expect(receipt.advice != remarks.map(Wording.english.advice))
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
