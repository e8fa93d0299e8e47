import Glibc
import Wording

/// What the bus would start for a name, by the order in which it looks through directories: the first one that has a file
/// for it counts. Within one of them nobody can tell which of several counts.
struct ActivationSearch {
  struct Found: Hashable, Sendable {
    let path: String
    let command: String?
    let unit: String?
    /// Whether Bellhop has written it, here or for everybody.
    let isOwn: Bool

    /// For the person.
    var told: FrontSentence {
      if isOwn { return .startsBellhop(path: path) }
      return unit.map { .startsUnit($0, path: path) } ?? command.map { .startsCommand($0, path: path) }
        ?? .startsNothing(path: path)
    }
  }

  /// A directory has hundreds of these; a file some lines.
  private static let mostFiles = 4_096
  private static let mostBytes = 65_536

  let directories: [String]

  /// The person's own first, but for those of the session; then those of everybody.
  init(_ environment: SessionEnvironment) {
    let bases = [environment.runtime, environment.data].compactMap { $0 } + environment.dataDirectories
    directories = bases.map { "\($0)/dbus-1/services" }
  }

  /// All that count alike: those of the first directory that has any. `path`: one that is passed over.
  func found(_ name: String, without path: String? = nil) -> [Found] {
    for directory in directories {
      let found = Self.found(name, in: directory, without: path)
      guard found.isEmpty else { return found }
    }
    return []
  }

  /// Those that count before a file for this name, or as much as it: in directories before its own, and in that.
  func rivals(of path: String) -> [Found] {
    guard let slash = path.lastIndex(of: "/"), let own = directories.firstIndex(of: String(path[..<slash]))
    else { return [] }
    let name = String(path[path.index(after: slash)...].dropLast(".service".count))
    return directories[...own].flatMap { Self.found(name, in: $0, without: path) }
  }

  private static func found(_ name: String, in directory: String, without path: String?) -> [Found] {
    names(in: directory).map { "\(directory)/\($0)" }.filter { $0 != path }.compactMap { read($0, for: name) }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < mostFiles, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".service") { names.append(name) }
    }
    return names.sorted()
  }

  private static func read(_ path: String, for name: String) -> Found? {
    guard let text = SmallFile.text(of: path, mostBytes: mostBytes) else { return nil }
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let key = parts[0].split(separator: " ").first else { continue }
      let value = parts[1].drop { $0 == " " }
      values[String(key)] = values[String(key)] ?? unescaped(value)
    }
    guard values["Name"] == name else { return nil }
    return Found(
      path: path, command: values["Exec"], unit: values["SystemdService"],
      isOwn: values["Exec"]?.holds(ActivationFile.frontScript) == true)
  }

  /// As a desktop entry's text is read.
  private static func unescaped(_ value: Substring) -> String {
    var (text, isEscape) = ("", false)
    for character in value {
      guard isEscape else {
        if character == "\\" { isEscape = true } else { text.append(character) }
        continue
      }
      let plain: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r"]
      text.append(plain[character] ?? character)
      isEscape = false
    }
    return text
  }
}
