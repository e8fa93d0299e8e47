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
    /// The process runs the program that this app's entry starts; where several do, its scope names this one.
    case executable
    /// The process runs where the desktop runs this app.
    case scope
    /// Nothing but its own word.
    case claim
  }

  package let app: AppID
  package let ground: Ground

  /// Whether the call's `desktop-entry` and its app's name name an installed app that it does not come from, or Bellhop.
  package private(set) var hintNamesAnother = false
  package private(set) var nameIsAnothers = false

  /// Whether its windows show what is others', as its desktop entry says: a browser's pages, a terminal's programs. That
  /// one of them is in front says nothing about what of it is seen.
  package private(set) var showsOthers = false

  /// Whether a sandbox or an installed entry stands behind it.
  package var isVouchedFor: Bool { ground != .claim }

  /// `nil` for none, and for the daemon's own apps: those come by other doors.
  package init?(_ app: AppID?, _ ground: Ground) {
    guard let app, !OwnName.isTaken(by: app.text) else { return nil }
    self.init(known: app, ground)
  }

  package func naming(another hint: Bool, _ name: Bool) -> PostingApp {
    var app = self
    app.hintNamesAnother = hint
    app.nameIsAnothers = name
    return app
  }

  package func showing(others: Bool) -> PostingApp {
    var app = self
    app.showsOthers = others
    return app
  }

  private init(known app: AppID, _ ground: Ground) {
    self.app = app
    self.ground = ground
  }

  /// Whoever gives no name.
  static let unknown = PostingApp(known: .unknown, .claim)
  /// Bellhop's own command, when it tries the way that all apps go.
  static let ownCommand = PostingApp(known: .shell, .executable)
}
