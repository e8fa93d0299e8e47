/// One of the sockets that calls come in by. What a peer may do depends on the door, never on what it says.
public struct Door: Hashable, Sendable {
  public let name: String
  public init(name: String) { self.name = name }

  /// For apps.
  public static let notifications = Door(name: "notifications")
  /// For the person.
  public static let control = Door(name: "control")
}
