/// A point of wall-clock time in milliseconds since 1970 (UTC), between the years 1970 and 9999.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let milliseconds: Int64

  package static let latest: Int64 = 253_402_300_799_999

  /// Clamped to the years that can be written as RFC 3339.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Self.latest)
  }

  /// As RFC 3339 writes it.
  public var description: String { rfc3339 }

  /// Past the last representable moment there is none later: the sum is clamped.
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (product, tooFar) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !tooFar else { return Timestamp(milliseconds: seconds < 0 ? 0 : Self.latest) }
    return advanced(byMilliseconds: product)
  }

  /// Clamped likewise.
  package func advanced(byMilliseconds delta: Int64) -> Timestamp {
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    return Timestamp(milliseconds: over ? Self.latest : sum)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}

/// Milliseconds since the machine started, counted through suspend: for waiting, never for calendars.
package struct Uptime: Hashable, Sendable, Comparable {
  package let milliseconds: Int64
  package init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

  /// The bound keeps every sum representable, whatever a configuration says.
  package func advanced(byMilliseconds delta: Int64) -> Uptime {
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    return Uptime(milliseconds: over ? .max : sum)
  }

  package static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }
}

/// Both clocks, read together. Everything that judges takes one; nothing but the edges reads a clock.
package struct Moment: Hashable, Sendable {
  package let wall: Timestamp
  package let uptime: Uptime
  package init(wall: Timestamp, uptime: Uptime) {
    self.wall = wall
    self.uptime = uptime
  }

  /// As both clocks will show when the wall clock shows that time; waiting for a time that is past takes no time.
  package func moved(to time: Timestamp?) -> Moment {
    guard let time else { return self }
    return Moment(
      wall: time,
      uptime: uptime.advanced(byMilliseconds: max(0, time.milliseconds - wall.milliseconds)))
  }
}
