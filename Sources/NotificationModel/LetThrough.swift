/// A sender that the person lets through Do Not Disturb and all other quiet, of one app or of all.
package struct LetThrough: Hashable, Sendable {
  /// As the person wrote it; one line, without control characters.
  package let name: String
  /// `nil` for all apps.
  package let app: AppID?
  /// The form in which names are compared: whole, and without case.
  package let folded: String

  package init(name: String, app: AppID? = nil) {
    self.name = name
    self.app = app
    folded = Self.folded(name)
  }

  /// By way of capitals, because "ß" and "SS" are the same letters.
  package static func folded(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased().lowercased()
  }

  package func isSame(as other: LetThrough) -> Bool { app == other.app && folded == other.folded }

  /// The stored form: a line for each, with its app, a tab and its name.
  package static func text(_ senders: [LetThrough]) -> String {
    senders.map { "\($0.app?.text ?? "")\t\($0.name)" }.joined(separator: "\n")
  }

  package static func list(_ text: String) -> [LetThrough] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[1].isEmpty else { return nil }
      return LetThrough(name: parts[1], app: AppID(parts[0]))
    }
  }
}

extension NotificationRequest {
  /// The name of the sender, as the post says it. Calls and messages without one have it as their title, and so has
  /// what comes by the desktop's own interface, which knows no senders.
  package var senderName: String? {
    sender?.name ?? (kind == .call || kind == .message || origin.desktop != nil ? title : nil)
  }
}
