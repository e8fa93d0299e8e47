import BellhopClient
import Configuration
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
