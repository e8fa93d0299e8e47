import EventLoop
import Journal
import TimeZones

/// Tells which time zone the computer is set to, at once and whenever it may have become another.
struct ZoneWatch: ~Copyable {
  private let watch: NameWatch

  /// `nil` where `TZ` says it, which holds for as long as the process lives, and where nothing can be watched.
  init?(_ loop: EventLoop, _ tell: @escaping (SystemZones) -> Void) {
    guard SystemZones.variable == nil else { return nil }
    // The link may be gone for a moment while it is replaced: until it is back, the zone is the one before.
    let look = { if let zones = SystemZones() { tell(zones) } }
    do throws(SystemError) {
      watch = try NameWatch(SystemZones.linkName, in: [SystemZones.linkDirectory], loop, look)
    } catch {
      log(.warning, "a change of the time zone will not be noticed: \(error)")
      return nil
    }
    // As it was before the watch began, or is since.
    look()
  }
}
