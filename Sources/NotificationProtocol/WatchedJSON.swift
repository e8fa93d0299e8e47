package import NotificationModel
package import Varlink

/// `WatchedApp` of `io.bellhop.Control`.
extension ShadowApp: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"),
      isVouchedFor: try fields.requiredBool("vouched"), posted: try fields.requiredInt("posted"),
      since: try fields.required("since", try fields.time("since")))
    merged = try fields.requiredInt("merged")
    held = try fields.requiredInt("held")
    hidden = try fields.requiredInt("hidden")
    quiet = try fields.int("quiet") ?? 0
    tooFast = try fields.requiredInt("tooFast")
    awaitingConsent = try fields.int("awaitingConsent") ?? 0
    denied = try fields.requiredInt("denied")
  }

  package var json: JSON {
    JSON(fields: [
      "app": app.json, "name": name.json, "vouched": isVouchedFor.json, "posted": posted.json,
      "merged": merged.json, "held": held.json, "hidden": hidden.json, "quiet": quiet.json,
      "tooFast": tooFast.json, "awaitingConsent": awaitingConsent.json, "denied": denied.json,
      "since": since.json,
    ])
  }
}

/// `Watched` of `io.bellhop.Control`.
extension ShadowEntry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: Int64(try fields.requiredInt("id")), app: try fields.required("app", try fields.app()),
      time: try fields.required("time", try fields.time("time")), outcome: try fields.requiredText("outcome"),
      title: try fields.text("title", limit: .max), body: try fields.text("body", limit: .max),
      decisions: try fields.required("decisions", try fields.values("decisions")))
  }

  package var json: JSON {
    JSON(fields: [
      "id": Int(clamping: id).json, "app": app.json, "time": time.json, "outcome": outcome.json,
      "title": title?.json, "body": body?.json, "decisions": decisions.json,
    ])
  }
}
