import Configuration
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// A refusal in a sentence that says what to do next.
struct Refusal {
  private let error: CallError
  private let words: CommandWording

  init(_ error: CallError, _ words: CommandWording = .english) { (self.error, self.words) = (error, words) }

  var sentence: String {
    NotificationsError(error).map(sentence) ?? ControlError(error).map(sentence) ?? sentenceOfService
  }

  private func sentence(_ error: NotificationsError) -> String {
    switch error {
    case .notAuthorized(let app, _, let why):
      words.error(why.map { .refusedFor(app: app.text, why: $0) } ?? .isNotAllowed(app: app.text))
    case .notPermitted(let app, let verified) where verified.isEmpty:
      words.error(app == .system ? .isRoots(app: app.text) : .isCommandLines(app: app.text))
    case .notPermitted(let app, let verified):
      words.error(.speaksForAnother(verified: verified, app: app.text))
    case .notAdmitted(let why): words.error(.isNotAdmitted(why: why))
    case .tooManyActions(let limit, let given): words.error(.tooManyActions(limit: limit, given: given))
    case .tooLarge(let field, let limit, let given, let unit):
      words.error(.tooLong(field: field, given: given, unit: unit.rawValue, limit: limit))
    case .quotaExceeded(let quota, let limit, let wait, let why):
      // A daemon of an earlier version may not say why.
      words.error(
        .refused(
          why: why ?? Quota(rawValue: quota)?.why(limit: limit) ?? "\(quota) is limited to \(limit).",
          again: wait.map(Self.span)))
    case .againstGuidelines(let advice):
      words.error(.againstGuidelines(advice: advice.map { AdviceText($0, words.judgement).line }))
    case .notFound(let what): notFound(what)
    case .notStored(let reason): words.error(.isNotStored(reason: reason))
    }
  }

  private func sentence(_ error: ControlError) -> String {
    switch error {
    case .notFound(let what): notFound(what)
    case .locked(let app, let setting, let file):
      words.error(.isFixed(setting: setting, app: app, file: file))
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
    case "org.varlink.service.PermissionDenied": return words.error(.isNotPermitted)
    case "org.varlink.service.MethodNotFound", "org.varlink.service.MethodNotImplemented",
      "org.varlink.service.InterfaceNotFound":
      return words.error(.cannotBeDone)
    default: return words.error(.isRefused)
    }
  }

  private func sentence(_ fault: InvalidField) -> String {
    guard !fault.reason.isEmpty else { return words.error(.isNotAsMust(path: fault.path)) }
    let said = fault.reason.split(separator: " ", maxSplits: 2)
    if said.count == 3, said[0] == "notification" {
      return words.error(.isToCome(id: String(said[1]), why: fault.reason))
    }
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
    words.error(
      what.hasPrefix("category")
        ? .categoryIsNotFound(what)
        : what.holds("notification") ? .notificationIsNotFound(what) : .isNotFound(what: what))
  }

  /// Milliseconds in the largest unit that says them well, rounded up.
  private static func span(_ milliseconds: Int64) -> ErrorSentence.Wait {
    let day: Int64 = 86_400_000
    return milliseconds >= day
      ? .days((milliseconds - 1) / day + 1) : .seconds(max(1, (milliseconds - 1) / 1_000 + 1))
  }
}
