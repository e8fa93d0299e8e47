/// A point of wall-clock time in milliseconds since 1970 (UTC), between the years 1970 and 9999.
public struct Timestamp: Hashable, Sendable, Comparable {
  public let milliseconds: Int64

  public static let latest: Int64 = 253_402_300_799_999

  /// Clamped to the years that can be written as RFC 3339.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Self.latest)
  }

  /// Past the last representable moment there is none later: the sum is clamped.
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (product, tooFar) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !tooFar else { return Timestamp(milliseconds: seconds < 0 ? 0 : Self.latest) }
    let (sum, over) = milliseconds.addingReportingOverflow(product)
    return Timestamp(milliseconds: over ? Self.latest : sum)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}

/// Milliseconds since the machine started, counted through suspend: for waiting, never for calendars.
public struct Uptime: Hashable, Sendable, Comparable {
  public let milliseconds: Int64
  public init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

  /// The bound keeps every sum representable, whatever a configuration says.
  public func advanced(byMilliseconds delta: Int64) -> Uptime {
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    return Uptime(milliseconds: over ? .max : sum)
  }

  public static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }
}

/// Both clocks, read together. Everything that judges takes one; nothing but the edges reads a clock.
public struct Moment: Hashable, Sendable {
  public let wall: Timestamp
  public let uptime: Uptime
  public init(wall: Timestamp, uptime: Uptime) {
    self.wall = wall
    self.uptime = uptime
  }

  /// As both clocks will show when the wall clock shows that time; waiting for a time that is past takes no time.
  public func moved(to time: Timestamp?) -> Moment {
    guard let time else { return self }
    return Moment(
      wall: time,
      uptime: uptime.advanced(byMilliseconds: max(0, time.milliseconds - wall.milliseconds)))
  }
}
