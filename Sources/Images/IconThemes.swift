internal import Glibc

/// The installed icon themes (Icon Theme Specification). An icon of any theme counts: the one in use is not known here, and
/// themes fall back on others.
package struct IconThemes: Sendable {
  private static let endings = [".png", ".svg", ".xpm"]

  private let dataDirectories: [String]

  /// As in the base directory specification.
  package init(in dataDirectories: [String]) { self.dataDirectories = dataDirectories }

  /// Whether there is an icon of this name. Where no theme is installed at all, it cannot be told, and counts as there.
  func have(_ name: String) -> Bool {
    guard !name.contains("/") else { return false }
    let files = Self.endings.map { "/\(name)\($0)" }
    if dataDirectories.contains(where: { Self.holds("\($0)/pixmaps", files) }) { return true }
    let themes = dataDirectories.flatMap { Self.directories(in: "\($0)/icons") }
    return themes.isEmpty || themes.contains { Self.isBelow($0, files, levels: 2) }
  }

  /// A theme has its icons in `16x16/apps` or `apps/16`.
  private static func isBelow(_ directory: String, _ files: [String], levels: Int) -> Bool {
    if holds(directory, files) { return true }
    return levels > 0 && directories(in: directory).contains { isBelow($0, files, levels: levels - 1) }
  }

  private static func holds(_ directory: String, _ files: [String]) -> Bool {
    files.contains { access(directory + $0, F_OK) == 0 }
  }

  private static func directories(in directory: String) -> [String] {
    guard let listing = opendir(directory) else { return [] }
    defer { closedir(listing) }
    var found: [String] = []
    while let entry = readdir(listing) {
      guard [DT_DIR, DT_LNK, DT_UNKNOWN].contains(Int(entry.pointee.d_type)) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if !name.hasPrefix("."), !endings.contains(where: name.hasSuffix) {
        found.append("\(directory)/\(name)")
      }
    }
    return found
  }
}
