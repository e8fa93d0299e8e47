import NotificationModel

/// Where the desktop's notification server is to be found while we have its name: behind bellhop-bus; else at a shell's
/// own name, where it serves the interface; else where it goes on serving without the name. Knows no bus.
struct RouteChoice {
  /// Where bellhop-bus listens.
  private let path: String
  /// More than one does not occur on a desktop.
  private static let mostNameless = 8

  /// Who has the name of the server behind bellhop-bus.
  var behind: String?
  /// Who has the names of shells, in the order of `DoorNames.shells`.
  private var shells: [String: String] = [:]
  /// Those that may serve without a name, for as long as they are connected: who had the notification name before us, and
  /// whose program is known for it. The newest first.
  private var nameless: [String] = []
  /// By unique names: whether they serve the interface. Only of those that are there.
  private var serves: [String: Bool] = [:]

  init(path: String) { self.path = path }

  mutating func shellIs(_ name: String, _ owner: String?) {
    shells[name] = owner
    forgetOthers()
  }

  mutating func isNameless(_ name: String) {
    guard !nameless.contains(name) else { return }
    nameless = [name] + nameless.prefix(Self.mostNameless - 1)
    forgetOthers()
  }

  /// A connection has ended.
  mutating func isGone(_ name: String) {
    nameless.removeAll { $0 == name }
    forgetOthers()
  }

  mutating func found(_ name: String, serves isServer: Bool) {
    if candidates.contains(name) { serves[name] = isServer }
  }

  /// Whom to ask whether they serve.
  var unknown: [String] { behind == nil ? candidates.filter { serves[$0] == nil } : [] }
  /// Whom to ask again after a while, since nobody serves: a shell that is starting has its name before all else.
  var doubtful: [String] { route == .behind(path: path) && behind == nil ? candidates : [] }

  /// `nil` while that may be found out.
  var route: ServerRoute? {
    guard behind == nil else { return .behind(path: path) }
    for shell in DoorNames.shells {
      guard let owner = shells[shell] else { continue }
      guard let isServer = serves[owner] else { return nil }
      if isServer { return .named(shell) }
    }
    for name in nameless {
      guard let isServer = serves[name] else { return nil }
      if isServer { return .named(name) }
    }
    return .behind(path: path)
  }

  /// Its unique name.
  var server: String? {
    switch route {
    case .named(let name): shells[name] ?? name
    case .behind: behind
    case .usual, nil: nil
    }
  }

  private var candidates: [String] { DoorNames.shells.compactMap { shells[$0] } + nameless }

  private mutating func forgetOthers() {
    let candidates = candidates
    serves = serves.filter { candidates.contains($0.key) }
  }
}
