package import NotificationModel

/// The app that a call is taken to come from, and why.
package struct PostingApp: Hashable, Sendable {
  package enum Ground: String, CaseIterable, Sendable {
    /// The process is in a sandbox of this app.
    case sandbox
    /// The hint names an app that is installed.
    case desktopEntry
    /// Who passed the call on names it in the hint, having looked.
    case forwarder
    /// An installed app has this id or this name.
    case name
    /// The process runs where the desktop runs this app.
    case scope
    /// Nothing but its own word.
    case claim
  }

  package let app: AppID
  package let ground: Ground

  /// Whether the call's `desktop-entry` and its app's name name an installed app that it does not come from.
  package private(set) var hintNamesAnother = false
  package private(set) var nameIsAnothers = false

  /// Whether a sandbox or an installed entry stands behind it.
  package var isVouchedFor: Bool { ground != .claim }

  /// `nil` for none, and for the daemon's own apps: those come by other doors.
  package init?(_ app: AppID?, _ ground: Ground) {
    guard let app, !app.isReserved else { return nil }
    self.app = app
    self.ground = ground
  }

  package func naming(another hint: Bool, _ name: Bool) -> PostingApp {
    var app = self
    app.hintNamesAnother = hint
    app.nameIsAnothers = name
    return app
  }

  private init(unnamed: AppID) {
    app = unnamed
    ground = .claim
  }

  /// Whoever gives no name.
  static let unknown = PostingApp(unnamed: .unknown)
}
