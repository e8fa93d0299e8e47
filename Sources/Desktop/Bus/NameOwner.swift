import BusWire
import SessionBus

/// Follows who owns a name on a bus, for as long as it lives. Never starts a service.
final class NameOwner {
  private let changed: (String?) -> Void
  private var changes: GLibSubscription?

  /// `changed` is given the unique name of the owner, or `nil`: at first, and at every change.
  init(of name: String, on connection: GLibConnection, changed: @escaping (String?) -> Void) {
    self.changed = changed
    // Before the question, so that nothing falls between the two.
    changes = GLibSubscription(
      connection, sender: BusMethod.busName, interface: BusMethod.busName,
      member: "NameOwnerChanged", firstArgument: name
    ) { [weak self] signal in
      guard case .string(let owner)? = signal.arguments.last else { return }
      self?.changed(owner.isEmpty ? nil : owner)
    }
    // A bus that answers late is still right.
    connection.call(.bus("GetNameOwner"), [.string(name)], timeoutMilliseconds: .max) { [weak self] answer in
      guard let self else { return }
      if case .success(let values) = answer, case .string(let owner)? = values.first {
        self.changed(owner)
      } else {
        self.changed(nil)
      }
    }
  }
}
