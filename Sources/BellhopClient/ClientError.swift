public import NotificationProtocol
public import Varlink

/// Why a call had no result. After `refused` and `tooLarge` the connection can be used on; after all others it is
/// closed.
public enum ClientError: Error, Hashable, Sendable {
  /// Nobody listens at this path.
  case noDaemon(path: String)
  /// Whether somebody listens at this path cannot be found out: it is another user's, or too long for a socket.
  case unreachable(path: String, reason: String)
  /// The connection ended before anything came back on it. So the daemon turns away those that are too many, and other
  /// users; or it went away.
  case turnedAway
  /// The daemon closed the connection, or it was closed by an earlier error.
  case disconnected
  /// No answer in time. Whether the call was carried out is not known.
  case timedOut
  /// What came back was not an answer to the call.
  case protocolFault(String)
  /// The message would be longer than the daemon takes, and was not sent: this field takes up most of it, and fits
  /// with at most `limit` of its `given` bytes of JSON.
  case tooLarge(field: String, limit: Int, given: Int)
  /// The daemon answered with an error.
  case refused(CallError)

  /// The refusal, where it is one that `io.bellhop.Notifications` declares.
  public var notificationsError: NotificationsError? {
    guard case .refused(let error) = self else { return nil }
    return NotificationsError(error)
  }

  /// The refusal, where it is one that `io.bellhop.Control` declares.
  package var controlError: ControlError? {
    guard case .refused(let error) = self else { return nil }
    return ControlError(error)
  }
}

extension ClientError: CustomStringConvertible {
  /// A sentence for whoever reads the program's output. A refusal says no more than the daemon's error, which holds no
  /// text of a notification.
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
  /// The name without its interface, and the fields that go with it: `TooLarge (field: notification.body, limit: 4096,
  /// given: 5000)`. Of lists, which hold whole sentences, how long they are.
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
  /// For a call that is `excess` bytes too long.
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
