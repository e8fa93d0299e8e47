public import NotificationModel
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
    isChanged = try fields.bool("changed") ?? false
    sender = try fields.text("sender", limit: .max)
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "app": app.json, "appName": appName.json, "thread": thread?.json, "title": title.json,
      "subtitle": subtitle?.json, "body": body?.json, "level": level.json, "state": state.json,
      "outcome": outcome.json, "repeats": repeats.json, "posted": posted.json, "came": came.json,
      "occurred": occurred?.json, "until": until?.json,
      "unread": unread.json, "actions": actions.json, "url": url?.text.json,
      "claimed": isNameClaimed.jsonIfTrue, "missed": missed?.json, "changed": isChanged.jsonIfTrue,
      "sender": sender?.json,
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

  /// Whether this version knows the event's kind; a later daemon may have more kinds.
  package static func isKnown(_ event: JSON) -> Bool {
    guard case .string(let kind)? = event["kind"] else { return true }
    return EventKind(rawValue: kind) != nil
  }
}

/// A stored notification, as its own app sees it.
public struct Record: Hashable, Sendable {
  /// The daemon's number for it.
  public var id: NotificationID
  /// The newest post, as it was judged.
  public var notification: NotificationRequest
  /// Its place in the list now.
  public var state: State
  /// The fate of the newest post that was not folded.
  public var outcome: Outcome
  /// How many later posts were merged into it.
  public var repeats: Int
  /// When it was posted first.
  public var posted: Timestamp
  /// When the notification last came: was posted, posted again, or was due.
  public var came: Timestamp
  /// When a held or scheduled notification is due.
  public var until: Timestamp?
  /// Whether it came by the desktop's own notification interface.
  public var desktop: Bool

  package init(
    id: NotificationID, notification: NotificationRequest, state: State, outcome: Outcome, repeats: Int,
    posted: Timestamp, came: Timestamp? = nil, until: Timestamp?, desktop: Bool = false
  ) {
    self.id = id
    self.notification = notification
    self.state = state
    self.outcome = outcome
    self.repeats = repeats
    self.posted = posted
    self.came = came ?? posted
    self.until = until
    self.desktop = desktop
  }
}

extension Record: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.notificationID()),
      notification: try fields.required("notification", try fields.value("notification")),
      state: try fields.required("state", try fields.word("state")),
      outcome: try fields.required("outcome", try fields.word("outcome")),
      repeats: try fields.requiredInt("repeats"),
      posted: try fields.required("posted", try fields.time("posted")), came: try fields.time("came"),
      until: try fields.time("until"),
      desktop: try fields.bool("desktop") ?? false)
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "notification": notification.json, "state": state.json, "outcome": outcome.json,
      "repeats": repeats.json, "posted": posted.json, "came": came.json, "until": until?.json,
      "desktop": desktop.jsonIfTrue,
    ])
  }
}

/// One reply of `Watch`: the changes of the list since the reply before, and the present state.
package struct WatchReply: Hashable, Sendable {
  package var unread: Int
  package var doNotDisturb: Bool
  package var doNotDisturbUntil: Timestamp?
  package var changed: [Entry]
  package var gone: [NotificationID]
  /// The number of notifications that are held or wait for consent.
  package var held: Int?
  /// Whether the screen counts as locked. The entries then hold only the text that may be seen on a locked screen.
  package var locked: Bool?
  /// Why nothing can be stored; `nil` where that is not so.
  package var storageFault: String?
  /// What keeps alerts back now, in the order in which it is judged; `nil` from an earlier daemon.
  package var quiet: [QuietReport]?
  /// Whether further replies follow with the rest of the present state.
  package var more: Bool

  package init(
    unread: Int, doNotDisturb: Bool, doNotDisturbUntil: Timestamp? = nil, held: Int? = nil,
    locked: Bool? = nil, storageFault: String? = nil, quiet: [QuietReport]? = nil, changed: [Entry] = [],
    gone: [NotificationID] = [], more: Bool = false
  ) {
    self.more = more
    self.storageFault = storageFault
    self.quiet = quiet
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
      storageFault: try fields.text("storageFault", limit: .max), quiet: try fields.values("quiet"),
      changed: try fields.required("changed", try fields.values("changed")),
      gone: try fields.required("gone", try fields.notificationIDs("gone")),
      more: try fields.bool("more") ?? false)
  }

  package var json: JSON {
    JSON(fields: [
      "unread": unread.json, "doNotDisturb": doNotDisturb.json, "changed": changed.json,
      "gone": .array(gone.map(\.json)), "held": held?.json, "locked": locked?.json,
      "doNotDisturbUntil": doNotDisturbUntil?.json, "storageFault": storageFault?.json,
      "quiet": quiet?.json, "more": more.jsonIfTrue,
    ])
  }
}
