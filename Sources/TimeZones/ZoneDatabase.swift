internal import Glibc

/// The files of the system's time zones. GLib alone would also take a rule of POSIX (`EST5EDT,M3.2.0`), an offset
/// or a path for a name; here only what the database has a file of is one.
enum ZoneDatabase {
  /// Where GLib looks, too.
  private static var directory: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// Trees beside the zones themselves: other ways of counting seconds, and what this computer is set to.
  private static let noZones: Set<Substring> = ["posix", "right", "localtime", "posixrules"]
  /// The longest name there is has 32 bytes.
  private static let longestName = 64

  /// The file of the zone of this IANA name; `nil` when there is none.
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

  /// RFC 8536: every file of a zone begins so. The database's lists and notes do not.
  static func isZone(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var magic = [UInt8](repeating: 0, count: 4)
    return read(descriptor, &magic, magic.count) == magic.count && magic == Array("TZif".utf8)
  }
}
