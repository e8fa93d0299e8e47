package import NotificationModel
package import Varlink

/// One reply of `Watch`: what has changed in the list since the one before, and how things stand.
package struct WatchReply: Hashable, Sendable {
  package var unread: Int
  package var doNotDisturb: Bool
  package var doNotDisturbUntil: Timestamp?
  package var changed: [Entry]
  package var gone: [NotificationID]
  /// Those that are held or wait for consent.
  package var held: Int?
  /// Whether the screen counts as locked, so that no more is told than may be seen there.
  package var locked: Bool?

  package init(
    unread: Int, doNotDisturb: Bool, doNotDisturbUntil: Timestamp? = nil, held: Int? = nil,
    locked: Bool? = nil, changed: [Entry] = [],
    gone: [NotificationID] = []
  ) {
    self.unread = unread
    self.doNotDisturb = doNotDisturb
    self.doNotDisturbUntil = doNotDisturbUntil
    self.held = held
    self.locked = locked
    self.changed = changed
    self.gone = gone
  }
}

extension WatchReply: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      unread: try fields.requiredInt("unread"), doNotDisturb: try fields.requiredBool("doNotDisturb"),
      doNotDisturbUntil: try fields.time("doNotDisturbUntil"), held: try fields.int("held"),
      locked: try fields.bool("locked"),
      changed: try fields.required("changed", try fields.values("changed")),
      gone: try fields.required("gone", try fields.notificationIDs("gone")))
  }

  package var json: JSON {
    JSON(fields: [
      "unread": unread.json, "doNotDisturb": doNotDisturb.json, "changed": changed.json,
      "gone": .array(gone.map(\.json)), "held": held?.json, "locked": locked?.json,
      "doNotDisturbUntil": doNotDisturbUntil?.json,
    ])
  }
}
