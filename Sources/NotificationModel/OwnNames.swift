/// Bellhop's own name, which apps must not use.
package enum OwnName {
  package static let text = "Bellhop"

  /// Whether people would read this as Bellhop's name, or it is one of Bellhop's ids. Case, blanks, marks and invisible
  /// signs are ignored, and letters that look alike count as the same.
  package static func isTaken(by name: String) -> Bool {
    let id = name.cut(toBytes: Limits.idBytes).lowercased()
    return id == "io.bellhop" || id.hasPrefix("io.bellhop.") || looksLikeIt(name)
  }

  private static func looksLikeIt(_ name: String) -> Bool {
    var rest = text.lowercased().unicodeScalars[...]
    for scalar in name.unicodeScalars {
      guard let letter = letter(scalar) else { continue }
      guard rest.popFirst() == letter else { return false }
    }
    return rest.isEmpty
  }

  /// The small Latin letter that the scalar is or looks like, or the scalar itself if there is no such letter; `nil` if
  /// it is neither a letter nor a number, or not seen, as a filler of Hangul.
  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return nil }
    let fullWidth = 0xFF01...0xFF5E
    let scalar =
      fullWidth.contains(Int(scalar.value)) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    if let latin = lookalikes[small] { return latin }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter, .decimalNumber:
      return small
    default: return nil
    }
  }

  /// Keyed by the small letter, although in Cyrillic and Greek often only the capital looks like a Latin one. `l`
  /// stands for all characters that are one upright stroke.
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
    "в": "b", "β": "b", "е": "e", "ε": "e", "1": "l", "i": "l", "|": "l", "і": "l", "ӏ": "l", "ι": "l",
    "ı": "l",
    "н": "h", "һ": "h", "η": "h", "0": "o", "о": "o", "ο": "o", "р": "p", "ρ": "p",
  ]
}

/// The directory in the value of an environment variable, by the XDG Base Directory Specification: an absolute path. An
/// empty or relative path counts as unset.
package func baseDirectory(_ value: String?) -> String? {
  value.flatMap { $0.hasPrefix("/") ? $0 : nil }
}

/// A file of the daemon below the person's runtime directory: `$XDG_RUNTIME_DIR`, or its default.
package struct RuntimeFile: Hashable, Sendable {
  package let directory: String
  package let name: String

  /// The socket for apps, which a sandbox may be given with its directory.
  package static let notifications = RuntimeFile(directory: "bellhop", name: "notifications.sock")
  /// The socket for the person's tools.
  package static let control = RuntimeFile(directory: "bellhop-control", name: "control.sock")
  /// A note of the banners that are shown in passing.
  package static let passing = RuntimeFile(directory: control.directory, name: "passing")

  package func path(in runtime: String) -> String { "\(runtime)/\(directory)/\(name)" }
}
