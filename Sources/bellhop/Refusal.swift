import Varlink

/// A refusal in a sentence that says what to do next.
struct Refusal {
  let error: CallError

  init(_ error: CallError) { self.error = error }

  var sentence: String {
    switch error.name {
    case "io.bellhop.Notifications.NotAuthorized":
      field("why").map { "refused for \(text("app")): \($0)" }
        ?? "\(text("app")) is not allowed to notify; allow it with 'bellhop allow \(text("app"))'"
    case "io.bellhop.Notifications.NotPermitted":
      "this process is known to be \(text("verified")) and cannot speak for \(text("app"))"
    case "io.bellhop.Notifications.TooManyActions":
      "\(number("given")) actions are too many; give at most \(number("limit"))"
    case "io.bellhop.Notifications.TooLarge":
      "\(text("field")) has \(number("given")) bytes; shorten it to at most \(number("limit"))"
    case "io.bellhop.Notifications.QuotaExceeded": quota
    case "io.bellhop.Notifications.AgainstGuidelines":
      "not as the guidelines ask; change that, or post without --strict\(advice)"
    case "io.bellhop.Notifications.NotFound", "io.bellhop.Control.NotFound":
      "not found: \(text("what"))\(whereToLook)"
    case "io.bellhop.Notifications.NotStored":
      "nothing was stored (\(text("reason"))); see to the disk, then try again"
    case "io.bellhop.Control.Locked":
      "an administrator has fixed \(text("setting"))\(lockedApp) in \(text("by")); ask them"
    case "io.bellhop.Control.BadConfiguration":
      "\(text("file")):\(number("line")): \(text("reason")); correct it, the old configuration stays"
    case "org.varlink.service.InvalidParameter":
      "\(text("parameter")) is not as it must be" + (field("reason").map { ": \($0)" } ?? "")
    case "org.varlink.service.PermissionDenied":
      "the daemon refuses this while the screen is locked, and to processes in a sandbox always; "
        + "unlock it, or call from outside"
    case "org.varlink.service.MethodNotFound", "org.varlink.service.MethodNotImplemented",
      "org.varlink.service.InterfaceNotFound":
      "the daemon cannot do this; look whether it is of the same version as this program"
    default: "the daemon refused"
    }
  }

  private var lockedApp: String {
    field("app").map { $0.isEmpty ? "" : " for \($0)" } ?? ""
  }

  private var whereToLook: String {
    let what = text("what")
    if what == "category" { return "; its app registers it, or post without --category" }
    guard what.contains("notification") else { return "" }
    return "; 'bellhop list --all' and 'bellhop show ID' tell what there is"
  }

  private var quota: String {
    let wait = error.parameters["retryAfterMilliseconds"]?.number
    switch text("quota") {
    case "ratings.off", "apps": return "refused" + (field("why").map { ": \($0)" } ?? "")
    case "ratings.engagement":
      return "too early to ask for a rating again; the person has to use a notification of the app first"
    case let quota where quota.hasPrefix("ratings."):
      let days = wait.map { max(1, ($0 + 86_399_999) / 86_400_000) }
      return "too early to ask for a rating (\(quota))"
        + (days.map { "; try again in \($0) day\($0 == 1 ? "" : "s")" } ?? "")
    default: break
    }
    let next = wait.map { "try again in \(max(1, ($0 + 999) / 1_000)) s" } ?? wayOut(of: text("quota"))
    return "too many: \(text("quota")) is limited to \(number("limit")); \(next)"
  }

  private func wayOut(of quota: String) -> String {
    switch quota {
    case "scheduled": "wait until some have come, or take some back"
    case "awaitingConsent": "allow or deny the app first"
    case "categories": "register fewer"
    default: "read or dismiss some first"
    }
  }

  private var advice: String {
    (error.parameters["advice"]?.elements ?? []).map { "\n  advice: \(AdviceText($0).line)" }.joined()
  }

  private func field(_ name: String) -> String? { error.parameters[name]?.string }
  private func text(_ name: String) -> String { field(name) ?? "it" }
  private func number(_ name: String) -> Int64 { error.parameters[name]?.number ?? 0 }
}
