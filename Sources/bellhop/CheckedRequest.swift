import Guidelines
import NotificationModel
import NotificationProtocol
import Varlink

extension WrittenNotification {
  /// The request that it is, cleaned; refused as the daemon would where something is wrong with it in itself.
  func checked() throws(Failure) -> NotificationRequest {
    let request: NotificationRequest
    do throws(FieldFault) {
      request = PlainText.cleaned(try NotificationRequest(json: json, path: "notification"))
    } catch {
      throw .refused(error.callError)
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw .refused(ServiceError.invalidParameter(path, reason: reason))
    case .tooManyActions(let given):
      throw .refused(NotificationsError.tooManyActions(limit: Limits.actions, given: given).callError)
    case nil: return request
    }
  }
}
