public import NotificationModel
public import Varlink

/// One reply of `Watch`: what has changed in the list since the one before, and how things stand.
public struct WatchReply: Hashable, Sendable {
  public var unread: Int
  public var doNotDisturb: Bool
  public var changed: [Entry]
  public var gone: [NotificationID]

  public init(unread: Int, doNotDisturb: Bool, changed: [Entry] = [], gone: [NotificationID] = []) {
    self.unread = unread
    self.doNotDisturb = doNotDisturb
    self.changed = changed
    self.gone = gone
  }
}

extension WatchReply: JSONRepresentable {
  public init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      unread: try fields.requiredInt("unread"), doNotDisturb: try fields.requiredBool("doNotDisturb"),
      changed: try fields.required("changed", try fields.values("changed")),
      gone: try fields.required("gone", try fields.notificationIDs("gone")))
  }

  public var json: JSON {
    JSON(fields: [
      "unread": unread.json, "doNotDisturb": doNotDisturb.json, "changed": changed.json,
      "gone": .array(gone.map(\.json)),
    ])
  }
}
