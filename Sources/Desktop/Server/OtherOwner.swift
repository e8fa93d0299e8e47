import BusWire
import Glibc
import SessionBus

/// Follows who owns the notification server's name, as `NameOwner` does, and passes over this very process: what it
/// serves itself is no server to it.
final class OtherOwner {
  private let connection: GLibConnection
  private let changed: (String?) -> Void
  private var names: NameOwner?
  private var owner: String?
  /// Whether that is this process, as far as is known.
  private(set) var isOurselves = false

  init(of name: String, on connection: GLibConnection, changed: @escaping (String?) -> Void) {
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

  static func isOurselves(_ owner: String, on connection: GLibConnection, then: @escaping (Bool) -> Void) {
    connection.call(
      .bus("GetConnectionUnixProcessID"), [.string(owner)], timeoutMilliseconds: .max
    ) { answer in
      then(answer == .success([.uint32(UInt32(bitPattern: getpid()))]))
    }
  }
}
