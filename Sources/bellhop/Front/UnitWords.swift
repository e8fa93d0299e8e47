/// Words of a command in a unit's file, so that the manager reads them as they are (systemd.service(5), "Command lines";
/// systemd.syntax(7), "Quoting").
enum UnitWords {
  /// Within quotation marks. `isLiteral`: a `$` in it is one; otherwise the manager replaces variables in it, as it did in
  /// the line that the word is from.
  static func quoted(_ word: String, isLiteral: Bool) -> String {
    var quoted = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Specifiers.
      case "%": quoted += "%%"
      case "$" where isLiteral: quoted += "$$"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\x\(digits.utf8.count == 1 ? "0" : "")\(digits)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// Words for a shell, and for whatever splits words as one does.
enum ShellWords {
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_./:@%+=,".unicodeScalars.contains(scalar))
    }
    guard word.isEmpty || !isPlain else { return word }
    // Without a backslash, which the files that this goes into have a meaning of their own for.
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\"'\"'")
      + "'"
  }

  static func joined(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
