public import NotificationProtocol
public import Varlink

/// The reason for a call without a result. After `refused` and `tooLarge` the connection can be used on; after all
/// others it is closed.
public enum ClientError: Error, Hashable, Sendable {
  /// No process listens at this path.
  case noDaemon(path: String)
  /// The path cannot be checked for a listener: it is another user's, or too long for a socket.
  case unreachable(path: String, reason: String)
  /// The connection ended before its first reply. The daemon closes connections in this way beyond its limits and for
  /// other users; or it has ended.
  case turnedAway
  /// The daemon closed the connection, or it was closed by an earlier error.
  case disconnected
  /// No reply in time. Whether the call took effect is unknown.
  case timedOut
  /// The bytes received were not a reply to the call.
  case protocolFault(String)
  /// The message would exceed the daemon's limit, and was not sent. This field is its largest part, and fits with at
  /// most `limit` of its `given` bytes of JSON.
  case tooLarge(field: String, limit: Int, given: Int)
  /// The daemon replied with an error; for a target that no message can carry, the client has it at once.
  case refused(CallError)

  /// The refusal as one that `io.bellhop.Notifications` declares, a fault in a field included; `nil` for others.
  ///
  ///     do throws(ClientError) {
  ///       try client.post(request)
  ///     } catch {
  ///       switch error.notificationsError {
  ///       case .notAuthorized: break
  ///       case .quotaExceeded(_, _, let wait?, _): retry(afterMilliseconds: wait)
  ///       default: print(error)
  ///       }
  ///     }
  public var notificationsError: NotificationsError? {
    guard case .refused(let error) = self else { return nil }
    return NotificationsError(error)
      ?? InvalidField(error).map { .invalidField(path: $0.path, reason: $0.reason) }
  }

  /// The error as one that `io.bellhop.Control` declares; `nil` for others.
  package var controlError: ControlError? {
    guard case .refused(let error) = self else { return nil }
    return ControlError(error)
  }
}

extension ClientError: CustomStringConvertible {
  /// A sentence for the reader of the program's output. A refusal contains only the daemon's error, which holds no text
  /// of a notification.
  public var description: String {
    switch self {
    case .noDaemon(let path): "no daemon at \(path)"
    case .unreachable(let path, let reason): "\(path) cannot be reached: \(reason)"
    case .turnedAway: "the daemon closed the connection without an answer"
    case .disconnected: "the daemon closed the connection"
    case .timedOut: "the daemon has not answered in time; whether the call was carried out is not known"
    case .protocolFault(let reason): "what answers there does not speak Varlink as it should: \(reason)"
    case .tooLarge(let field, let limit, let given):
      "\(field) has \(given) bytes, and with the rest of the message at most \(limit) fit"
    case .refused(let error): "the daemon refused: \(error.inWords)"
    }
  }
}

extension CallError {
  /// The name without its interface, and the error's fields: `TooLarge (field: notification.body, limit: 4096, given:
  /// 5000)`. Lists, which hold whole sentences, are given by their length.
  fileprivate var inWords: String {
    let name = self.name.split(separator: ".").last.map(String.init) ?? self.name
    guard case .object(let fields) = parameters, !fields.isEmpty else { return name }
    let words = fields.map { field in
      switch field.value {
      case .string(let text): "\(field.name): \(text)"
      case .array(let values): "\(field.name): \(values.count)"
      case let value: "\(field.name): \(value.text)"
      }
    }
    return "\(name) (\(words.joined(separator: ", ")))"
  }
}

extension ClientError {
  /// The error of a call that is `excess` bytes too long.
  static func tooLarge(_ parameters: JSON, excess: Int) -> ClientError {
    var path: [String] = []
    var value = parameters
    while case .object(let fields) = value, let largest = fields.max(by: { $0.value.size < $1.value.size }) {
      path.append(largest.name)
      value = largest.value
    }
    return .tooLarge(
      field: path.joined(separator: "."), limit: max(0, value.size - excess), given: value.size)
  }
}

extension JSON {
  fileprivate var size: Int { text.utf8.count }
}
