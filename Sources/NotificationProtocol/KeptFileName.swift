package import NotificationModel

/// The name of a file in which root has left a notification for a person whose daemon was not running: the time of the
/// post, and a number that distinguishes files of the same millisecond. Names sort by time, and do not reveal the
/// contents.
package struct KeptName: Hashable, Comparable, Sendable {
  /// Holds a directory for each person, named by the number of their account.
  package static let directory = "/var/spool/bellhop"
  /// Files older than this many days have expired.
  package static let days: Int64 = 7
  /// The most files kept for one person.
  package static let most = 100
  /// The longest file, in bytes: the limit of a post by the socket.
  package static let bytes = Limits.messageBytes

  private static let suffix = ".json"
  private static let digits = 13
  private static let lastTime: Int64 = 9_999_999_999_999

  package let time: Timestamp
  private let number: UInt64

  /// `time` is clamped to the year 2286.
  package init(at time: Timestamp, number: UInt64) {
    self.time = Timestamp(milliseconds: min(time.milliseconds, Self.lastTime))
    self.number = number
  }

  /// `nil` unless `text` is exactly such a name.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix(Self.suffix), let time = Int64(parts[0]),
      let number = UInt64(parts[1].dropLast(Self.suffix.utf8.count), radix: 16)
    else { return nil }
    self.init(at: Timestamp(milliseconds: time), number: number)
    guard self.text == text else { return nil }
  }

  package var text: String {
    Self.padded("\(time.milliseconds)", to: Self.digits) + "-"
      + Self.padded(String(number, radix: 16), to: 16) + Self.suffix
  }

  private static func padded(_ text: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - text.utf8.count)) + text
  }

  package static func < (a: KeptName, b: KeptName) -> Bool {
    (a.time, a.number) < (b.time, b.number)
  }

  /// The names of files that are no longer kept: more than `days` from now, in the past or, by a wrong clock, in the
  /// future, or not among the newest.
  package static func over(among names: [KeptName], now: Timestamp) -> Set<KeptName> {
    let span = days * 86_400
    let current = names.filter { $0.isWithin(seconds: span, of: now) }
    return Set(names).subtracting(current.sorted().suffix(most))
  }

  package func isWithin(seconds: Int64, of now: Timestamp) -> Bool {
    (now.advanced(bySeconds: -seconds)...now.advanced(bySeconds: seconds)).contains(time)
  }
}
