import BusSocket
import BusWire

/// Follows a screen saver on the session bus. An active one counts as locked, since few distinguish the two.
///
/// Invariant: messages from a former owner of the name are ignored.
final class ScreenSaverLock: BusFollower {
  private let name: String
  private let path: String
  private let heard: (LockAnswer) -> Void
  private var connection: BusClient?
  private var names: NameOwner?
  private var owner: String?
  private var changes: BusSubscription?

  /// `name`: also the name of the interface, and with slashes the path of the object.
  init(_ name: String, heard: @escaping (LockAnswer) -> Void) {
    self.name = name
    path = "/" + String(name.map { $0 == "." ? "/" : $0 })
    self.heard = heard
  }

  func arrived(on connection: BusClient) {
    self.connection = connection
    heard(.awaited)
    names = NameOwner(of: name, on: connection) { [unowned self] in found($0) }
  }

  func left() {
    names = nil
    changes = nil
    owner = nil
    connection = nil
    heard(.absent)
  }

  private func found(_ owner: String?) {
    guard let connection else { return }
    self.owner = owner
    changes = nil
    guard let owner else { return heard(.absent) }
    // No path in the match: some screen savers send the signal from several paths.
    changes = BusSubscription(
      connection, sender: owner, interface: name, member: "ActiveChanged"
    ) { [weak self] signal in
      guard let self, case .bool(let isActive)? = signal.arguments.first else { return }
      heard(isActive ? .locked : .unlocked)
    }
    ask()
  }

  func ask() {
    guard let connection, let owner else { return }
    // The call has no time limit: a screen saver, or a session manager, that is busy with the login answers late.
    connection.call(
      BusMethod("GetActive", of: name, at: path, on: owner), timeoutMilliseconds: nil
    ) { [weak self] answer in
      guard let self, self.owner == owner, self.connection === connection else { return }
      switch answer {
      case .success(let values):
        guard case .bool(let isActive)? = values.first else { return heard(.absent) }
        heard(isActive ? .locked : .unlocked)
      // GNOME's proxy of org.freedesktop.ScreenSaver answers NotSupported.
      case .failure: heard(.absent)
      }
    }
  }
}
