import Glibc
package import Guidelines
import Synchronization

/// The system's time zones, and which of them the computer was set to at the moment of making. What has been read
/// of them stays: those that are made anew read anew.
package final class SystemZones: TimeZoneDirectory {
  package let local: any TimeZoneRules
  private let known = Mutex<[String: SystemZone]>([:])

  /// The zones that apps name are few; whoever names them all gains nothing.
  private static let mostKnown = 64

  /// The link that says which zone the computer is set to, wherever `TZ` does not.
  package static let link = "\(linkDirectory)/\(linkName)"
  package static let linkDirectory = "/etc"
  package static let linkName = "localtime"

  /// `TZ` of the process: what it says holds for as long as the process lives, unless it only names the link.
  package static var variable: String? {
    getenv("TZ").map { String(cString: $0) }.flatMap { isLink($0) ? nil : $0 }
  }

  static func isLink(_ variable: String) -> Bool { ["", link, ":\(link)"].contains(variable) }

  /// UTC where `TZ` says nothing that can be understood. `nil` where the link leads to no zone, as it does between
  /// its removal and its being made again.
  package init?(variable: String? = SystemZones.variable, link: String = SystemZones.link) {
    if let variable {
      local = SystemZone(identifier: variable) ?? FixedZone.utc as any TimeZoneRules
    } else {
      guard let zone = Self.target(of: link).flatMap({ SystemZone(file: $0) }) else { return nil }
      local = zone
    }
  }

  /// With the computer in UTC.
  package static var utc: SystemZones { SystemZones(local: FixedZone.utc) }

  private init(local: any TimeZoneRules) { self.local = local }

  package func zone(named name: String) -> (any TimeZoneRules)? {
    known.withLock { known in
      if let zone = known[name] { return zone }
      guard let zone = SystemZone(named: name) else { return nil }
      if known.count >= Self.mostKnown { known.removeAll() }
      known[name] = zone
      return zone
    }
  }

  private static func target(of link: String) -> String? {
    guard let resolved = realpath(link, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
