import BusWire
import NotificationModel
import Wording

/// Units of notification servers that exclude each other. The service manager knows one unit for a name on the bus
/// (`BusName=` in systemd.service(5)): the first that it loads, whether or not that runs. Others it refuses to start.
struct RivalUnits: Hashable, Sendable {
  /// Those that have the notification name for theirs.
  private let loaded: [String]
  private let refused: [String]

  /// `nil` for none. `names`: units that may be refused; the manager forgets such a one where nothing wants it.
  static func find(in manager: ServiceManager?, among names: [String]) throws(FrontFault) -> RivalUnits? {
    guard let manager else { return nil }
    var (loaded, refused): ([String], [String]) = ([], [])
    let units = try manager.services()
    for unit in units {
      if try manager.isRefused(unit.path) {
        refused.append(unit.name)
      } else if try manager.isLoadedServer(unit.path) {
        loaded.append(unit.name)
      }
    }
    // Without one, asking for the others would have the manager load one of them, and refuse the next for it.
    guard !loaded.isEmpty else { return nil }
    for name in names where !units.contains(where: { $0.name == name }) {
      if let path = try manager.unit(named: name), try manager.isRefused(path) { refused.append(name) }
    }
    return refused.isEmpty ? nil : RivalUnits(loaded: loaded.sorted(), refused: refused.sorted())
  }

  var fact: DesktopFact { .rivalUnits(loaded: loaded, refused: refused) }
  var told: FrontSentence { .rivals(loaded: loaded, refused: refused) }
}

extension ServiceManager {
  fileprivate func isLoadedServer(_ unit: String) throws(FrontFault) -> Bool {
    guard try hasNotificationName(unit) else { return false }
    return try text("LoadState", of: unit) == "loaded"
  }

  /// Whether it is another unit's bus name that keeps this one from being loaded.
  fileprivate func isRefused(_ unit: String) throws(FrontFault) -> Bool {
    guard try hasNotificationName(unit) else { return false }
    return try property("LoadError", of: unit) { message, signature, reader throws(WireFault) in
      guard signature.text == "(ss)" else { return nil }
      try reader.align(to: 8)
      return message.text(try reader.string()) == Self.fileExists
    } ?? false
  }

  private func hasNotificationName(_ unit: String) throws(FrontFault) -> Bool {
    try text("BusName", of: unit, "Service") == NameOwner.notifications
  }
}
