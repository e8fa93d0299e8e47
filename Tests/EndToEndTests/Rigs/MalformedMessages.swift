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

  /// A few of each kind, at the borders between the parts that refuse them; the parts' own tests have the others
  /// (`JSONTests`, `MessageTests`, `RequestShapeTests`).
  static let all = [
    MalformedMessage("nothing", "", .closed),
    MalformedMessage("an array", "[]", .closed),
    MalformedMessage("half an object", #"{"method":"#, .closed),
    MalformedMessage("bytes behind the object", post(#""title":"x""#) + " {}", .closed),
    MalformedMessage("a field twice", post(#""title":"x","title":"x""#), .closed),
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
    invalid("no notification", #"{"method":"io.bellhop.Notifications.Post"}"#, "notification"),
    invalid("an unknown parameter", call(#"{"notification":{"app":"a","title":"x"},"loud":true}"#), "loud"),
    invalid("an unknown field", post(#""title":"x","colour":"red""#), "notification.colour"),
    invalid(
      "an action without a title", post(#""title":"x","actions":[{"id":"a","title":"A"},{"id":"b"}]"#),
      "notification.actions[1].title"),
    tooLarge("a long title", post(#""title":"\#(text(257))""#), "notification.title"),
    MalformedMessage("2^63", post(#""title":"x","expiresAfter":9223372036854775808"#), .closed),
    MalformedMessage("a whole number with a point", post(#""title":"x","progress":1.0"#), .served),
    invalid("half", post(#""title":"x","progress":0.5"#), "notification.progress"),
    MalformedMessage("U+0000", post(#""title":"a\u0000b""#), .closed),
    MalformedMessage("an overlong byte", raw([0xC0, 0xAF]), .closed),
    // The message is one deep, its parameters two, the notification three, the target four.
    MalformedMessage("16 deep", nested(16), .served),
    MalformedMessage("17 deep", nested(17), .closed),
    MalformedMessage("100,000 deep", String(repeating: "[", count: 100_000), tooLong),
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
