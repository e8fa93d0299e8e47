/// One of the sockets that calls come in by. What a peer may do depends on the door, never on what it says.
package struct Door: Hashable, Sendable {
  package let name: String
  package init(name: String) { self.name = name }

  /// For apps.
  package static let notifications = Door(name: "notifications")
  /// For the person.
  package static let control = Door(name: "control")
}
