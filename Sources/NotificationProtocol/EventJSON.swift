package import NotificationModel
package import Varlink

extension Event: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      sequence: try fields.required("sequence", try fields.sequence("sequence")),
      time: try fields.required("time", try fields.time("time")),
      kind: try fields.required("kind", try fields.word("kind")), id: try fields.notificationID(),
      identifier: try fields.opaqueName("identifier"), action: try fields.item("action"),
      text: try fields.text("text", limit: Limits.replyBytes),
      target: try fields.opaqueObject("target", limit: Limits.targetBytes),
      activationToken: try fields.text("activationToken", limit: .max), unread: try fields.int("unread"),
      authorization: try fields.word("authorization"), earlier: try fields.bool("earlier") ?? false)
  }

  package var json: JSON {
    JSON(fields: [
      "sequence": sequence.json, "time": time.json, "kind": kind.json, "id": id?.json,
      "identifier": identifier?.json, "action": action?.json, "text": text?.json, "target": target?.object,
      "activationToken": activationToken?.json, "unread": unread?.json, "authorization": authorization?.json,
      "earlier": earlier ? true.json : nil,
    ])
  }

  /// Whether it is of a kind of this version; a later one may know of others.
  package static func isKnown(_ event: JSON) -> Bool {
    guard case .string(let kind)? = event["kind"] else { return true }
    return EventKind(rawValue: kind) != nil
  }
}
