package import NotificationModel
package import Varlink

extension Action: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    let id = try fields.required("id", try fields.item("id"))
    guard id != .defaultAction else {
      throw fields.invalid("id", "'default' is the press on the notification itself")
    }
    guard !id.isReserved else {
      throw fields.invalid("id", "what begins with 'io.bellhop.' is the daemon's own")
    }
    self.init(
      id: id, title: try fields.label("title", within: Limits.label),
      icon: try fields.iconName("icon"),
      destructive: try fields.bool("destructive") ?? false,
      authenticationRequired: try fields.bool("authenticationRequired") ?? false,
      foreground: try fields.bool("foreground") ?? false, input: try fields.value("input"))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "title": title.json, "icon": icon?.json, "destructive": destructive.jsonIfTrue,
      "authenticationRequired": authenticationRequired.jsonIfTrue, "foreground": foreground.jsonIfTrue,
      "input": input?.json,
    ])
  }
}

extension TextInput: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      placeholder: try fields.text("placeholder", within: Limits.line),
      button: try fields.text("button", within: Limits.label))
  }

  package var json: JSON {
    JSON(fields: ["placeholder": placeholder?.json, "button": button?.json])
  }
}

extension ShapeReader {
  /// More than a guideline allows, so that it can say how many were given; this many serve nobody.
  static let mostActions = 64

  /// Actions, whose ids must differ.
  mutating func actions(_ name: String) throws(FieldFault) -> [Action]? {
    guard let actions: [Action] = try values(name, limit: Self.mostActions) else { return nil }
    for index in actions.indices where actions[..<index].contains(where: { $0.id == actions[index].id }) {
      throw .invalid(path: "\(path(of: name))[\(index)].id", reason: "is the id of an earlier action")
    }
    return actions
  }
}
