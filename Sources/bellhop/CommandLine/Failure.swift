import BellhopClient
import Configuration
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// Why a subcommand was not done.
enum Failure: Error, Equatable {
  /// The command line is not right.
  case usage(String)
  /// The daemon refused; its error as it came.
  case refused(CallError)
  /// Nobody answers at this path; `reason`: why it cannot be found out whether anybody would.
  case noDaemon(path: String, reason: String? = nil)
  /// The daemon went away, or did not answer.
  case silent(ErrorSentence)
  /// The configuration that was to be read; never empty.
  case badConfiguration([ConfigurationFault])
  /// Something of this side: a file, an input, a reply that is no reply.
  case failed(String)
  /// The same, in a sentence that the person reads in their language.
  case told(ErrorSentence)

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .refused, .badConfiguration, .failed, .told: .refused
    case .noDaemon, .silent: .noDaemon
    }
  }

  /// Whether each line of the message begins with the file that is at fault, for editors to follow.
  var namesFiles: Bool {
    switch self {
    case .badConfiguration: true
    case .refused(let error): if case .badConfiguration? = ControlError(error) { true } else { false }
    case .usage, .noDaemon, .silent, .failed, .told: false
    }
  }

  /// What goes to standard error, the subcommand's usage apart.
  func message(_ words: CommandWording) -> String {
    switch self {
    case .usage(let reason), .failed(let reason): reason
    case .silent(let reason), .told(let reason): words.error(reason)
    case .refused(let error): Refusal(error, words).sentence
    case .badConfiguration(let faults): faults.map(\.description).joined(separator: "\n")
    case .noDaemon(let path, let reason?): words.error(.isUnreachable(path: path, reason: reason))
    case .noDaemon(let path, nil): words.error(.noDaemon(path: path))
    }
  }

  /// The message in English, for other programs.
  var message: String { message(.english) }
}

/// What scripts can rely on.
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
      case .protocolFault(let reason): .told(.speaksOtherwise(reason: reason))
      case .tooLarge(let field, let limit, let given):
        .refused(NotificationsError.tooLarge(field: field, limit: limit, given: given).callError)
      case .refused(let refusal): .refused(refusal)
      }
  }
}

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
