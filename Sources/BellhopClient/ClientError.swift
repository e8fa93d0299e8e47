public import NotificationProtocol
public import Varlink

/// Why a call had no result. After `refused` the connection can be used on; after all others it is closed.
public enum ClientError: Error, Hashable, Sendable {
  /// Nobody listens at this path.
  case noDaemon(path: String)
  /// The daemon closed the connection, or it was closed by an earlier error.
  case disconnected
  /// No answer in time. Whether the call was carried out is not known.
  case timedOut
  /// What came back was not an answer to the call.
  case protocolFault(String)
  /// The daemon answered with an error.
  case refused(CallError)

  /// The refusal, where it is one that `io.bellhop.Notifications` declares.
  public var notificationsError: NotificationsError? {
    guard case .refused(let error) = self else { return nil }
    return NotificationsError(error)
  }

  /// The refusal, where it is one that `io.bellhop.Control` declares.
  public var controlError: ControlError? {
    guard case .refused(let error) = self else { return nil }
    return ControlError(error)
  }
}
