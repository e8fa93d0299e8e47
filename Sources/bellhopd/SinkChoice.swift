import Delivery
import Sink

/// What `--sink` can be.
enum SinkChoice {
  /// Why nothing will be shown as things are; `nil` where a desktop or a terminal is there, or nothing is to be shown.
  static func whatIsMissing(to sink: any Sink.Type) -> String? {
    guard sink == LibnotifySink.self, !sink.isThere else { return nil }
    return
      "there is no session bus (DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR/bus), and no terminal to "
      + "print to was asked for or is there: every banner waits until there is a bus; --sink console prints them"
  }

  private static let sinks: [any Sink.Type] = [LibnotifySink.self, ConsoleSink.self, NoSink.self]
  static let automatic = "auto"
  static let words = [automatic] + sinks.map { $0.name }

  /// The sink of that name; for `auto` the first that is there, or else the first. `nil` where there is none.
  static func sink(_ word: String) -> (any Sink.Type)? {
    word == automatic ? sinks.first { $0.isThere } ?? sinks.first : sinks.first { $0.name == word }
  }
}
