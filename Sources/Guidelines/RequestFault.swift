public import NotificationModel

/// What is wrong with a request in itself, whoever posts it and whatever they may do.
public enum RequestFault: Error, Hashable, Sendable {
  case invalid(path: String, reason: String)
  case tooManyActions(given: Int)

  /// The first one of a cleaned request whose category has filled in what it left out.
  public static func first(in request: NotificationRequest) -> RequestFault? {
    guard PlainText.isVisible(request) else {
      return .invalid(
        path: "notification", reason: "there is neither a title nor a body nor a sender with visible text")
    }
    if let given = ActionLimit.excess(in: request.actions ?? []) { return .tooManyActions(given: given) }
    if request.actions?.contains(where: { $0.title.isEmpty }) == true {
      return .invalid(path: "notification.actions", reason: "a title has no visible text")
    }
    return nil
  }
}
