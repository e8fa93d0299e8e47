import NotificationModel
import Varlink

/// A notification in JSON, by a plain reading of what its fields mean: without nulls and flags that are off, times as
/// milliseconds, numbers as one kind of number, and texts without the characters that nobody may be shown.
struct PlainRequest: Equatable, CustomStringConvertible {
  private enum Place { case line, block, label }

  private static let flags: Set = [
    "silently", "private", "transient", "repeats", "destructive", "authenticationRequired", "foreground",
  ]
  private static let times: Set = ["relevantDate", "expiresAt", "occurred", "at"]
  private static let zeroTime = "0001-01-01T00:00:00Z"

  private let fields: JSON

  /// As an app gives it.
  init(_ given: JSON) { fields = Self.read(given, "", in: "") { Self.cleaned($0, $1) } }
  /// As it is stored: texts are taken as they are.
  init(stored: JSON) { fields = Self.read(stored, "", in: "") { text, _ in text } }

  var description: String { fields.text }

  private static func read(
    _ value: JSON, _ name: String, in parent: String, _ clean: (String, Place) -> String
  ) -> JSON {
    switch value {
    case .null, .bool: value
    case .int(let number): .double(Double(number))
    case .double: value
    // No file is there to be copied.
    case .string(let text) where ["image", "avatar"].contains(name) && text.hasPrefix("/"): .null
    case .string(let text) where times.contains(name):
      .int(Timestamp(rfc3339: text)?.milliseconds ?? -1)
    case .string(let text): .string(place(of: name, in: parent).map { clean(text, $0) } ?? text)
    case .array(let elements): .array(elements.map { read($0, name, in: parent, clean) })
    // What an app means by it is its own.
    case .object where name == "target": value
    case .object(let fields):
      .object(
        fields.compactMap { field in
          let read = read(field.value, field.name, in: name, clean)
          return isGiven(field, read, in: name) ? JSON.Field(field.name, read) : nil
        }.sorted { $0.name < $1.name })
    }
  }

  private static func isGiven(_ field: JSON.Field, _ read: JSON, in parent: String) -> Bool {
    switch read {
    case .null: false
    case .bool(false): !flags.contains(field.name)
    case .string(""): parent == "input" || (parent == "actions" && field.name == "title")
    // A sender without a name is none.
    case .object where field.name == "sender": read["name"] != nil
    default: parent != "" || !times.contains(field.name) || field.value != .string(zeroTime)
    }
  }

  private static func place(of name: String, in parent: String) -> Place? {
    switch (parent, name) {
    case ("", "title"), ("", "subtitle"), ("", "hiddenPreviewBody"): .line
    case ("", "body"): .block
    case ("sender", "name"), ("sender", "group"), ("actions", "title"): .label
    case ("input", "placeholder"), ("input", "button"): .label
    default: nil
    }
  }

  private static func cleaned(_ text: String, _ place: Place) -> String {
    var scalars = Array(text.unicodeScalars)
    // A carriage return and a line feed end one line.
    for index in scalars.indices.dropFirst().reversed() where scalars[index] == "\n" {
      if scalars[index - 1] == "\r" { scalars.remove(at: index) }
    }
    let lineEnds: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
    scalars = scalars.map { lineEnds.contains($0) ? "\n" : $0 }.filter { isShown($0, in: place) }
    if place != .block { scalars = scalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 } }
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Controls, overrides of the writing direction, tags, notes between lines, byte order marks and noncharacters are
  /// never shown, and in labels nothing that cannot be seen, but for the styles of emoji.
  private static func isShown(_ scalar: Unicode.Scalar, in place: Place) -> Bool {
    switch scalar {
    case "\n", "\t": true
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFF9}"..."\u{FFFB}", "\u{FEFF}": false
    case "\u{E0000}"..."\u{E007F}": false
    case "\u{FE00}"..."\u{FE0F}": true
    default:
      scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
        && (place != .label || !scalar.properties.isDefaultIgnorableCodePoint)
    }
  }
}
