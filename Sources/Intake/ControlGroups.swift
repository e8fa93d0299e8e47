import NotificationModel

/// The control groups of a process, by the names of their units: all the parts of all the paths in its `cgroup`
/// file, which with older hierarchies has many lines.
struct ControlGroups: Hashable, Sendable {
  private let units: Set<Substring>

  init(_ text: String) { units = Set(text.split { $0 == "/" || $0 == "\n" }) }

  /// Whether one is named as snap and Flatpak name what they start.
  var nameSandbox: Bool {
    units.contains { $0.hasPrefix("snap.") || $0.hasPrefix("app-flatpak-") || $0.hasPrefix("flatpak-") }
  }

  /// The desktop entry of the one app of a snap that the process belongs to. The name is snapd's; asking snapd
  /// itself would mean to start a program.
  var snapApp: AppID? {
    let snaps = units.filter { $0.hasPrefix("snap.") }
    guard snaps.count == 1, let unit = snaps.first else { return nil }
    return Self.snapApp(unit)
  }

  /// `snap.NAME.APP-UUID.scope`, `snap.NAME.APP.UUID.scope` of older ones, `snap.NAME.APP.service` → `NAME_APP`.
  private static func snapApp(_ unit: Substring) -> AppID? {
    var name = unit.dropFirst("snap.".count)
    if name.hasSuffix(".scope") {
      name = name.dropLast(".scope".count)
      let end = name.suffix(37)
      guard end.count == 37, end.first == "-" || end.first == ".", isUUID(end.dropFirst()) else { return nil }
      name = name.dropLast(37)
    } else if name.hasSuffix(".service") {
      name = name.dropLast(".service".count)
    } else {
      return nil
    }
    // What a snap runs when it is installed or refreshed is `NAME.hook.WHICH`, and no app.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return AppID("\(parts[0])_\(parts[1])")
  }

  private static func isUUID(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.count == $0.count && $0.allSatisfy(\.isHexDigit) }
  }
}
