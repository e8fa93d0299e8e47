package import NotificationModel

/// A fault of a request that does not depend on its poster's rights.
package enum RequestFault: Error, Hashable, Sendable {
  case invalid(path: String, reason: String)
  case tooManyActions(given: Int)

  /// The first fault of a cleaned request that has been completed from its category.
  package static func first(in request: NotificationRequest) -> RequestFault? {
    guard PlainText.isVisible(request) else {
      return .invalid(
        path: "notification", reason: "there is neither a title nor a body nor a sender with visible text")
    }
    if let given = ActionLimit.excess(in: request.actions ?? []) { return .tooManyActions(given: given) }
    if request.actions?.contains(where: { $0.title.isEmpty }) == true {
      return .invalid(path: "notification.actions", reason: "a title has no visible text")
    }
    if request.kind == .rating, request.trigger?.repeats == true {
      return .invalid(
        path: "notification.trigger.repeats", reason: "a prompt to rate is asked for each time anew")
    }
    return nil
  }
}
