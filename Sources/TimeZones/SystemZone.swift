import CNotify
import Guidelines
package import NotificationModel
import Synchronization

/// A zone of the system's database, as GLib reads it.
package final class SystemZone: TimeZoneRules {
  // Immutable after its making, and its reference count is atomic.
  private nonisolated(unsafe) let zone: OpaquePointer

  private init(_ zone: OpaquePointer) { self.zone = zone }
  deinit { g_time_zone_unref(zone) }

  /// By its IANA name, such as `Europe/Berlin`; `nil` when the database has none of that name.
  package convenience init?(named name: String) {
    guard let file = ZoneDatabase.file(named: name) else { return nil }
    self.init(file: file)
  }

  /// By the absolute path of its file, as the file is now. GLib remembers what it has read by the path, for as long
  /// as any zone of it is in use: to it this is another path each time.
  convenience init?(file: String) {
    guard ZoneDatabase.isZone(file) else { return nil }
    let reading = Self.readings.wrappingAdd(1, ordering: .relaxed).newValue
    self.init(identifier: String(repeating: "/", count: reading % Self.mostInUse) + file)
  }

  private static let readings = Atomic(0)
  /// Of zones of one file, that were read at different times.
  private static let mostInUse = 64

  /// Whatever the variable `TZ` may hold: the name of a zone, a path, an offset or a rule of POSIX.
  convenience init?(identifier: String) {
    guard let zone = g_time_zone_new_identifier(identifier) else { return nil }
    self.init(zone)
  }

  package func secondsEastOfUTC(at time: Timestamp) -> Int64 {
    let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(time.milliseconds / 1_000))
    return interval < 0 ? 0 : Int64(g_time_zone_get_offset(zone, interval))
  }
}
