import BellhopClient
import NotificationProtocol

extension Failure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon(let path): .noDaemon(path: path)
      case .turnedAway:
        .silent(
          "the daemon closed the connection without an answer: it ended just then, or this process is in a sandbox "
            + "or cannot be looked at, or too many are connected; look at "
            + "'systemctl --user status bellhop.service'")
      case .disconnected: .silent("the daemon went away; look at 'systemctl --user status bellhop.service'")
      case .timedOut: .silent("the daemon does not answer; look at 'systemctl --user status bellhop.service'")
      case .protocolFault(let reason):
        .failed("what answers there does not speak Varlink, or is of another version (\(reason))")
      case .tooLarge(let field, let limit, let given):
        .refused(NotificationsError.tooLarge(field: field, limit: limit, given: given).callError)
      case .refused(let refusal): .refused(refusal)
      }
  }
}
