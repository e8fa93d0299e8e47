import BellhopClient

/// A malformed message, and the daemon's answer.
struct MalformedMessage: Sendable {
  enum Answer: Sendable, Equatable {
    /// An error's name without its interface, and the field that its parameter names.
    case error(String, String?)
    /// It was well-formed after all.
    case served
    case closed
  }

  let name: String
  /// Without its NUL.
  let bytes: [UInt8]
  let answer: Answer

  private init(_ name: String, _ text: String, _ answer: Answer) {
    self.init(name, Array(text.utf8), answer)
  }

  private init(_ name: String, _ bytes: [UInt8], _ answer: Answer) {
    self.name = name
    self.bytes = bytes
    self.answer = answer
  }

  static let all = messages + values + numbers + strings + depths + sizes

  /// Neither calls nor JSON.
  private static let messages = [
    MalformedMessage("nothing", "", .closed),
    MalformedMessage("blanks", "  ", .closed),
    MalformedMessage("a word", "null", .closed),
    MalformedMessage("an array", "[]", .closed),
    MalformedMessage("no method", "{}", .closed),
    MalformedMessage("a method that is no string", #"{"method":1}"#, .closed),
    MalformedMessage("half an object", #"{"method":"#, .closed),
    MalformedMessage("parameters that are no object", #"{"method":"a.b.C","parameters":[]}"#, .closed),
    MalformedMessage("a flag that is none", #"{"method":"a.b.C","more":1}"#, .closed),
    MalformedMessage("oneway and more", #"{"method":"a.b.C","more":true,"oneway":true}"#, .closed),
    MalformedMessage("upgrade", #"{"method":"a.b.C","upgrade":true}"#, .closed),
    MalformedMessage("bytes behind the object", post(#""title":"x""#) + " {}", .closed),
    MalformedMessage("a comma too many", post(#""title":"x","#), .closed),
    MalformedMessage("a comment", "/**/" + post(#""title":"x""#), .closed),
    MalformedMessage("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(post(#""title":"x""#).utf8), .closed),
    MalformedMessage(
      "UTF-16", #"{"method":"a.b.C"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, .closed),
    MalformedMessage("a field twice", post(#""title":"x","title":"x""#), .closed),
    MalformedMessage("a field twice, once escaped", post(#""title":"x","t\u0069tle":"x""#), .closed),
    MalformedMessage("a method of no interface", #"{"method":"Post"}"#, .error("MethodNotFound", "Post")),
    MalformedMessage(
      "an unknown interface", #"{"method":"io.example.Post"}"#, .error("InterfaceNotFound", "io.example")),
    MalformedMessage(
      "an unknown method", #"{"method":"io.bellhop.Notifications.Past"}"#,
      .error("MethodNotFound", "io.bellhop.Notifications.Past")),
    MalformedMessage(
      "the person's interface on the socket for apps", #"{"method":"io.bellhop.Control.GetStatus"}"#,
      .error("InterfaceNotFound", "io.bellhop.Control")),
    MalformedMessage(
      "more left out", #"{"method":"io.bellhop.Notifications.Subscribe","parameters":{"app":"a"}}"#,
      .error("ExpectedMore", nil)),
    MalformedMessage(
      "an unknown key beside the method", #"{"later":[],"# + post(#""title":"x""#).dropFirst(), .served),
  ]

  /// JSON that differs from the interface's declaration.
  private static let values = [
    invalid("no notification", #"{"method":"io.bellhop.Notifications.Post"}"#, "notification"),
    invalid("a notification that is none", call(#"{"notification":"x"}"#), "notification"),
    invalid("an unknown parameter", call(#"{"notification":{"app":"a","title":"x"},"loud":true}"#), "loud"),
    invalid(
      "a parameter of another type", call(#"{"notification":{"app":"a","title":"x"},"strict":"x"}"#), "strict"
    ),
    invalid("a misspelt parameter", call(#"{"notificatoin":{"app":"a","title":"x"}}"#), "notificatoin"),
    invalid(
      "a misspelt app", #"{"method":"io.bellhop.Notifications.GetBadge","parameters":{"ap":"a"}}"#, "ap"),
    invalid("no app", call(#"{"notification":{"title":"x"}}"#), "notification.app"),
    invalid(
      "an app outside of ASCII", call(#"{"notification":{"app":"\u212A","title":"x"}}"#), "notification.app"),
    invalid("an unknown field", post(#""title":"x","colour":"red""#), "notification.colour"),
    invalid("no text at all", post(#""subtitle":"x""#), "notification.title"),
    invalid("a title that is a number", post(#""title":1"#), "notification.title"),
    invalid("an unknown level", post(#""title":"x","level":"loud""#), "notification.level"),
    invalid("actions that are none", post(#""title":"x","actions":{}"#), "notification.actions"),
    invalid(
      "an action without a title", post(#""title":"x","actions":[{"id":"a","title":"A"},{"id":"b"}]"#),
      "notification.actions[1].title"),
    invalid("a target that is no object", post(#""title":"x","target":[1]"#), "notification.target"),
    invalid("an empty trigger", post(#""title":"x","trigger":{}"#), "notification.trigger"),
    invalid("a sound that is a path", post(#""title":"x","sound":"/etc/passwd""#), "notification.sound"),
    invalid("a relative image", post(#""title":"x","image":"../x.png""#), "notification.image"),
    invalid("an empty identifier", post(#""title":"x","identifier":"""#), "notification.identifier"),
    tooLarge("a long title", post(#""title":"\#(text(257))""#), "notification.title"),
    tooLarge("a long body", post(#""body":"\#(text(4_097))""#), "notification.body"),
    tooLarge("a long target", post(#""title":"x","target":{"x":"\#(text(4_090))"}"#), "notification.target"),
  ]

  private static let numbers = [
    MalformedMessage("not a number", post(#""title":"x","progress":NaN"#), .closed),
    MalformedMessage("infinity", post(#""title":"x","relevance":1e400"#), .closed),
    MalformedMessage("a leading zero", post(#""title":"x","progress":01"#), .closed),
    MalformedMessage("2^63", post(#""title":"x","expiresAfter":9223372036854775808"#), .closed),
    MalformedMessage("a whole number with a point", post(#""title":"x","progress":1.0"#), .served),
    MalformedMessage("a whole number with an exponent", post(#""title":"x","expiresAfter":1e3"#), .served),
    invalid("half", post(#""title":"x","progress":0.5"#), "notification.progress"),
    invalid("1e19", post(#""title":"x","expiresAfter":1e19"#), "notification.expiresAfter"),
    invalid(
      "2^63 - 1", post(#""title":"x","expiresAfter":9223372036854775807"#), "notification.expiresAfter"),
    invalid("zero", post(#""title":"x","expiresAfter":0"#), "notification.expiresAfter"),
    invalid("less than nothing", post(#""title":"x","progress":-1"#), "notification.progress"),
    invalid("101 of 100", post(#""title":"x","progress":101"#), "notification.progress"),
    invalid("relevance above one", post(#""title":"x","relevance":1.1"#), "notification.relevance"),
    invalid(
      "a year of five digits", post(#""title":"x","relevantDate":"10000-01-01T00:00:00Z""#),
      "notification.relevantDate"),
    invalid(
      "the 30th of February", post(#""title":"x","relevantDate":"2026-02-30T00:00:00Z""#),
      "notification.relevantDate"),
  ]

  private static let strings = [
    MalformedMessage("U+0000", post(#""title":"a\u0000b""#), .closed),
    MalformedMessage("half a pair", post(#""title":"\ud800""#), .closed),
    MalformedMessage("the other half", post(#""title":"\udc00\ud800""#), .closed),
    MalformedMessage("a bare line break", post("\"title\":\"a\nb\""), .closed),
    MalformedMessage("an unknown escape", post(#""title":"\x41""#), .closed),
    MalformedMessage("a NUL in the middle", post(#""title":"a"#) + "\0" + #"b"}}}"#, .closed),
    MalformedMessage("an overlong byte", raw([0xC0, 0xAF]), .closed),
    MalformedMessage("an encoded surrogate", raw([0xED, 0xA0, 0x80]), .closed),
    MalformedMessage("beyond Unicode", raw([0xF4, 0x90, 0x80, 0x80]), .closed),
    MalformedMessage("half a character", raw([0xE2, 0x82]), .closed),
    MalformedMessage("Latin-1", raw([0xE4]), .closed),
  ]

  /// The message is one deep, its parameters two, the notification three, the target four.
  private static let depths = [
    MalformedMessage("15 deep", nested(15), .served),
    MalformedMessage("16 deep", nested(16), .served),
    MalformedMessage("17 deep", nested(17), .closed),
    MalformedMessage("513 deep", nested(513), .closed),
    MalformedMessage("30,000 deep", nested(30_000), .closed),
    MalformedMessage("100,000 deep", String(repeating: "[", count: 100_000), tooLong),
    MalformedMessage("many objects deep", String(repeating: #"{"a":"#, count: 12_000), .closed),
  ]

  /// Without the NUL.
  private static let sizes = [
    MalformedMessage("65,536 bytes", padded(65_536), .served),
    MalformedMessage("65,537 bytes", padded(65_537), tooLong),
    MalformedMessage("a long stream", [UInt8](repeating: 0x20, count: 200_000), tooLong),
  ]

  /// The connection is closed after it.
  static let tooLong = Answer.error("TooLarge", "message")

  static func post(_ fields: String) -> String {
    call(#"{"notification":{"app":"org.example.Mail",\#(fields)}}"#)
  }

  private static func call(_ parameters: String) -> String {
    #"{"method":"io.bellhop.Notifications.Post","parameters":\#(parameters)}"#
  }

  private static func invalid(_ name: String, _ text: String, _ path: String) -> MalformedMessage {
    MalformedMessage(name, text, .error("InvalidParameter", path))
  }

  private static func tooLarge(_ name: String, _ text: String, _ path: String) -> MalformedMessage {
    MalformedMessage(name, text, .error("TooLarge", path))
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// A title of these bytes.
  private static func raw(_ bytes: [UInt8]) -> [UInt8] {
    let parts = post(#""title":"|""#).utf8.split(separator: UInt8(ascii: "|"))
    return parts[0] + bytes + parts[1]
  }

  private static func nested(_ depth: Int) -> String {
    let arrays = String(repeating: "[", count: depth - 4) + String(repeating: "]", count: depth - 4)
    return post(#""title":"x","target":{"a":\#(arrays)}"#)
  }

  /// A good post of this many bytes, most of them blanks.
  private static func padded(_ count: Int) -> String {
    let message = post(#""title":"x""#)
    return String(repeating: " ", count: count - message.utf8.count) + message
  }
}
