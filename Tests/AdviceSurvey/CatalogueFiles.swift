import Glibc

/// The message catalogues that are installed.
enum CatalogueFiles {
  enum Language {
    case english
    case korean
    /// Its translations are not read, its originals are English.
    case another
  }

  /// Every catalogue below this directory, with the language of its translations.
  static func all(below root: String) -> [(path: String, program: String, language: Language)] {
    names(in: root).flatMap { locale in
      let messages = "\(root)/\(locale)/LC_MESSAGES"
      return names(in: messages).filter { $0.hasSuffix(".mo") }.map {
        ("\(messages)/\($0)", String($0.dropLast(3)), language(of: locale))
      }
    }
  }

  private static func language(of locale: String) -> Language {
    // Shavian is English in other letters.
    if locale.hasSuffix("@shaw") { return .another }
    return switch locale.prefix(while: { $0.isLetter }) {
    case "en": .english
    case "ko": .korean
    default: .another
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a file; empty for an unreadable file.
  static func contents(of path: String) -> [UInt8] {
    guard let stream = fopen(path, "re") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
