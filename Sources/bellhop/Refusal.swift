import Configuration
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
    case .notPermitted(let app, let verified) where verified.isEmpty:
      "\(app) is \(app == .system ? "root's" : "the command line's own"); --app takes the id of your program"
    case .notPermitted(let app, let verified):
      "this process is known to be \(verified) and cannot speak for \(app)"
    case .notAdmitted(let why):
      "the daemon does not let this process in. \(why) Have it posted from outside, such as with "
        + "'systemd-run --user --quiet --pipe bellhop post …'"
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
    case .badConfiguration(let first, let further):
      ([first] + further).map {
        ConfigurationFault(file: $0.file, line: $0.line, reason: $0.reason).description
      }.joined(separator: "\n")
        + (further.isEmpty ? "; correct it, " : "\ncorrect them; ") + "the old configuration stays"
    }
  }

  /// Of the errors that every service has.
  private var sentenceOfService: String {
    if let fault = InvalidField(error) {
      return sentence(fault)
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

  private func sentence(_ fault: InvalidField) -> String {
    guard !fault.reason.isEmpty else { return "\(fault.path) is not as it must be" }
    if fault.reason == "is unknown" {
      let name = fault.path.split(separator: ".").last.map(String.init) ?? ""
      return "\(fault.path) is unknown" + Spelling.hint(for: name, among: FieldNames.beside(fault.path))
    }
    let isPredicate = ["is ", "must ", "has "].contains { fault.reason.hasPrefix($0) }
    if isPredicate { return "\(fault.path) \(fault.reason)" }
    // A parameter of the call itself is a word of the command line, under another name.
    return fault.path.contains(".") ? "\(fault.path): \(fault.reason)" : fault.reason
  }

  private func notFound(_ what: String) -> String {
    let whereToLook =
      what == "category"
      ? "; its app registers it, or post without --category"
      : what.holds("notification") ? "; 'bellhop list --all' and 'bellhop show ID' tell what there is" : ""
    return "not found: \(what)\(whereToLook)"
  }

  /// A daemon of an earlier version may not say why.
  private func sentence(quota: String, limit: Int, wait: Int64?, why: String?) -> String {
    let reason = why ?? Quota(rawValue: quota)?.why(limit: limit) ?? "\(quota) is limited to \(limit)."
    return "refused: \(reason)" + (wait.map { " Try again in \(span($0))." } ?? "")
  }

  /// Milliseconds in the largest unit that says them well, rounded up.
  private func span(_ milliseconds: Int64) -> String {
    let day: Int64 = 86_400_000
    guard milliseconds >= day else { return "\(max(1, (milliseconds - 1) / 1_000 + 1)) s" }
    let days = (milliseconds - 1) / day + 1
    return "\(days) day\(days == 1 ? "" : "s")"
  }
}
