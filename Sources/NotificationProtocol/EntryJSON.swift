package import NotificationModel
package import Varlink

extension Entry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.notificationID()),
      app: try fields.required("app", try fields.app()), appName: try fields.requiredText("appName"),
      thread: try fields.opaqueName("thread"), title: try fields.requiredText("title"),
      subtitle: try fields.text("subtitle", limit: .max), body: try fields.text("body", limit: .max),
      level: try fields.required("level", try fields.word("level")),
      state: try fields.required("state", try fields.word("state")),
      outcome: try fields.required("outcome", try fields.word("outcome")),
      repeats: try fields.requiredInt("repeats"),
      posted: try fields.required("posted", try fields.time("posted")), came: try fields.time("came"),
      occurred: try fields.time("occurred"), until: try fields.time("until"),
      unread: try fields.requiredBool("unread"),
      actions: try fields.required("actions", try fields.values("actions")),
      url: try fields.link("url"))
    isNameClaimed = try fields.bool("claimed") ?? false
    missed = try fields.word("missed")
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "app": app.json, "appName": appName.json, "thread": thread?.json, "title": title.json,
      "subtitle": subtitle?.json, "body": body?.json, "level": level.json, "state": state.json,
      "outcome": outcome.json, "repeats": repeats.json, "posted": posted.json, "came": came.json,
      "occurred": occurred?.json, "until": until?.json,
      "unread": unread.json, "actions": actions.json, "url": url?.text.json,
      "claimed": isNameClaimed.jsonIfTrue, "missed": missed?.json,
    ])
  }
}

extension Entry.Button: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.item("id")), title: try fields.requiredText("title"),
      destructive: try fields.requiredBool("destructive"), takesText: try fields.bool("text") ?? false)
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "title": title.json, "destructive": destructive.json, "text": takesText.jsonIfTrue,
    ])
  }
}
