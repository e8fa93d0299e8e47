import NotificationModel
import NotificationProtocol
import TestSupport
import Testing
import Varlink

/// A notification that would do, with these fields put over it.
private func read(_ fields: String) throws -> NotificationRequest {
  let base: [(String, String)] = [("app", "\"org.example.App\""), ("title", "\"Title\"")]
  guard case .object(let given) = try JSON(parsing: Array("{\(fields)}".utf8)) else { throw Unreadable() }
  var all = given
  for (name, value) in base where !given.contains(where: { $0.name == name }) {
    all.append(JSON.Field(name, try JSON(parsing: Array(value.utf8))))
  }
  return try NotificationRequest(json: .object(all), path: "notification")
}

private struct Unreadable: Error {}

private func quoted(_ count: Int, of text: String = "x") -> String {
  "\"" + String(repeating: text, count: count) + "\""
}

private let manyActions = (0..<65).map { "{\"id\":\"a\($0)\",\"title\":\"t\"}" }

@Suite struct RequestShapeTests {
  @Test(
    "what is not as the interface says is refused by path",
    arguments: [
      ("\"app\":null", "app"), ("\"app\":7", "app"), ("\"app\":\"\"", "app"), ("\"app\":\"a b\"", "app"),
      ("\"app\":\"../x\"", "app"), ("\"app\":\"caf\u{E9}\"", "app"), ("\"identifier\":\"\"", "identifier"),
      ("\"identifier\":\"a\\u0001\"", "identifier"), ("\"identifier\":\"a\\u0085\"", "identifier"),
      ("\"thread\":\"\\n\"", "thread"), ("\"category\":\"a/b\"", "category"), ("\"kind\":\"mail\"", "kind"),
      ("\"kind\":\"Message\"", "kind"), ("\"level\":\"high\"", "level"), ("\"level\":2", "level"),
      ("\"title\":[]", "title"), ("\"title\":\"\"", "title"), ("\"title\":\" \\t\\u00a0\\u3000\"", "title"),
      ("\"title\":null,\"subtitle\":\"only\"", "title"), ("\"title\":null,\"body\":\"\\n \\n\"", "title"),
      ("\"subtitle\":true", "subtitle"), ("\"body\":1", "body"),
      ("\"sender\":\"Ada\"", "sender"), ("\"sender\":{}", "sender.name"),
      ("\"sender\":{\"name\":\" \"}", "sender.name"),
      ("\"sender\":{\"name\":\"A\",\"nick\":\"B\"}", "sender.nick"),
      ("\"sender\":{\"name\":\"A\",\"avatar\":\"a/b\"}", "sender.avatar"),
      ("\"relevance\":1.01", "relevance"),
      ("\"relevance\":-0.01", "relevance"), ("\"relevance\":\"1\"", "relevance"),
      ("\"relevantDate\":\"tomorrow\"", "relevantDate"), ("\"relevantDate\":1774744200", "relevantDate"),
      ("\"relevantDate\":\"2026-02-30T00:00:00Z\"", "relevantDate"),
      ("\"expiresAt\":\"0001-01-01T00:00:01Z\"", "expiresAt"), ("\"occurred\":1774744200", "occurred"),
      ("\"url\":\"ftp://example.org\"", "url"), ("\"url\":\"https://example.org/a b\"", "url"),
      ("\"trigger\":{\"at\":\"0001-01-01T00:00:00Z\"}", "trigger.at"), ("\"actions\":{}", "actions"),
      ("\"actions\":[" + manyActions.joined(separator: ",") + "]", "actions"),
      ("\"actions\":[1]", "actions[0]"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"t\"},{\"id\":\"b\"}]", "actions[1].title"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"\"}]", "actions[0].title"),
      ("\"actions\":[{\"id\":\"default\",\"title\":\"t\"}]", "actions[0].id"),
      ("\"actions\":[{\"id\":\"io.bellhop.keep\",\"title\":\"t\"}]", "actions[0].id"),
      ("\"actions\":[{\"id\":\"io.bellhop.x\",\"title\":\"t\"}]", "actions[0].id"),
      ("\"actions\":[{\"id\":\"a b\",\"title\":\"t\"}]", "actions[0].id"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"t\"},{\"id\":\"a\",\"title\":\"u\"}]", "actions[1].id"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"t\",\"icon\":\"/x.png\"}]", "actions[0].icon"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"t\",\"input\":{\"hint\":\"x\"}}]", "actions[0].input.hint"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"t\",\"foreground\":1}]", "actions[0].foreground"),
      ("\"image\":\"\"", "image"), ("\"image\":\"pictures/x.png\"", "image"),
      ("\"image\":\"file:///x\"", "image"),
      ("\"image\":\"..\"", "image"), ("\"image\":\"/a\\nb\"", "image"), ("\"sound\":\"/x.oga\"", "sound"),
      ("\"sound\":\"a/b\"", "sound"), ("\"sound\":\"\"", "sound"), ("\"sound\":\"..\"", "sound"),
      ("\"progress\":101", "progress"), ("\"progress\":-2", "progress"), ("\"progress\":0.5", "progress"),
      ("\"progress\":1e300", "progress"), ("\"target\":\"{}\"", "target"), ("\"target\":[]", "target"),
      ("\"trigger\":{}", "trigger"), ("\"trigger\":{\"repeats\":true}", "trigger"),
      ("\"trigger\":{\"at\":\"2026-01-01T00:00:00Z\",\"after\":5}", "trigger"),
      ("\"trigger\":{\"after\":5,\"calendar\":{\"hour\":1}}", "trigger"),
      ("\"trigger\":{\"at\":\"soon\"}", "trigger.at"),
      ("\"trigger\":{\"at\":\"2026-01-01T00:00:00Z\",\"repeats\":true}", "trigger.repeats"),
      ("\"trigger\":{\"after\":-1}", "trigger.after"), ("\"trigger\":{\"after\":0}", "trigger.after"),
      ("\"trigger\":{\"after\":31622401}", "trigger.after"),
      ("\"trigger\":{\"after\":59,\"repeats\":true}", "trigger.repeats"),
      ("\"trigger\":{\"calendar\":{}}", "trigger.calendar"),
      ("\"trigger\":{\"calendar\":{\"timeZone\":\"UTC\"}}", "trigger.calendar"),
      ("\"trigger\":{\"calendar\":{\"minute\":60}}", "trigger.calendar.minute"),
      ("\"trigger\":{\"calendar\":{\"hour\":24}}", "trigger.calendar.hour"),
      ("\"trigger\":{\"calendar\":{\"day\":0}}", "trigger.calendar.day"),
      ("\"trigger\":{\"calendar\":{\"day\":32}}", "trigger.calendar.day"),
      ("\"trigger\":{\"calendar\":{\"day\":30,\"month\":2}}", "trigger.calendar.day"),
      ("\"trigger\":{\"calendar\":{\"day\":31,\"month\":4}}", "trigger.calendar.day"),
      ("\"trigger\":{\"calendar\":{\"month\":13}}", "trigger.calendar.month"),
      ("\"trigger\":{\"calendar\":{\"weekday\":0}}", "trigger.calendar.weekday"),
      ("\"trigger\":{\"calendar\":{\"weekday\":8}}", "trigger.calendar.weekday"),
      (
        "\"trigger\":{\"calendar\":{\"hour\":1,\"timeZone\":\"../../etc/passwd\"}}",
        "trigger.calendar.timeZone"
      ),
      (
        "\"trigger\":{\"calendar\":{\"hour\":1,\"timeZone\":\"/etc/localtime\"}}", "trigger.calendar.timeZone"
      ),
      ("\"trigger\":{\"calendar\":{\"hour\":1,\"timeZone\":\"\"}}", "trigger.calendar.timeZone"),
      ("\"expiresAfter\":0", "expiresAfter"), ("\"expiresAfter\":31622401", "expiresAfter"),
      ("\"silently\":\"yes\"", "silently"), ("\"private\":0", "private"),
      ("\"language\":\"de_DE\"", "language"),
      ("\"language\":\"\"", "language"), ("\"colour\":\"red\"", "colour"),
    ])
  func refuses(fields: String, path: String) {
    let fault = #expect(throws: FieldFault.self) { try read(fields) }
    guard case .invalid(let found, let reason) = fault else {
      Issue.record("of another kind")
      return
    }
    #expect(found == "notification.\(path)")
    #expect(!reason.isEmpty)
  }

