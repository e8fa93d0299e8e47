import BusWire

/// A program that keeps the session from going idle, as a service of the desktop's knows it.
struct IdleInhibitor: Hashable, Sendable {
  /// The program's own claim.
  var name: String
  /// By the bus.
  var process: Int32?

  var identity: WindowIdentity { WindowIdentity(naming: [name], process: process) }
}

/// The services of the desktop's that keep the session from going idle for programs.
enum IdleInhibitorSource {
  case logind, sessionManager
}

extension IdleInhibitor {
  /// The most that are kept of one service; more than a person runs programs that play.
  static let most = 64

  /// Those of this user in logind's list (`ListInhibitors`): kinds, program, reason, mode, user and process. A mode such
  /// as "delay" keeps nothing from going idle.
  static func all(inLogindsList list: BusValue?, user: UInt32) -> [IdleInhibitor] {
    guard case .array(_, let entries)? = list else { return [] }
    let found = entries.lazy.compactMap { entry -> IdleInhibitor? in
      guard case .structure(let fields) = entry, fields.count == 6, case .string(let kinds) = fields[0],
        case .string(let name) = fields[1], fields[3] == .string("block"), fields[4] == .uint32(user),
        case .uint32(let process) = fields[5], kinds.split(separator: ":").contains("idle")
      else { return nil }
      return IdleInhibitor(name: name, process: Int32(exactly: process))
    }
    return Array(found.prefix(most))
  }
}
