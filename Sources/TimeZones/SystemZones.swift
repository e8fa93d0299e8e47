import CNotify
import Glibc
package import Guidelines
import Locks
package import NotificationModel

import struct Synchronization.Atomic

/// The system's time zones, and the zone that the computer was set to when this object was made. Zones are cached for
/// the life of the object; a new object reads them again.
package final class SystemZones: TimeZoneDirectory {
  package let local: any TimeZoneRules
  private let known = Mutex<[String: SystemZone]>([:])

  /// Bounds the cache. Apps name few zones, and an app that names them all only empties the cache.
  private static let mostKnown = 64

  /// The link to the computer's zone, which applies unless `TZ` is set.
  package static let link = "\(linkDirectory)/\(linkName)"
  package static let linkDirectory = "/etc"
  package static let linkName = "localtime"

  /// `TZ` of the process, which is fixed for the life of the process; `nil` if it is unset or only names the link.
  package static var variable: String? {
    getenv("TZ").map { String(cString: $0) }.flatMap { isLink($0) ? nil : $0 }
  }

  static func isLink(_ variable: String) -> Bool { ["", link, ":\(link)"].contains(variable) }

  /// UTC if the value of `TZ` cannot be understood. `nil` if the link leads to no zone, as it does for a moment while a
  /// program replaces the link.
  package init?(variable: String? = SystemZones.variable, link: String = SystemZones.link) {
    if let variable {
      local = SystemZone(identifier: variable) ?? FixedZone.utc as any TimeZoneRules
    } else {
      guard let zone = Self.target(of: link).flatMap({ SystemZone(file: $0) }) else { return nil }
      local = zone
    }
  }

  /// The zones with the computer set to UTC.
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

/// A zone of the system's database, as GLib reads it.
package final class SystemZone: TimeZoneRules {
  // Immutable after creation, with an atomic reference count.
  private nonisolated(unsafe) let zone: OpaquePointer

  private init(_ zone: OpaquePointer) { self.zone = zone }
  deinit { g_time_zone_unref(zone) }

  /// By its IANA name, such as `Europe/Berlin`; `nil` if the database has no zone of that name.
  package convenience init?(named name: String) {
    guard let file = ZoneDatabase.file(named: name) else { return nil }
    self.init(file: file)
  }

  /// By the absolute path of its file, with the file's present contents. GLib caches a zone by its path for as long as
  /// one is in use, so each reading spells the path with another number of slashes.
  convenience init?(file: String) {
    guard ZoneDatabase.isZone(file) else { return nil }
    let reading = Self.readings.wrappingAdd(1, ordering: .relaxed).newValue
    self.init(identifier: String(repeating: "/", count: reading % Self.mostInUse) + file)
  }

  private static let readings = Atomic(0)
  /// The number of readings of one file that can be in use at a time.
  private static let mostInUse = 64

  /// By any value that the variable `TZ` may have: the name of a zone, a path, an offset or a rule of POSIX.
  convenience init?(identifier: String) {
    guard let zone = g_time_zone_new_identifier(identifier) else { return nil }
    self.init(zone)
  }

  package func secondsEastOfUTC(at time: Timestamp) -> Int64 {
    let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(time.milliseconds / 1_000))
    return interval < 0 ? 0 : Int64(g_time_zone_get_offset(zone, interval))
  }
}

/// The files of the system's time zones. GLib would also accept a rule of POSIX (`EST5EDT,M3.2.0`), an offset or a path
/// as a name; here a name is only valid if the database has a file for it.
private enum ZoneDatabase {
  /// The directory that GLib uses as well.
  private static var directory: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// Entries of the directory that are not zones: trees with another count of seconds, and the computer's own setting.
  private static let noZones: Set<Substring> = ["posix", "right", "localtime", "posixrules"]
  /// The longest name in the database has 32 bytes.
  private static let longestName = 64

  /// The file of the zone with this IANA name; `nil` if there is no such file.
  static func file(named name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name.utf8.count <= longestName, let first = parts.first, !noZones.contains(first),
      parts.allSatisfy(isPart)
    else { return nil }
    let path = "\(directory)/\(name)"
    return isZone(path) ? path : nil
  }

  private static func isPart(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, isAlphanumeric(first) else { return false }
    return part.utf8.allSatisfy { isAlphanumeric($0) || "_+-".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether the file begins as a zone's file does (RFC 8536), unlike the database's lists and notes.
  static func isZone(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var magic = [UInt8](repeating: 0, count: 4)
    return read(descriptor, &magic, magic.count) == magic.count && magic == Array("TZif".utf8)
  }
}
