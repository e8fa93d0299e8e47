/// Apps by the beginning of their ids, as configuration files name them: `org.example.*`, or `*` for all.
package struct AppGroup: Hashable, Sendable, CustomStringConvertible {
  package static let all = AppGroup(prefix: "")

  /// With its dot; empty for all.
  private let prefix: String

  private init(prefix: String) { self.prefix = prefix }

  /// `nil` for what is neither an id with `.*` behind it nor a lone `*`.
  package init?(_ text: String) {
    if text == "*" {
      self = .all
    } else if text.hasSuffix(".*"), AppID(String(text.dropLast(2))) != nil {
      self.init(prefix: String(text.dropLast()))
    } else {
      return nil
    }
  }

  package var description: String { "\(prefix)*" }

  package func contains(_ app: AppID) -> Bool { app.text.utf8.starts(with: prefix.utf8) }

  /// Whether every app of that one is in this.
  package func contains(_ other: AppGroup) -> Bool { other.prefix.utf8.starts(with: prefix.utf8) }

  /// The narrower of two that have an app in common is the one with the longer beginning.
  package static func isWider(_ a: AppGroup, _ b: AppGroup) -> Bool {
    (a.prefix.utf8.count, a.prefix) < (b.prefix.utf8.count, b.prefix)
  }
}
