import Delivery
import Sink

/// What `--sink` can be.
enum SinkChoice {
  private static let sinks: [any Sink.Type] = [LibnotifySink.self, ConsoleSink.self, NoSink.self]
  static let automatic = "auto"
  static let words = [automatic] + sinks.map { $0.name }

  /// The sink of that name; for `auto` the first that is there, or else the first. `nil` where there is none.
  static func sink(_ word: String) -> (any Sink.Type)? {
    word == automatic ? sinks.first { $0.isThere } ?? sinks.first : sinks.first { $0.name == word }
  }
}
