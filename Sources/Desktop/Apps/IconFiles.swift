import Glibc

// The files of apps' icons, for servers that look for none. An app installs its icon in the theme hicolor, in which every
// theme looks last (Icon Theme Specification 0.13, "Installing Application Icons"), or in pixmaps.

extension DesktopEntries {
  /// Near the size at which servers draw, in pixels, the best first. A server may lack the means to draw SVG.
  private static let sizes = [64, 48, 96, 128, 256, 32, 512, 24, 16]

  /// The path of an entry's icon, or its name where no file is found.
  package func icon(_ icon: String) -> String { iconFile(named: icon) ?? icon }

  /// The path of the icon's file; `nil` where there is none.
  package func iconFile(named icon: String) -> String? {
    if icon.hasPrefix("/") { return Self.isFile(icon) ? icon : nil }
    // A name with a slash would leave the theme's directories.
    guard !icon.contains("/") else { return nil }
    let themed = Self.sizes.map { "icons/hicolor/\($0)x\($0)/apps/\(icon).png" }
    let places =
      themed + ["icons/hicolor/scalable/apps/\(icon).svg", "pixmaps/\(icon).png", "pixmaps/\(icon).svg"]
    for place in places {
      for directory in dataDirectories.prefix(64) where Self.isFile("\(directory)/\(place)") {
        return "\(directory)/\(place)"
      }
    }
    return nil
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
