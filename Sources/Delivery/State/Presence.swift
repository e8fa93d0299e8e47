import NotificationModel

/// Presence, combined from all sources.
struct PresenceAnswers {
  private var answers: [PresenceSource: Presence] = [:]

  private static let measuring: [PresenceSource] = [.x11, .wayland, .mutter]

  /// `nil`: the source does not know.
  mutating func hear(_ presence: Presence?, from source: PresenceSource) { answers[source] = presence }

  /// `nil` where no source knows. Of the sources that measure input, one that has seen some is right. logind's time is
  /// another, and it counts where none measures.
  var presence: Presence? {
    if answers[.logindInhibitor] == .here || answers[.gnomeInhibitor] == .here { return .here }
    let measured = Self.measuring.compactMap { answers[$0] }
    guard !measured.isEmpty else { return answers[.logind] }
    return measured.contains(.here) ? .here : .away
  }
}
