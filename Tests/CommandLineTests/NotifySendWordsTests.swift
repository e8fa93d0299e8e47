import NotificationModel
import Testing

@testable import bellhop

struct NotifySendWordsTests {
  @Test(
    "Options stand anywhere before --, long ones with = or a blank, short ones in bundles; the last one counts"
  )
  func words() throws {
    let words = try NotifySendWords([
      "Title", "-pu", "low", "--app-name=a=b", "--expire-time", "-5", "-wer", "0x10", "-A", "x",
      "--action=y=Y",
      "-u", "CRITICAL", "-", "--", "-t", "--",
    ])
    #expect(words.operands == ["Title", "-", "-t", "--"])
    #expect(words.urgency == 2 && words.appName == "a=b" && words.expireTime == -5 && words.replaceID == 16)
    #expect(words.printsID && words.waits && words.isTransient)
    #expect(words.actions == ["x", "y=Y"] && words.question == nil)
  }

  @Test(
    "A hint is read as C reads it",
    arguments: [
      ("int:a:12abc", OtherHint.integer(12)), ("INT:a:4294967297", .integer(1)), ("byte:a:zz", .integer(0)),
      ("string:a:b:c", .string("b:c")), ("double:a:1e3x", .number(1_000)), ("boolean:a:TRUE", .flag(true)),
      ("boolean:a:2", .flag(true)), ("boolean:a:yes", .flag(false)), ("variant:a:byte 0x02", .integer(2)),
      ("variant:a:'b c'", .string("b c")), ("variant:a:-1.5", .number(-1.5)), ("variant:a:true", .flag(true)),
      ("variant:a:{'b': 1}", nil),
    ])
  func hint(text: String, value: OtherHint?) throws {
    let hint = try NotifySendHint(text)
    #expect(hint.name == "a" && hint.value == value)
  }

  @Test(
    "A body's escapes are C's",
    arguments: [
      (#"a\nb\tc"#, "a\nb\tc"), (#"\101\60\x"#, "A0x"), (#"\\n\""#, #"\n""#), (#"end\"#, "end"),
      (#"a\0b"#, "a"),
      (#"\355\225\234"#, "한"),
    ])
  func escapes(text: String, body: String) throws {
    #expect(try unescaped(text) == body)
  }

  @Test("A body that is no text once its escapes are read is refused")
  func noText() {
    #expect(throws: NotifySendWords.Fault(message: "Invalid UTF-8 provided for parameter: Body")) {
      try unescaped(#"\377"#)
    }
  }
}
