import Glibc

/// Lines in the configuration of a compositor or window manager that start a notification server by themselves, past
/// bellhop-bus: while Bellhop has the name, what they start ends at once.
struct CompositorLines: Hashable, Sendable {
  let path: String
  let number: Int
  /// As it stands there.
  let text: String
  /// As it should.
  let remedy: String

  /// What people start so.
  static let servers = [
    "dunst", "mako", "swaync", "fnott", "deadd-notification-center", "xfce4-notifyd", "notification-daemon",
    "mate-notification-daemon", "lxqt-notificationd", "wired", "tiramisu", "avizo-service", "twmnd",
  ]
  private static let mostFiles = 256
  private static let mostBytes = 1_048_576

  /// `servers`: further programs.
  static func found(_ environment: SessionEnvironment, servers more: [String] = []) -> [CompositorLines] {
    files(environment).flatMap { path in
      lines(of: SmallFile.text(of: path, mostBytes: mostBytes) ?? "", in: path, servers: servers + more)
    }
  }

  /// Of each program the one that it reads, and the files of the directories beside it.
  private static func files(_ environment: SessionEnvironment) -> [String] {
    let (home, configuration) = (environment.home, environment.configuration)
    let sway = ["\(home)/.sway", "\(configuration)/sway", "/etc/sway"].first {
      SmallFile.isThere("\($0)/config")
    }
    let i3 = ["\(configuration)/i3", "\(home)/.i3", "/etc/i3"].first { SmallFile.isThere("\($0)/config") }
    let own = [sway, i3].compactMap { $0 }.flatMap { ["\($0)/config"] + names(in: "\($0)/config.d") }
    return own + names(in: "\(configuration)/hypr").filter { $0.hasSuffix(".conf") }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < mostFiles, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append("\(directory)/\(name)") }
    }
    return names.sorted()
  }

  static func lines(of text: String, in path: String, servers: [String]) -> [CompositorLines] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let line = line.trimmed
      guard isExec(line), !line.holds("bellhop-bus exec"), let place = server(in: line, servers) else {
        return nil
      }
      let remedy = "\(line[..<place])bellhop-bus exec -- \(line[place...])"
      return CompositorLines(path: path, number: index + 1, text: String(line), remedy: remedy)
    }
  }

  /// `exec`, `exec_always` (sway(5), i3); `exec = `, `exec-once = ` (Hyprland).
  private static func isExec(_ line: Substring) -> Bool {
    let word = line.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
    return ["exec", "exec_always", "exec-once"].contains(word)
  }

  /// Where the word stands that is run and is a server: the first of a command, behind variables that are set for it.
  private static func server(in line: Substring, _ servers: [String]) -> Substring.Index? {
    var isFirst = false
    var place = line.startIndex
    // The first word says that something is run.
    while place < line.endIndex, line[place].isLetter || "_-".contains(line[place]) {
      place = line.index(after: place)
    }
    isFirst = true
    while place < line.endIndex {
      let character = line[place]
      if character.isWhitespace || "=\"'({".contains(character) {
        place = line.index(after: place)
      } else if ";&|".contains(character) {
        isFirst = true
        place = line.index(after: place)
      } else {
        let word = line[place...].prefix { !$0.isWhitespace && !";&|\"'".contains($0) }
        let name = word.split(separator: "/").last.map(String.init) ?? ""
        if isFirst, servers.contains(name) { return place }
        isFirst =
          isFirst && (word.hasPrefix("-") || word.contains("=") || ["exec", "sh", "env"].contains(name))
        place = word.endIndex
      }
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
