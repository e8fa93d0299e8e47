import NotificationModel

/// The file that Flatpak puts into each of its sandboxes, where those inside cannot change it: a key file, of
/// which one line matters (flatpak-metadata(5)).
///
/// Read more strictly than GLib would: what it would guess at makes the whole file invalid.
struct FlatpakInfo: Hashable, Sendable {
  static let name = ".flatpak-info"
  /// From the directory of a process.
  static let path = "root/.flatpak-info"

  let app: AppID

  init?(_ text: String) {
    var groups: Set<Substring> = []
    var group: Substring?
    var names: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("#") || line.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]") else { return nil }
        group = line.dropFirst().dropLast()
        guard let group, groups.insert(group).inserted else { return nil }
        continue
      }
      guard let group, let equals = line.firstIndex(of: "=") else { return nil }
      guard group == "Application", Self.trimmed(line[..<equals]) == "name" else { continue }
      names.append(Self.trimmed(line[line.index(after: equals)...]))
    }
    guard names.count == 1, let app = names.first.flatMap({ AppID(String($0)) }) else { return nil }
    self.app = app
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
