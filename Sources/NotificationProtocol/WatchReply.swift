package import NotificationModel
package import Varlink

/// One reply of `Watch`: what has changed in the list since the one before, and how things stand.
package struct WatchReply: Hashable, Sendable {
  package var unread: Int
  package var doNotDisturb: Bool
  package var changed: [Entry]
  package var gone: [NotificationID]

  package init(unread: Int, doNotDisturb: Bool, changed: [Entry] = [], gone: [NotificationID] = []) {
    self.unread = unread
    self.doNotDisturb = doNotDisturb
    self.changed = changed
    self.gone = gone
  }
}

extension WatchReply: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      unread: try fields.requiredInt("unread"), doNotDisturb: try fields.requiredBool("doNotDisturb"),
      changed: try fields.required("changed", try fields.values("changed")),
      gone: try fields.required("gone", try fields.notificationIDs("gone")))
  }

  package var json: JSON {
    JSON(fields: [
      "unread": unread.json, "doNotDisturb": doNotDisturb.json, "changed": changed.json,
      "gone": .array(gone.map(\.json)),
    ])
  }
}
