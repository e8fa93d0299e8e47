import NotificationModel
import NotificationProtocol
import Varlink

/// A refusal in a sentence that says what to do next.
struct Refusal {
  let error: CallError

  init(_ error: CallError) { self.error = error }

  var sentence: String {
    NotificationsError(error).map(sentence) ?? ControlError(error).map(sentence) ?? sentenceOfService
  }

  private func sentence(_ error: NotificationsError) -> String {
    switch error {
    case .notAuthorized(let app, _, let why):
      why.map { "refused for \(app): \($0)" }
        ?? "\(app) is not allowed to notify; allow it with 'bellhop allow \(app)'"
    case .notPermitted(let app, let verified):
      "this process is known to be \(verified) and cannot speak for \(app)"
    case .tooManyActions(let limit, let given): "\(given) actions are too many; give at most \(limit)"
    case .tooLarge(let field, let limit, let given, let unit):
      "\(field) has \(given) \(unit.rawValue); shorten it to at most \(limit)"
    case .quotaExceeded(let quota, let limit, let wait, let why):
      sentence(quota: quota, limit: limit, wait: wait, why: why)
    case .againstGuidelines(let advice):
      "not as the guidelines ask; change that, or post without --strict"
        + advice.map { "\n  advice: \(AdviceText($0).line)" }.joined()
    case .notFound(let what): notFound(what)
    case .notStored(let reason): "nothing was stored (\(reason)); see to the disk, then try again"
    }
  }

  private func sentence(_ error: ControlError) -> String {
    switch error {
    case .notFound(let what): notFound(what)
    case .locked(let app, let setting, let file):
      "an administrator has fixed \(setting)\(app.isEmpty ? "" : " for \(app)") in \(file); ask them"
    case .badConfiguration(let file, let line, let reason):
      "\(file):\(line): \(reason); correct it, the old configuration stays"
    }
  }

  /// Of the errors that every service has.
  private var sentenceOfService: String {
    if let fault = InvalidField(error) {
      return "\(fault.path) is not as it must be" + (fault.reason.isEmpty ? "" : ": \(fault.reason)")
    }
    switch error.name {
    case "org.varlink.service.PermissionDenied":
      return "the daemon refuses this while the screen is locked, and to processes in a sandbox always; "
        + "unlock it, or call from outside"
    case "org.varlink.service.MethodNotFound", "org.varlink.service.MethodNotImplemented",
      "org.varlink.service.InterfaceNotFound":
      return "the daemon cannot do this; look whether it is of the same version as this program"
    default: return "the daemon refused"
    }
  }

  private func notFound(_ what: String) -> String {
    let whereToLook =
      what == "category"
      ? "; its app registers it, or post without --category"
      : what.contains("notification") ? "; 'bellhop list --all' and 'bellhop show ID' tell what there is" : ""
    return "not found: \(what)\(whereToLook)"
  }

  private func sentence(quota: String, limit: Int, wait: Int64?, why: String?) -> String {
    switch quota {
    case "ratings.off", "apps": return "refused" + (why.map { ": \($0)" } ?? "")
    case "ratings.engagement":
      return "too early to ask for a rating again; the person has to use a notification of the app first"
    case let quota where quota.hasPrefix("ratings."):
      let days = wait.map { max(1, ($0 + 86_399_999) / 86_400_000) }
      return "too early to ask for a rating (\(quota))"
        + (days.map { "; try again in \($0) day\($0 == 1 ? "" : "s")" } ?? "")
    default: break
    }
    let next = wait.map { "try again in \(max(1, ($0 + 999) / 1_000)) s" } ?? wayOut(of: quota)
    return "too many: \(quota) is limited to \(limit); \(next)"
  }

  private func wayOut(of quota: String) -> String {
    switch quota {
    case "scheduled": "wait until some have come, or take some back"
    case "awaitingConsent": "allow or deny the app first"
    case "categories": "register fewer"
    default: "read or dismiss some first"
    }
  }
}
