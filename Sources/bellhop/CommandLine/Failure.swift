import BellhopClient
import Configuration
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// The reason for the failure of a subcommand.
enum Failure: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// The daemon refused with this error.
  case refused(CallError)
  /// No daemon listens at this path; `reason`: why the path cannot be checked.
  case noDaemon(path: String, reason: String? = nil)
  /// The daemon closed the connection or did not answer.
  case silent(ErrorSentence)
  /// Faults of the configuration files; never empty.
  case badConfiguration([ConfigurationFault])
  /// A failure on this side: of a file, the input, or an invalid reply.
  case failed(String)
  /// A failure on this side, with a sentence in the person's language.
  case localized(ErrorSentence)

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .refused, .badConfiguration, .failed, .localized: .refused
    case .noDaemon, .silent: .noDaemon
    }
  }

  /// True if each line of the message begins with the file at fault, for editors to follow.
  var namesFiles: Bool {
    switch self {
    case .badConfiguration: true
    case .refused(let error): if case .badConfiguration? = ControlError(error) { true } else { false }
    case .usage, .noDaemon, .silent, .failed, .localized: false
    }
  }

  /// The text for standard error, without the subcommand's usage.
  func message(_ words: CommandWording) -> String {
    switch self {
    case .usage(let reason), .failed(let reason): reason
    case .silent(let reason), .localized(let reason): words.error(reason)
    case .refused(let error): Refusal(error, words).sentence
    case .badConfiguration(let faults): faults.map(\.description).joined(separator: "\n")
    case .noDaemon(let path, let reason?): words.error(.isUnreachable(path: path, reason: reason))
    case .noDaemon(let path, nil): words.error(.noDaemon(path: path))
    }
  }

  /// The message in English, for other programs.
  var message: String { message(.english) }
}

/// The exit statuses, which scripts can rely on.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case refused = 1
  case usage = 2
  case noDaemon = 3

  var brief: String {
    switch self {
    case .done: "done"
    case .refused: "refused"
    case .usage: "wrong usage"
    case .noDaemon: "no daemon"
    }
  }

  var meaning: String {
    switch self {
    case .done: "What was asked for is done."
    case .refused:
      "It was refused, and standard error says by whom and why; or something is missing, or a file at fault. Of what "
        + "the daemon refused with --json, the last line there is one JSON object: {\"error\":…,\"parameters\":{…}}."
    case .usage: "The command line is wrong."
    case .noDaemon: "No daemon answers."
    }
  }
}

extension Failure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon(let path): .noDaemon(path: path)
      case .unreachable(let path, let reason): .noDaemon(path: path, reason: reason)
      case .turnedAway: .silent(.turnedAway)
      case .disconnected: .silent(.wentAway)
      case .timedOut: .silent(.doesNotAnswer)
      case .protocolFault(let reason): .localized(.speaksOtherwise(reason: reason))
      case .tooLarge(let field, let limit, let given):
        .refused(NotificationsError.tooLarge(field: field, limit: limit, given: given).callError)
      case .refused(let refusal): .refused(refusal)
      }
  }
}

/// A refusal as a sentence that says how to proceed.
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
      // A daemon of an earlier version may give no reason.
      words.error(
        .refused(
          why: why ?? Quota(rawValue: quota)?.why(limit: limit) ?? "\(quota) is limited to \(limit).",
          again: wait.map(Self.span)))
    case .againstGuidelines(let advice):
      words.error(.againstGuidelines(advice: advice.map { AdviceText($0, words.judgement).line }))
    case .notFound(let what): notFound(what)
    case .invalidField(let path, let reason): sentence(InvalidField(path: path, reason: reason))
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
        + (further.isEmpty ? "; correct it" : "\ncorrect them")
        + "; until then the last good files hold in the place of that layer"
    }
  }

  /// Sentences for the errors of every Varlink service.
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
    if let id = StillToCome.notification(in: fault.reason) {
      return words.error(.isToCome(id, why: fault.reason))
    }
    if fault.isUnknown {
      let name = fault.path.split(separator: ".").last.map(String.init) ?? ""
      return "\(fault.path) \(fault.reason)" + Spelling.hint(for: name, among: FieldNames.beside(fault.path))
    }
    if fault.isPredicate { return "\(fault.path) \(fault.reason)" }
    // A parameter of the call itself has another name on the command line, so its name is left out.
    return fault.path.contains(".") ? "\(fault.path): \(fault.reason)" : fault.reason
  }

  private func notFound(_ what: String) -> String {
    words.error(Missing(words: what).map(ErrorSentence.isMissing) ?? .isNotFound(what: what))
  }

  /// Milliseconds in days or seconds, rounded up.
  private static func span(_ milliseconds: Int64) -> ErrorSentence.Wait {
    let day: Int64 = 86_400_000
    return milliseconds >= day
      ? .days((milliseconds - 1) / day + 1) : .seconds(max(1, (milliseconds - 1) / 1_000 + 1))
  }
}
