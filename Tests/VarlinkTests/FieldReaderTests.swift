import Testing
import Varlink

private func reader(_ text: String, path: String = "") throws -> FieldReader {
  try FieldReader(JSON(parsing: Array(text.utf8)), at: FieldPlace(path))
}

@Suite struct FieldReaderTests {
  @Test("fields of every type are read; null counts as absent")
  func readsFields() throws {
    var fields = try reader(#"{"s":"é","b":true,"i":-7,"d":0.5,"o":{"x":1},"a":[1],"n":null}"#)
    #expect(try fields.requiredString("s") == "é")
    #expect(try fields.bool("b") == true)
    #expect(try fields.int("i") == -7)
    #expect(try fields.double("d") == 0.5)
    #expect(try fields.object("o")?["x"] == .int(1))
    #expect(try fields.array("a") == [.int(1)])
    #expect(try fields.string("n") == nil)
    #expect(try fields.int("absent") == nil)
    try fields.finish()
  }

  @Test(
    "integers may be written as doubles while those are exact",
    arguments: [
      ("1.0", 1), ("1e3", 1_000), ("-0.0", 0), ("9007199254740992.0", 9_007_199_254_740_992), ("1.5", nil),
      ("9007199254740994.0", nil), ("1e19", nil), ("-1e300", nil), ("\"1\"", nil), ("true", nil), ("[]", nil),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) throws {
    var fields = try reader("{\"n\":\(text)}")
    if let expected {
      #expect(try fields.int("n") == expected)
    } else {
      #expect(throws: InvalidField(path: "n", reason: "must be an integer")) { try fields.int("n") }
    }
  }

  @Test("a double may be written as an integer")
  func doubles() throws {
    var fields = try reader(#"{"n":3,"s":"3"}"#)
    #expect(try fields.double("n") == 3)
    #expect(throws: InvalidField.self) { try fields.double("s") }
  }

  @Test("a fault names the path and never the value")
  func namesThePath() throws {
    var fields = try reader(#"{"title":7,"canary":"canary"}"#, path: "notification.actions[1]")
    #expect(fields.path(of: "a") == "notification.actions[1].a")
    #expect(FieldPlace(fields.path(of: "a"), 2).path == "notification.actions[1].a[2]")
    #expect(throws: InvalidField(path: "notification.actions[1].title", reason: "must be a string")) {
      try fields.string("title")
    }
    #expect(throws: InvalidField(path: "notification.actions[1].id", reason: "is missing")) {
      try fields.requiredString("id")
    }
    #expect(throws: InvalidField(path: "notification.actions[1].canary", reason: "is unknown")) {
      try fields.finish()
    }
    #expect(throws: InvalidField(path: "x", reason: "must be an object")) { try reader("[]", path: "x") }
  }

  @Test("an unknown field that could be no field's name is not repeated")
  func keepsOddNamesPrivate() throws {
    for name in ["", "two words", "geheim\\u00e4", String(repeating: "x", count: 65)] {
      let fields = try reader("{\"\(name)\":1}", path: "p")
      #expect(throws: InvalidField(path: "p", reason: "has an unknown field")) { try fields.finish() }
    }
  }
}
