import Sink

/// What `--sink` can be.
enum SinkChoice {
  /// Why nothing is shown on the desktop for now: nobody answers at its bus's address, which is of this kind, or it has
  /// none.
  static func withoutBus(_ kind: String?) -> String {
    let names = "DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR/bus"
    let missing =
      kind.map { "nobody answers at the session bus's address (\($0), by \(names))" }
      ?? "there is no session bus (\(names)) and no terminal to print to"
    return "\(missing): every banner waits until there is a bus; --sink console prints them"
  }

  private static let sinks: [any ChosenSink.Type] = [DesktopSink.self, ConsoleSink.self, NoSink.self]
  static let automatic = "auto"
  static let words = [automatic] + sinks.map { $0.name }

  /// The sink of that name; for `auto` the first that is there, or else the first. `nil` where there is none.
  static func sink(_ word: String) -> (any ChosenSink.Type)? {
    word == automatic ? sinks.first { $0.isThere } ?? sinks.first : sinks.first { $0.name == word }
  }
}
