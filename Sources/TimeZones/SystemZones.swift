public import Guidelines

/// The system's time zones.
public struct SystemZones: TimeZoneDirectory {
  public let local: any TimeZoneRules

  public init() { local = SystemZone.local() }

  public func zone(named name: String) -> (any TimeZoneRules)? { SystemZone(named: name) }
}
