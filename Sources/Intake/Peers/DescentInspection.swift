package import EventLoop
package import NotificationModel

// Processes that another has started. dunst starts a person's script by way of a process that ends at once, so that the
// script's parent is not dunst; the script has dunst's environment all the same.

extension PeerInspection {
  private static let variable = "DBUS_SESSION_BUS_ADDRESS="
  /// A longer environment is not read: the process then counts as started by another.
  private static let environmentBytes = 262_144
  private static let mostParents = 16

  /// Whether the process descends from `ancestor`: that is among its parents, or both began with the same address of a
  /// bus, in a directory called `directory`. Throws if descriptors or memory are used up.
  package func isStarted(_ process: CallingProcess, by ancestor: Int32, busIn directory: String)
    throws(SystemError) -> Bool
  {
    do throws(PeerRefusal) {
      let itself = try self.directory(of: process.number)
      guard try itself.start == process.began else { return false }
      if let address = try Self.bus(of: itself), address.contains("/\(directory)/") {
        if try address == Self.bus(of: self.directory(of: ancestor)) { return true }
      }
      return try isParent(ancestor, of: itself)
    } catch {
      if let cause = error.cause, cause.isForNow { throw cause }
      return false
    }
  }

  /// The value of the variable when the process's program began.
  private static func bus(of process: borrowing ProcessDirectory) throws(PeerRefusal) -> Substring? {
    try process.text("environ", limit: environmentBytes).split(separator: "\0")
      .first { $0.hasPrefix(variable) }?.dropFirst(variable.count)
  }

  private func isParent(_ ancestor: Int32, of process: consuming ProcessDirectory) throws(PeerRefusal) -> Bool
  {
    for _ in 0..<Self.mostParents {
      guard let life = try process.life, life.parent > 1 else { return false }
      process = try directory(of: life.parent)
      // A parent that began later has the reused number of one that has ended.
      guard let start = try process.start, start <= life.start else { return false }
      if life.parent == ancestor { return true }
    }
    return false
  }
}
