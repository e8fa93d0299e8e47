import Glibc
public import Guidelines

/// The system's time zones, and which of them the computer is set to at the moment of making.
public struct SystemZones: TimeZoneDirectory {
  public let local: any TimeZoneRules

  /// The link that says which zone the computer is set to, wherever `TZ` does not.
  public static let link = "\(linkDirectory)/\(linkName)"
  public static let linkDirectory = "/etc"
  public static let linkName = "localtime"

  /// `TZ` of the process: what it says holds for as long as the process lives.
  public static var variable: String? {
    getenv("TZ").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Which file the link leads to is looked up every time: GLib remembers what it has read by the file's name, and
  /// setting the zone replaces the link. UTC where neither says anything that can be understood.
  public init(variable: String? = Self.variable, link: String = Self.link) {
    if let variable {
      local = SystemZone(identifier: variable) ?? FixedZone.utc as any TimeZoneRules
    } else {
      local = Self.target(of: link).flatMap { SystemZone(file: $0) } ?? FixedZone.utc as any TimeZoneRules
    }
  }

  public func zone(named name: String) -> (any TimeZoneRules)? { SystemZone(named: name) }

  private static func target(of link: String) -> String? {
    guard let resolved = realpath(link, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