  @Test(
    "no field sets a value of the person's, the desktop's or the daemon's",
    arguments: [
      "\"vibration\":[0,200]", "\"volume\":1", "\"soundFile\":\"/x.oga\"", "\"badge\":3", "\"appIcon\":\"x\"",
      "\"appName\":\"Mail\"", "\"color\":\"#ff0000\"", "\"font\":\"Sans\"", "\"x\":10", "\"y\":10",
      "\"timeout\":5000", "\"resident\":true", "\"hints\":{}", "\"markup\":true",
    ])
  func fieldless(fields: String) {
    let name = fields.split(separator: "\"").first.map(String.init) ?? ""
    let fault = #expect(throws: FieldFault.self) { try read(fields) }
    guard case .invalid("notification.\(name)", _) = fault else {
      Issue.record("of another kind")
      return
    }
  }

  @Test(
    "each name is as long as its limit, in bytes, and no longer",
    arguments: [
      ("body", 4_096), ("identifier", 255), ("thread", 255), ("app", 255), ("category", 255), ("sound", 255),
      ("image", 255), ("language", 35),
    ])
  func textLimits(field: String, limit: Int) throws {
    #expect(throws: Never.self) { try read("\"\(field)\":\(quoted(limit))") }
    #expect(throws: FieldFault.tooLarge(field: "notification.\(field)", limit: limit, given: limit + 1)) {
      try read("\"\(field)\":\(quoted(limit + 1))")
    }
  }

  /// Each text that is read, around the text itself; its path; and its limits.
  private static let readTexts: [(before: String, after: String, path: String, characters: Int, bytes: Int)] =
    [
      ("\"title\":", "", "title", 256, 2_048), ("\"subtitle\":", "", "subtitle", 256, 2_048),
      ("\"hiddenPreviewBody\":", "", "hiddenPreviewBody", 256, 2_048),
      ("\"sender\":{\"name\":", "}", "sender.name", 256, 2_048),
      ("\"sender\":{\"name\":\"x\",\"group\":", "}", "sender.group", 256, 2_048),
      ("\"actions\":[{\"id\":\"a\",\"title\":", "}]", "actions[0].title", 64, 512),
      (
        "\"actions\":[{\"id\":\"a\",\"title\":\"x\",\"input\":{\"button\":", "}}]", "actions[0].input.button",
        64,
        512
      ),
      (
        "\"actions\":[{\"id\":\"a\",\"title\":\"x\",\"input\":{\"placeholder\":", "}}]",
        "actions[0].input.placeholder", 256, 2_048
      ),
    ]

  @Test(
    "texts for people are counted in characters, in every script alike", arguments: readTexts,
    ["a", "é", "நி", "한", "👩‍👩‍👧‍👦"])
  func characters(
    field: (before: String, after: String, path: String, characters: Int, bytes: Int), character: String
  ) throws {
    func request(_ count: Int) -> String { field.before + quoted(count, of: character) + field.after }
    func fault(_ limit: Int, _ given: Int, _ unit: SizeUnit) -> FieldFault {
      .tooLarge(field: "notification.\(field.path)", limit: limit, given: given, unit: unit)
    }
    #expect(throws: fault(field.characters, field.characters + 1, .characters)) {
      try read(request(field.characters + 1))
    }
    let size = field.characters * character.utf8.count
    if size <= field.bytes {
      #expect(throws: Never.self) { try read(request(field.characters)) }
    } else {
      // Family emoji are 25 bytes each, so that the bytes run out first.
      #expect(throws: fault(field.bytes, size, .bytes)) { try read(request(field.characters)) }
    }
  }

  @Test("a single character of many marks is bounded, too")
  func marks() {
    let oneCharacter = "\"a" + String(repeating: "\u{301}", count: 1_024) + "\""
    #expect(
      throws: FieldFault.tooLarge(field: "notification.title", limit: 2_048, given: 2_049, unit: .bytes)
    ) {
      try read("\"title\":\(oneCharacter)")
    }
  }

  @Test(
    "\"Print Test Page\" fits on a button in every language that it was translated to",
    arguments: [
      "Включить автоматические обновления", "Ενεργοποίηση αυτόματων ενημερώσεων", "სატესტო გვერდის დაბეჭდვა",
      "পরীক্ষামূলক পৃষ্ঠা মুদ্রণ করুন", "పరీక్షా పుటను ముద్రించుము", "ಪರೀಕ್ಷಾ ಪುಟವನ್ನು ಮುದ್ರಿಸು", "പരീക്ഷണ താള്‍ അച്ചടിയ്ക്കുക",
    ])
  func translations(label: String) {
    #expect(throws: Never.self) { try read("\"actions\":[{\"id\":\"a\",\"title\":\"\(label)\"}]") }
  }

  @Test(
    "a misspelt field is told as one, and not as a missing one or as a fault of the whole",
    arguments: [
      ("\"ap\":\"org.example.App\",\"app\":null", "ap"), ("\"titel\":\"t\",\"title\":null", "titel"),
      ("\"actions\":[{\"id\":\"a\",\"titel\":\"b\"}]", "actions[0].titel"),
      ("\"actions\":[{\"id\":\"a\",\"title\":\"b\"},{\"Id\":\"c\"}]", "actions[1].Id"),
      (
        "\"actions\":[{\"id\":\"a\",\"title\":\"b\",\"input\":{\"button\":1,\"hint\":\"c\"}}]",
        "actions[0].input.hint"
      ),
      ("\"trigger\":{\"aftr\":5}", "trigger.aftr"),
      ("\"trigger\":{\"calendar\":{\"hours\":9}}", "trigger.calendar.hours"),
      ("\"sender\":{\"nam\":\"Ada\"}", "sender.nam"), ("\"sender\":{},\"colour\":1", "colour"),
    ])
  func misspelt(fields: String, path: String) {
    #expect(throws: FieldFault.invalid(path: "notification.\(path)", reason: "is unknown")) {
      try read(fields)
    }
  }

  @Test("the path of an image is as long as Linux allows")
  func imagePath() {
    #expect(throws: Never.self) { try read("\"image\":\"/\(String(repeating: "d/", count: 2_047))\"") }
    #expect(throws: FieldFault.tooLarge(field: "notification.image", limit: 4_096, given: 4_097)) {
      try read("\"image\":\"/\(String(repeating: "d/", count: 2_048))\"")
    }
  }

  @Test(
    "a body has forty lines at most, however they end; a CRLF ends one",
    arguments: ["\\n", "\\r\\n", "\\r", "\\u0085", "\\u2028", "\\u2029"])
  func bodyLines(end: String) throws {
    func body(_ lines: Int) -> String {
      "\"body\":\"" + Array(repeating: "x", count: lines).joined(separator: end) + "\""
    }
    #expect(throws: Never.self) { try read(body(40)) }
    #expect(throws: FieldFault.invalid(path: "notification.body", reason: "must have at most 40 lines")) {
      try read(body(41))
    }
  }

  @Test("A reply may hold more than a call: calls of the desktop's own interface have wider limits")
  func reply() throws {
    // In a label an emoji loses its joiners, and becomes several characters.
    var long = NotificationRequest(
      app: .literal("org.example.App"), title: String(repeating: "t", count: 5_000),
      body: String(repeating: "line\n", count: 1_000))
    long.sender = Sender(name: String(repeating: "👩👩👧👦", count: 81))
    long.actions = (0..<80).map { Action(id: .literal("a\($0)"), title: String(repeating: "👩👧", count: 60)) }
    long.image = String(repeating: "i", count: 300)
    long.target = OpaqueObject(json: #"{"a":"\#(String(repeating: "x", count: 5_000))"}"#)
    #expect(try NotificationRequest(reply: long.json, path: "notification") == long)
    #expect(throws: FieldFault.self) { try NotificationRequest(json: long.json, path: "notification") }
  }

  @Test("a target is kept as it came, but for blanks, up to 4,096 bytes")
  func target() throws {
    let request = try read(#""target":{ "b" : [ 1, 2.50, "é\n" ], "a" : { } }"#)
    #expect(request.target?.json == #"{"b":[1,2.5,"é\n"],"a":{}}"#)
    #expect(request.json["target"] == request.target.flatMap { try? JSON(parsing: Array($0.json.utf8)) })
    func target(_ bytes: Int) -> String { "\"target\":{\"a\": \(quoted(bytes - 8))}" }
    #expect(try read(target(4_096)).target?.json.utf8.count == 4_096)
    #expect(throws: FieldFault.tooLarge(field: "notification.target", limit: 4_096, given: 4_097)) {
      try read(target(4_097))
    }
  }

  @Test(
    "what is at the edge of its range is accepted",
    arguments: [
      "\"relevance\":0", "\"relevance\":1", "\"progress\":0", "\"progress\":100.0", "\"progress\":-1",
      "\"trigger\":{\"after\":1}",
      "\"trigger\":{\"after\":31622400}", "\"trigger\":{\"after\":60,\"repeats\":true}",
      "\"trigger\":{\"after\":1,\"repeats\":false,\"at\":null}", "\"expiresAfter\":1",
      "\"expiresAfter\":31622400",
      "\"trigger\":{\"calendar\":{\"day\":29,\"month\":2}}",
      "\"trigger\":{\"calendar\":{\"minute\":0,\"hour\":0,\"weekday\":7},\"repeats\":true}",
      "\"trigger\":{\"calendar\":{\"minute\":5,\"timeZone\":\"Etc/GMT+5\"}}", "\"actions\":[]",
      "\"actions\":[" + manyActions.dropLast().joined(separator: ",") + "]", "\"title\":null,\"body\":\"b\"",
      "\"title\":null,\"sender\":{\"name\":\"Ada\"}", "\"target\":{}", "\"sound\":\"default\"",
      "\"relevantDate\":\"2026-03-29T02:30:00.5+02:00\"", "\"language\":\"zh-Hant-TW\"",
    ])
  func accepts(fields: String) {
    #expect(throws: Never.self) { try read(fields) }
  }

  @Test("null is the same as absent, for every field that may be absent")
  func nullIsAbsent() throws {
    let names = [
      "identifier", "thread", "category", "kind", "subtitle", "body", "sender", "level", "relevance",
      "relevantDate", "actions", "hiddenPreviewBody", "image", "sound", "progress", "target", "trigger",
      "expiresAfter", "silently", "private", "language", "expiresAt", "occurred", "url",
    ]
    #expect(try read(names.map { "\"\($0)\":null" }.joined(separator: ",")) == read(""))
    #expect(try read("\"actions\":[]").actions == [])
    #expect(try read("").actions == nil)
  }

  @Test("The zero of Go's times is none")
  func zeroIsNone() throws {
    let names = ["relevantDate", "expiresAt", "occurred"]
    #expect(try read(names.map { "\"\($0)\":\"0001-01-01T00:00:00Z\"" }.joined(separator: ",")) == read(""))
  }

  @Test("no fault repeats what a field held")
  func keepsContentPrivate() {
    for field in [
      "app", "kind", "level", "relevantDate", "image", "sound", "language", "identifier", "trigger",
      "expiresAt", "occurred", "url",
    ] {
      let fault = #expect(throws: FieldFault.self) { try read("\"\(field)\":\"canary/\\n canary\"") }
      #expect(fault.map { "\($0) \($0.callError)" }?.contains("canary") == false)
    }
  }

  @Test("faults become the errors that the interfaces declare")
  func callErrors() {
    #expect(
      FieldFault.invalid(path: "a.b", reason: "r").callError
        == CallError(
          name: "org.varlink.service.InvalidParameter",
          parameters: .object([.init("parameter", .string("a.b")), .init("reason", .string("r"))])))
    #expect(
      FieldFault.tooLarge(field: "a", limit: 1, given: 2).callError
        == NotificationsError.tooLarge(field: "a", limit: 1, given: 2).callError)
  }

  @Test("lists of names and numbers are read by element")
  func lists() throws {
    var fields = try ShapeReader(
      JSON(
        parsing: Array(
          #"{"ids":[1,2],"names":["a"],"bad":["a",""],"worse":[1.5],"states":["held","x"]}"#.utf8)))
    #expect(try fields.notificationIDs() == [NotificationID(1), NotificationID(2)])
    #expect(try fields.opaqueNames("names")?.map(\.text) == ["a"])
    #expect(try fields.opaqueNames("absent") == nil)
    func path(_ body: () throws(FieldFault) -> Void) -> String? {
      do throws(FieldFault) { try body() } catch {
        if case .invalid(let path, _) = error { return path }
      }
      return nil
    }
    #expect(path { () throws(FieldFault) in _ = try fields.opaqueNames("bad") } == "bad[1]")
    #expect(path { () throws(FieldFault) in _ = try fields.notificationIDs("worse") } == "worse[0]")
    #expect(path { () throws(FieldFault) in _ = try fields.words("states", State.self) } == "states[1]")
    try fields.finish()
  }
}
