public import NotificationModel
public import NotificationProtocol
package import Varlink

/// The calls of apps: `io.bellhop.Notifications`.
///
///     let client = try NotificationsClient()
///     let receipt = try client.post(NotificationRequest(app: app, title: "Tea Is Ready"))
///
/// Every call blocks until the daemon has answered, which it does without asking the desktop or the person.
/// One call at a time; an app that follows events does so on a connection, and a thread, of its own.
/// All calls throw `ClientError`; a refusal says more in its `notificationsError`.
public final class NotificationsClient {
  package let connection: VarlinkConnection

  /// Connects to the socket for apps, below this directory; without one, below `$XDG_RUNTIME_DIR`, else
  /// `/run/user/UID`.
  public convenience init(runtimeDirectory: String? = nil) throws(ClientError) {
    try self.init(paths: SocketPaths(runtimeDirectory: runtimeDirectory))
  }

  package convenience init(paths: SocketPaths) throws(ClientError) {
    self.init(connection: try VarlinkConnection(to: paths.notifications))
  }

  /// Uses a connection to a socket that offers the interface; the control socket does too.
  package init(connection: VarlinkConnection) { self.connection = connection }

  /// Posts a notification. On return it has been judged, and is safe on disk; the receipt gives the outcome, in
  /// sentences of this `language` (BCP 47; English by default, and for a language without translation). With `advise`,
  /// it also has the guidelines' advice on the text and the buttons. With `strict`, any such advice is a refusal:
  /// `NotificationsError.againstGuidelines`. A target that is no JSON object, or has more than 13 levels, is refused before
  /// it is sent, as `NotificationsError.invalidField`.
  @discardableResult
  public func post(
    _ request: NotificationRequest, advise: Bool = false, strict: Bool = false, language: String? = nil
  ) throws(ClientError) -> Receipt {
    try request.checkTarget()
    return try post(notification: request.json, advise: advise, strict: strict, language: language)
  }

  /// Posts JSON that may not be a valid notification: the daemon reports its faults.
  package func post(
    notification: JSON, advise: Bool = false, strict: Bool = false, language: String? = nil
  ) throws(ClientError) -> Receipt {
    try connection.call(.post(notification: notification, advise: advise, strict: strict, language: language))
  }

  /// Has the person asked whether the app may notify, unless they have decided, and returns the present state.
  /// `purpose` is one sentence, at most 160 characters; `advised` receives the advice on it, if there is any. The
  /// decision comes as an event.
  @discardableResult
  public func requestAuthorization(
    app: AppID, purpose: String, marketing: Bool = false, advised: ([Advice]) -> Void = { _ in }
  ) throws(ClientError) -> Authorization {
    let (authorization, advice) = try connection.call(
      Self.method("RequestAuthorization"), Self.request(app, purpose, marketing)
    ) { (fields) throws(FieldFault) in (try Self.authorization(&fields), try Self.advice(&fields)) }
    if !advice.isEmpty { advised(advice) }
    return authorization
  }

  /// Like `requestAuthorization`, but waits until the person has decided, however long that takes.
  @discardableResult
  public func waitForAuthorization(
    app: AppID, purpose: String, marketing: Bool = false
  ) throws(ClientError) -> Authorization {
    var latest = Authorization.notDetermined
    do {
      try connection.callMore(
        Self.method("RequestAuthorization"), JSON(fields: Self.request(app, purpose, marketing))
      ) { reply in
        latest = try VarlinkConnection.read(reply, Self.authorization)
        return true
      }
    } catch let error as ClientError {
      throw error
    } catch {
      throw .protocolFault("\(error)")
    }
    return latest
  }

  /// Replaces the app's whole set of categories, and returns the advice on them.
  @discardableResult
  public func registerCategories(_ categories: [Category], app: AppID) throws(ClientError) -> [Advice] {
    try connection.call(
      Self.method("RegisterCategories"), ["app": app.json, "categories": categories.json],
      returning: Self.advice)
  }

  /// Says that the app is in the foreground (or no longer), and which thread the person looks at. Holds while the
  /// connection is open.
  public func setForeground(_ foreground: Bool, thread: OpaqueName? = nil, app: AppID) throws(ClientError) {
    try connection.call(
      Self.method("SetForeground"),
      ["app": app.json, "foreground": foreground.json, "thread": thread?.json])
  }

  /// The settings that apply to the app.
  public func settings(app: AppID) throws(ClientError) -> EffectiveSettings {
    try connection.call(Self.method("GetSettings"), ["app": app.json]) { (fields) throws(FieldFault) in
      try fields.required("settings", try fields.value("settings"))
    }
  }

  static func method(_ name: String) -> String { "io.bellhop.Notifications.\(name)" }

