import BusSocket
import BusWire

/// Follows which programs keep the session from going idle at GNOME's session manager, whose name those of MATE and
/// Cinnamon have too. Browsers and players ask it on these desktops.
///
/// Invariant: messages from a former owner of the name are ignored.
final class SessionInhibitors: BusFollower {
  private static let name = "org.gnome.SessionManager"
  private static let path = "/org/gnome/SessionManager"
  private static let inhibitor = "org.gnome.SessionManager.Inhibitor"
  /// "Inhibit the session being marked as idle".
  private static let idle: UInt32 = 8

  private let reporting: ([IdleInhibitor]) -> Void
  private var connection: BusClient?
  private var names: NameOwner?
  private var owner: String?
  private var signals: BusSubscription?
  /// By their objects' paths; `nil` for one that has not answered yet, or does not inhibit idle.
  private var known: [String: IdleInhibitor?] = [:]

  init(reporting: @escaping ([IdleInhibitor]) -> Void) { self.reporting = reporting }

  func arrived(on connection: BusClient) {
    self.connection = connection
    names = NameOwner(of: Self.name, on: connection) { [unowned self] in found($0) }
  }

  func left() {
    names = nil
    found(nil)
    connection = nil
  }

  private func found(_ owner: String?) {
    self.owner = owner
    signals = nil
    known = [:]
    report()
    guard let connection, let owner else { return }
    signals = BusSubscription(
      connection, sender: owner, interface: Self.name, path: Self.path
    ) { [unowned self] signal in
      guard case .objectPath(let path)? = signal.arguments.first else { return }
      switch signal.member {
      case "InhibitorAdded": added(path)
      case "InhibitorRemoved": removed(path)
      default: break
      }
    }
    ask("GetInhibitors", of: Self.name, at: Self.path) { [unowned self] answer in
      guard case .array(_, let paths)? = answer else { return }
      for case .objectPath(let path) in paths { added(path) }
    }
  }

  private func added(_ path: String) {
    guard known[path] == nil, known.count < IdleInhibitor.most else { return }
    known[path] = .some(nil)
    ask("GetFlags", of: Self.inhibitor, at: path) { [unowned self] flags in
      guard case .uint32(let flags)? = flags, flags & Self.idle != 0 else { return }
      ask("GetAppId", of: Self.inhibitor, at: path) { [unowned self] app in
        guard case .string(let app)? = app, known[path] != nil else { return }
        // Chromium gives the path of its program.
        known[path] = IdleInhibitor(name: app.split(separator: "/").last.map(String.init) ?? app)
        report()
      }
    }
  }

  private func removed(_ path: String) {
    guard let inhibitor = known.removeValue(forKey: path) else { return }
    if inhibitor != nil { report() }
  }

  private func report() { reporting(known.values.compactMap(\.self)) }

  private func ask(
    _ member: String, of interface: String, at path: String, then: @escaping (BusValue?) -> Void
  ) {
    guard let connection, let owner else { return }
    connection.call(BusMethod(member, of: interface, at: path, on: owner), timeoutMilliseconds: nil) {
      [weak self] answer in
      guard let self, self.owner == owner, self.connection === connection else { return }
      if case .success(let values) = answer { then(values.first) } else { then(nil) }
    }
  }
}
