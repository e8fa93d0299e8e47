public import NotificationModel
internal import NotificationProtocol
internal import Varlink

extension NotificationsClient {
  /// Follows what people do with the app's notifications. The first event is of kind `ready`; then come the
  /// kept ones after `sequence` (all that are not acknowledged, without one), then new ones as they happen.
  ///
  /// Events of a kind that only a newer daemon knows are passed over.
  ///
  /// Blocks until `onEvent` returns false or throws, or the connection ends; then the connection is closed.
  /// Acknowledge on another connection. Throws `ClientError`, and what `onEvent` throws.
  public func subscribe(
    app: AppID, after sequence: EventSequence? = nil, onEvent: (Event) throws -> Bool
  ) throws {
    try connection.callMore(
      Self.method("Subscribe"), JSON(fields: ["app": app.json, "after": sequence?.json])
    ) { reply in
      guard reply["event"].map(Event.isKnown) ?? true else { return true }
      let event: Event = try VarlinkConnection.read(reply) { (fields) throws(FieldFault) in
        try fields.required("event", try fields.value("event"))
      }
      return try onEvent(event)
    }
  }

  /// Everything up to and including this event is dealt with, and need not be kept.
  public func acknowledge(app: AppID, through sequence: EventSequence) throws(ClientError) {
    try connection.call(Self.method("Acknowledge"), ["app": app.json, "sequence": sequence.json])
  }
}
