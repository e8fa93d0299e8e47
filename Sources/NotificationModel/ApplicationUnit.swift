/// The names of systemd units that desktops run apps in, as in
/// `app[-<launcher>]-<id>-<random>.scope` and `app[-<launcher>]-<id>[@<random>].service`.
package enum ApplicationUnit {
  /// The ids that a process's control groups (the text of its `cgroup` file) may mean, the likeliest first: the
  /// launcher can only be told from the id by what is installed.
  package static func ids(inControlGroups text: String) -> [AppID] {
    for line in text.split(separator: "\n").prefix(64) {
      guard let path = line.split(separator: ":", maxSplits: 2).last else { continue }
      // The innermost is the app's own.
      for unit in path.split(separator: "/").reversed() {
        let ids = ids(inUnit: unit)
        if !ids.isEmpty { return ids }
      }
    }
    return []
  }

  /// The unit that the process has for itself, by what it is called each time it is started; `nil` where it shares it
  /// with others, or is in none.
  package static func own(inControlGroups text: String) -> String? {
    let lines = text.split(separator: "\n").prefix(64).map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }
    // Of older hierarchies, the one by which systemd itself goes.
    let line = lines.first { $0.count == 3 && ($0[1].isEmpty || $0[1] == "name=systemd") }
    let units = (line?[2] ?? "").split(separator: "/").filter {
      $0.hasSuffix(".service") || $0.hasSuffix(".scope")
    }
    guard let unit = units.last, unit.utf8.count <= 512, !SharedPlaces.isShared(unit: unit) else {
      return nil
    }
    if let body = unit.removing(prefix: "app-"), let name = instance(body) { return String(name) }
    // One that is started for each connection or each file has another instance each time.
    return String(unit.prefix { $0 != "@" })
  }

  private static func ids(inUnit unit: Substring) -> [AppID] {
    guard unit.utf8.count <= 512, let body = unit.removing(prefix: "app-"), let name = instance(body) else {
      return []
    }
    let parts = name.split(separator: "-", maxSplits: 1)
    let withoutLauncher = parts.count == 2 && parts[0].allSatisfy(\.isPlain) ? [parts[1]] : []
    return (withoutLauncher + [name]).compactMap { unescaped($0, behind: #"\x"#).flatMap { AppID($0) } }
  }

  /// Without what tells one run of the app from another.
  private static func instance(_ body: Substring) -> Substring? {
    if let scope = body.removing(suffix: ".scope") ?? body.removing(suffix: ".slice") {
      guard let dash = scope.lastIndex(of: "-"), scope[dash...].dropFirst().allSatisfy(\.isPlain) else {
        return nil
      }
      return scope[..<dash]
    }
    guard let service = body.removing(suffix: ".service") else { return nil }
    return service.removing(suffix: "-autostart") ?? service.prefix { $0 != "@" }
  }
}

/// The text in which two hexadecimal digits behind `mark` stand for a byte, as `\x2d` does in units' names and `%20` in
/// URIs; `nil` where other characters are behind it, or the bytes are no UTF-8.
package func unescaped(_ text: Substring, behind mark: String) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.first {
    guard rest.starts(with: mark.utf8.prefix(1)) else {
      bytes.append(byte)
      rest.removeFirst()
      continue
    }
    let digits = rest.dropFirst(mark.utf8.count).prefix(2)
    guard rest.starts(with: mark.utf8), digits.count == 2,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt8(String(Substring(digits)), radix: 16)
    else { return nil }
    bytes.append(value)
    rest = rest.dropFirst(mark.utf8.count + 2)
  }
  return String(validating: bytes, as: UTF8.self)
}

extension Substring {
  fileprivate func removing(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  fileprivate func removing(suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}

extension Character {
  /// A launcher's and a random part's.
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}
