/// The value of a hint, of whatever type, to be handed on as it came.
package struct HintValue: Hashable, Sendable {
  /// One whole type, as D-Bus names it.
  package let type: String
  /// In GVariant's text format (developer-old.gnome.org/glib/stable/gvariant-text.html).
  package let text: String

  package init(type: String, text: String) {
    self.type = type
    self.text = text
  }

  package static func string(_ text: String) -> HintValue { HintValue(type: "s", text: quoted(text)) }
  package static func flag(_ flag: Bool) -> HintValue { HintValue(type: "b", text: "\(flag)") }
  package static func int32(_ number: Int32) -> HintValue { HintValue(type: "i", text: "\(number)") }

  /// As a string stands in that format.
  package static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
