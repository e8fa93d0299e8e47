import Configuration
import Varlink

/// Why a subcommand was not done.
enum Failure: Error, Equatable {
  /// The command line is not right.
  case usage(String)
  /// The daemon refused; its error as it came.
  case refused(CallError)
  /// Nobody answers at this path.
  case noDaemon(path: String)
  /// The daemon went away, or did not answer.
  case silent(String)
  /// A file of the configuration that was to be checked.
  case badConfiguration(ConfigurationFault)
  /// Something of this side: a file, an input, a reply that is no reply.
  case failed(String)

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .refused, .badConfiguration, .failed: .refused
    case .noDaemon, .silent: .noDaemon
    }
  }

  /// What goes to standard error, the subcommand's usage apart.
  var message: String {
    switch self {
    case .usage(let reason), .silent(let reason), .failed(let reason): reason
    case .refused(let error): "\(Refusal(error).sentence)\n\(error.name) \(error.parameters.text)"
    case .badConfiguration(let fault): fault.description
    case .noDaemon(let path):
      "no daemon at \(path); start it with 'systemctl --user start bellhop.service' or run 'bellhopd'"
    }
  }
}
