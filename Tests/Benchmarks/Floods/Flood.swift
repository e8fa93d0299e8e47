/// A call that one app can repeat without end.
enum Flood: String, CaseIterable {
  /// The same post.
  case repeats
  /// The app's whole list.
  case lists
  /// A search for a word that no stored notification has.
  case searches
  /// The same post under unconfirmed names.
  case names
  /// The explanation of the notification with the most decisions.
  case explain

  static let app = "org.example.Flood"
  /// The number of the app's notifications in the list, and of others' stored beside them.
  static let listed = 900
  static let history = 20_000
  /// The id of the first post.
  static let explained = 1
  /// More decisions than are kept.
  static let decisions = 300

  private static let option = "--flood"
  private static let inventedNames = 1_000

  /// The arguments that start this program as a flood. Without a flood it computes, and never calls.
  static func arguments(_ flood: Flood?, path: String, inFlight: Int) -> [String] {
    [option, flood?.rawValue ?? "none", path, String(inFlight)]
  }

  static func started(with arguments: [String]) -> Options.Parsed? {
    guard arguments.count == 4, arguments[0] == option, let inFlight = Int(arguments[3]) else { return nil }
    return .flood(Flood(rawValue: arguments[1]), path: arguments[2], inFlight: inFlight)
  }

  /// Whether the call needs the control socket.
  var isControl: Bool { self == .searches || self == .explain }

  /// The bytes of the call with this number, with its NUL.
  func frame(_ number: Int) -> [UInt8] {
    let text =
      switch self {
      case .repeats: Self.post(Self.app)
      case .names: Self.post("org.invented.App\(number % Self.inventedNames)")
      case .lists:
        #"{"method":"io.bellhop.Notifications.List","parameters":{"app":"\#(Self.app)","limit":1000}}"#
      case .searches:
        #"{"method":"io.bellhop.Control.List","parameters":{"search":"nowhere to be found"}}"#
      case .explain: #"{"method":"io.bellhop.Control.Explain","parameters":{"id":\#(Self.explained)}}"#
      }
    return Array(text.utf8) + [0]
  }

  static func post(_ app: String) -> String {
    #"{"method":"io.bellhop.Notifications.Post","parameters":{"notification":{"app":"\#(app)","#
      + #""identifier":"same","title":"The same again","body":"Nothing about it is new."}}}"#
  }
}
