import BusSocket
import BusWire

/// A screen saver on the session's bus: one that is active counts as locked, since few tell the two apart.
///
/// Invariant: what an owner of the name says after it has lost the name is passed over.
final class ScreenSaverLock: BusFollower {
  private let name: String
  private let path: String
  private let heard: (LockAnswer) -> Void
  private var connection: BusClient?
  private var names: NameOwner?
  private var owner: String?
  private var changes: BusSubscription?

  /// Name and interface are one.
  init(_ name: String, at path: String, heard: @escaping (LockAnswer) -> Void) {
    self.name = name
    self.path = path
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
    // Some speak from several paths.
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
    // One that is stuck may still lock the screen, or have locked it: it is waited for until it answers or goes.
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
