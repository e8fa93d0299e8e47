import NotificationProtocol
import Varlink
import Wording

extension CenterWording {
  /// Why something was not done: in these words where they have it, else as any subcommand says it.
  func sentence(of failure: Failure) -> String {
    switch failure {
    case .noDaemon, .silent: waiting
    case .refused(let error): sentence(of: error) ?? failure.message
    case .usage, .badConfiguration, .failed, .told: failure.message
    }
  }

  private func sentence(of error: CallError) -> String? {
    // To a process that may follow the list, it is permitted with the screen unlocked.
    if error.name == ServiceError.permissionDenied.name { return notWhileLocked }
    // Of the notification that was to be pressed or put off.
    if InvalidField(error)?.path == "id" { return isToCome }
    switch NotificationsError(error) {
    case .notStored?: return isNotStored
    // The daemon says it in the person's language.
    case .quotaExceeded(_, _, _, let why?)?: return why
    default: break
    }
    return switch ControlError(error) {
    case .notFound?: isGone
    case .locked?: fixed
    case .badConfiguration?, nil: nil
    }
  }
}
