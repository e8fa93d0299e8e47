internal import Glibc
package import NotificationModel
internal import NotificationProtocol
package import Varlink

/// A method, its parameters and the reader of its reply.
package struct MethodCall<Value> {
  let method: String
  let parameters: JSON
  let read: (inout ShapeReader) throws(FieldFault) -> Value
}

extension MethodCall<Receipt> {
  package static func post(
    notification: JSON, advise: Bool = false, strict: Bool = false, language: String?
  ) -> Self {
    let parameters = JSON(fields: [
      "notification": notification, "strict": strict.jsonIfTrue, "advise": advise.jsonIfTrue,
      "language": language?.json,
    ])
    return Self(method: NotificationsClient.method("Post"), parameters: parameters) {
      (fields) throws(FieldFault) in try fields.required("receipt", try fields.value("receipt"))
    }
  }
}

extension MethodCall<(withdrawn: Int, unread: Int)> {
  package static func withdraw(
    app: AppID, identifiers: [OpaqueName]?, ids: [NotificationID]? = nil, thread: OpaqueName? = nil
  ) -> Self {
    let parameters = JSON(fields: NotificationsClient.selection(app, identifiers, ids, thread))
    return Self(method: NotificationsClient.method("Withdraw"), parameters: parameters) {
      (fields) throws(FieldFault) in
      (
        withdrawn: try fields.required("withdrawn", try fields.int("withdrawn")),
        unread: try fields.required("unread", try fields.int("unread"))
      )
    }
  }
}

/// A call on a connection of its own. One thread waits for many such calls, so a slow service does not delay the
/// others.
package final class PendingCall<Value> {
  /// Concurrent calls, well below the 1,024 files that a process may have open.
  private static var most: Int { 256 }
  /// The pause before connecting again to a service whose queue was full: no descriptor reports room in a queue.
  private static var pauseMilliseconds: Int32 { 20 }

  private let call: MethodCall<Value>
  private let connect: () throws(ClientError) -> VarlinkConnection
  private var connection: VarlinkConnection?
  /// `nil` until the service has replied.
  package private(set) var outcome: Result<Value, ClientError>?

  /// `connect` does not wait, and throws `timedOut` if the service has no room for a connection yet.
  package init(
    _ call: MethodCall<Value>, connect: @escaping () throws(ClientError) -> VarlinkConnection
  ) {
    (self.call, self.connect) = (call, connect)
  }

  /// Waits until each call has its outcome, at most `patience` for each 256 calls.
  package static func finish(_ calls: [PendingCall], within patience: Duration) {
    for start in stride(from: 0, to: calls.count, by: most) {
      finish(calls.dropFirst(start).prefix(most), by: Deadline(after: patience))
    }
  }

  private static func finish(_ calls: ArraySlice<PendingCall>, by deadline: Deadline) {
    var waiting = Array(calls)
    while true {
      waiting = waiting.filter { !$0.advance() }
      guard !waiting.isEmpty else { return }
      guard let milliseconds = deadline.pollMilliseconds else { break }
      let connections = waiting.compactMap(\.connection)
      var requests = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let pause = connections.count < waiting.count ? min(milliseconds, pauseMilliseconds) : milliseconds
      _ = poll(&requests, nfds_t(requests.count), pause)
    }
    for call in waiting { call.end(.failure(.timedOut)) }
  }

  /// Continues as far as possible without waiting. Returns true when the call has its outcome.
  private func advance() -> Bool {
    do throws(ClientError) {
      if let connection {
        guard let reply = try connection.arrived() else { return false }
        end(.success(try VarlinkConnection.read(reply, call.read)))
      } else {
        let connection = try connect()
        try connection.begin(call.method, call.parameters)
        self.connection = connection
        return false
      }
    } catch {
      if error == .timedOut, connection == nil { return false }
      end(.failure(error))
    }
    return true
  }

  private func end(_ outcome: Result<Value, ClientError>) {
    self.outcome = outcome
    connection?.close()
  }
}
