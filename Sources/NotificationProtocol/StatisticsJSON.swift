package import NotificationModel
package import Varlink

/// `AppStatistics` of `io.bellhop.Control`.
extension AppStatistics: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"))
    posts = try fields.requiredInt("posts")
    coalesced = try fields.requiredInt("coalesced")
    replaced = try fields.int("replaced") ?? 0
    held = try fields.requiredInt("held")
    suppressed = try fields.requiredInt("suppressed")
    pressed = try fields.requiredInt("pressed")
    dismissedUnread = try fields.requiredInt("dismissedUnread")
    isNameClaimed = try fields.bool("claimed") ?? false
  }

  package var json: JSON {
    JSON(fields: [
      "app": app.json, "name": name.json, "posts": posts.json, "coalesced": coalesced.json,
      "replaced": replaced.json, "held": held.json, "suppressed": suppressed.json, "pressed": pressed.json,
      "dismissedUnread": dismissedUnread.json, "claimed": isNameClaimed.jsonIfTrue,
    ])
  }
}

/// What the daemon counted: the answer of `GetStatistics`.
package struct StatisticsReply: Hashable, Sendable {
  package var apps: [AppStatistics]
  package var earliest: Timestamp?
  package var keptDays: Int

  package init(apps: [AppStatistics], earliest: Timestamp?, keptDays: Int) {
    self.apps = apps
    self.earliest = earliest
    self.keptDays = keptDays
  }

  package init(fields: inout ShapeReader) throws(FieldFault) {
    apps = try fields.required("apps", try fields.values("apps"))
    earliest = try fields.time("earliest")
    keptDays = try fields.requiredInt("keptDays")
  }
}