  private static func request(
    _ app: AppID, _ purpose: String, _ marketing: Bool
  ) -> KeyValuePairs<String, JSON?> {
    ["app": app.json, "purpose": purpose.json, "marketing": marketing.jsonIfTrue]
  }

  private static func authorization(_ fields: inout ShapeReader) throws(FieldFault) -> Authorization {
    try fields.required("authorization", try fields.word("authorization"))
  }

  private static func advice(_ fields: inout ShapeReader) throws(FieldFault) -> [Advice] {
    try fields.values("advice") ?? []
  }

  /// The app's own notifications, latest first: at most `limit` (100 by default, 1,000 at most), from below `before`, a
  /// record as it was listed. Without `states`, those that are not yet read or gone. `more`: there are further ones.
  public func list(
    app: AppID, states: [State]? = nil, limit: Int? = nil, before: Record? = nil
  ) throws(ClientError) -> (records: [Record], more: Bool) {
    try connection.call(
      Self.method("List"),
      [
        "app": app.json, "states": states.map { .array($0.map(\.json)) }, "limit": limit?.json,
        "before": before?.id.json, "beforeTime": before?.came.json,
      ]
    ) { (fields) throws(FieldFault) in
      (
        records: try fields.required("records", try fields.values("records")),
        more: try fields.required("more", try fields.bool("more"))
      )
    }
  }

  /// Withdraws notifications from the desktop, the list and the schedule, read ones too. Give `identifiers`, `ids` or a
  /// `thread`; unknown ones are ignored and not counted. `unread` is the badge afterwards.
  @discardableResult
  public func withdraw(
    app: AppID, identifiers: [OpaqueName]? = nil, ids: [NotificationID]? = nil, thread: OpaqueName? = nil
  ) throws(ClientError) -> (withdrawn: Int, unread: Int) {
    try connection.call(.withdraw(app: app, identifiers: identifiers, ids: ids, thread: thread))
  }

  /// Says that the person has read these in the app itself; without `identifiers`, `ids` and `thread` all of them, with
  /// an empty list no notification. One that is scheduled is read only if `identifiers` or `ids` name it. Returns the
  /// badge afterwards.
  @discardableResult
  public func markRead(
    app: AppID, identifiers: [OpaqueName]? = nil, ids: [NotificationID]? = nil, thread: OpaqueName? = nil
  ) throws(ClientError) -> Int {
    try connection.call(
      Self.method("MarkRead"), Self.selection(app, identifiers, ids, thread)
    ) { (fields) throws(FieldFault) in
      try fields.required("unread", try fields.int("unread"))
    }
  }

  /// The number of the app's unread notifications.
  public func badge(app: AppID) throws(ClientError) -> Int {
    try connection.call(Self.method("GetBadge"), ["app": app.json]) { (fields) throws(FieldFault) in
      try fields.required("unread", try fields.int("unread"))
    }
  }

  static func selection(
    _ app: AppID, _ identifiers: [OpaqueName]?, _ ids: [NotificationID]?, _ thread: OpaqueName?
  ) -> KeyValuePairs<String, JSON?> {
    [
      "app": app.json, "identifiers": identifiers.map { .array($0.map(\.json)) },
      "ids": ids.map { .array($0.map(\.json)) }, "thread": thread?.json,
    ]
  }

  /// Follows the person's responses to the app's notifications. The first event is of kind `ready`; then come the kept
  /// ones after `sequence` (by default all that are not acknowledged), then new ones as they happen.
  ///
  /// `follower`: a name for one of several programs of the app, each with an acknowledgement of its own; at most eight,
  /// else `NotificationsError.quotaExceeded`. Ignores events of a kind that only a newer daemon knows.
  ///
  /// Blocks until `onEvent` returns false or throws, or the connection ends; then the connection is closed. Acknowledge
  /// on another connection. Throws `ClientError`, and the errors of `onEvent`.
  public func subscribe(
    app: AppID, after sequence: EventSequence? = nil, follower: FollowerName? = nil,
    onEvent: (Event) throws -> Bool
  ) throws {
    try connection.callMore(
      Self.method("Subscribe"),
      JSON(fields: ["app": app.json, "after": sequence?.json, "follower": follower?.json])
    ) { reply in
      guard reply["event"].map(Event.isKnown) ?? true else { return true }
      let event: Event = try VarlinkConnection.read(reply) { (fields) throws(FieldFault) in
        try fields.required("event", try fields.value("event"))
      }
      return try onEvent(event)
    }
  }

  /// The app, or the follower of this name, has handled every event up to and including this one; the daemon need not keep
  /// them for it. A name that has not subscribed, or is forgotten, is `NotificationsError.notFound`.
  public func acknowledge(
    app: AppID, through sequence: EventSequence, follower: FollowerName? = nil
  ) throws(ClientError) {
    try connection.call(
      Self.method("Acknowledge"),
      ["app": app.json, "sequence": sequence.json, "follower": follower?.json])
  }
}
