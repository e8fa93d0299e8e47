import Wording

/// Why something that switching the front takes was not done.
enum FrontFault: Error, Equatable {
  /// There is no bus, or it has gone.
  case gone(FrontSentence)
  /// The error that came as the answer: its name, and what it says.
  case refused(name: String, text: String)
  /// Nothing came in time.
  case silent(String)
  /// The person has pressed Ctrl-C, or the session ends.
  case interrupted
  /// Any other fault.
  case failed(FrontSentence)

  var told: FrontSentence {
    switch self {
    case .gone(let reason), .failed(let reason): reason
    case .refused(let name, let text): .text(text.isEmpty ? name : text)
    case .silent(let what): .silent(what)
    case .interrupted: .interrupted
    }
  }
}
