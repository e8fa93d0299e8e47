import BusSocket
import Glibc

/// Follows who owns the notification server's name, as `NameOwner` does, and passes over this very process: what it
/// serves itself is no server to it.
final class OtherOwner {
  private let connection: BusClient
  private let changed: (String?) -> Void
  private var names: NameOwner?
  private var owner: String?
  /// Whether that is this process, as far as is known.
  private(set) var isOurselves = false

  init(of name: String, on connection: BusClient, changed: @escaping (String?) -> Void) {
    self.connection = connection
    self.changed = changed
    names = NameOwner(of: name, on: connection) { [weak self] in self?.found($0) }
  }

  private func found(_ owner: String?) {
    self.owner = owner
    isOurselves = false
    guard let owner else { return changed(nil) }
    Self.isOurselves(owner, on: connection) { [weak self] isOurs in
      guard let self, self.owner == owner else { return }
      isOurselves = isOurs
      changed(isOurs ? nil : owner)
    }
  }

  static func isOurselves(_ owner: String, on connection: BusClient, then: @escaping (Bool) -> Void) {
    connection.process(of: owner) { then($0 == getpid()) }
  }
}
