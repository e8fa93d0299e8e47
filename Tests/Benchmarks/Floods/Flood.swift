/// What one app can call again and again.
enum Flood: String, CaseIterable {
  /// The same post.
  case repeats
  /// All that the app has in the list.
  case lists
  /// A word that stands nowhere, over everything that is stored.
  case searches
  /// The same post under names that nothing vouches for.
  case names
  /// The notification with the most decisions.
  case explain

  static let app = "org.example.Flood"
  /// How many the app has in the list, and how many of others are stored beside.
  static let listed = 900
  static let history = 20_000
  /// The first that was posted.
  static let explained = 1
  /// More than are kept.
  static let decisions = 300

  private static let option = "--flood"
  private static let inventedNames = 1_000

  /// How this program is started to flood. Without a flood it computes, and never calls.
  static func arguments(_ flood: Flood?, path: String, inFlight: Int) -> [String] {
    [option, flood?.rawValue ?? "none", path, String(inFlight)]
  }

  static func started(with arguments: [String]) -> Options.Parsed? {
    guard arguments.count == 4, arguments[0] == option, let inFlight = Int(arguments[3]) else { return nil }
    return .flood(Flood(rawValue: arguments[1]), path: arguments[2], inFlight: inFlight)
  }

  /// Whether it needs the person's socket.
  var isControl: Bool { self == .searches || self == .explain }

  /// The call of this number, with its NUL.
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
