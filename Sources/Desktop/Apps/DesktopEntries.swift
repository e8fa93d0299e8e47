import CNotify
import Glibc
import Guidelines
package import NotificationModel

/// The name, icon and categories in an app's desktop entry.
package struct DesktopEntry: Hashable, Sendable {
  /// The name in the person's language as it may be shown (`PlainText.label`); not empty, within `Limits.line`.
  package var name: String
  /// A theme icon name, or an absolute path.
  package var icon: String?
  /// Whether the Categories contain WebBrowser or TerminalEmulator: the app's windows show content of others.
  package var showsOthers = false
}

/// The desktop entries of the installed apps, read from disk at each call.
///
/// Invariant: no file at an entry's path (such as a FIFO) can block the reader, or cost more than `sizeBound` bytes.
package struct DesktopEntries: Sendable {
  package let dataDirectories: [String]
  private let languages: [String]

  /// The most bytes of an entry; the largest, with all translations, have a tenth of this.
  static let sizeBound = 1 << 20

  /// `dataDirectories`: as in the base directory specification, the most important first. `languages`: as in locales,
  /// such as `de_AT` or `de`, the preferred first.
  package init(dataDirectories: [String], languages: [String]) {
    self.dataDirectories = dataDirectories
    self.languages = languages
  }

  /// The directories and languages of `XDG_DATA_HOME`, `XDG_DATA_DIRS` and the locale's variables.
  package static func from(_ environment: [String: String]) -> DesktopEntries {
    from { environment[$0].flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Reads the same variables; `value` looks one up.
  static func from(_ value: (String) -> String?) -> DesktopEntries {
    let home = value("XDG_DATA_HOME") ?? value("HOME").map { "\($0)/.local/share" }
    let shared = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let directories = [home].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    let preferred = locale == "C" ? [] : value("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
    return DesktopEntries(
      dataDirectories: directories.filter { $0.hasPrefix("/") }, languages: preferred + [locale])
  }

  /// `nil` when the app has no entry, or the entry is hidden.
  package func entry(for app: AppID) -> DesktopEntry? {
    withEntry(of: app) { file, _ in entry(in: file) }
  }

  static let group = "Desktop Entry"

  /// Calls `use` with the app's parsed entry and its path; `nil` when there is no readable entry.
  func withEntry<Value>(of app: AppID, _ use: (OpaquePointer?, String) -> Value?) -> Value? {
    for directory in dataDirectories {
      let path = "\(directory)/applications/\(app.text).desktop"
      guard let text = BoundedFile.read(path, upTo: Self.sizeBound) else { continue }
      let file = g_key_file_new()
      defer { g_key_file_unref(file) }
      let loaded = text.withUnsafeBytes { bytes in
        g_key_file_load_from_data(
          file, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), gsize(bytes.count),
          G_KEY_FILE_KEEP_TRANSLATIONS, nil)
      }
      // The first file counts, also when it hides the entry of a later directory.
      return loaded != 0 ? use(file, path) : nil
    }
    return nil
  }

  func entry(in file: OpaquePointer?) -> DesktopEntry? {
    guard g_key_file_get_boolean(file, Self.group, "Hidden", nil) == 0,
      let name = localized("Name", in: file).flatMap(Self.name)
    else { return nil }
    return DesktopEntry(
      name: name, icon: localized("Icon", in: file).map(PlainText.line).flatMap(Self.fitting),
      showsOthers: !Self.others.isDisjoint(with: categories(file)))
  }

  private static let others: Set<Substring> = ["WebBrowser", "TerminalEmulator"]

  private func categories(_ file: OpaquePointer?) -> [Substring] {
    Self.owned(g_key_file_get_string(file, Self.group, "Categories", nil))?.split(separator: ";") ?? []
  }

  /// The value in the most preferred language.
  private func localized(_ key: String, in file: OpaquePointer?) -> String? {
    for language in languages {
      // The value without a language is English by convention.
      if language == "C" || language.hasPrefix("en") { break }
      for variant in Self.variants(of: language) {
        if let value = text("\(key)[\(variant)]", in: file) { return value }
      }
    }
    return text(key, in: file)
  }

  /// The variants to look for: `de_AT.UTF-8` also matches `de_AT` and `de`.
  private static func variants(of language: String) -> [String] {
    let list = g_get_locale_variants(language)
    defer { g_strfreev(list) }
    var variants: [String] = []
    var next = list
    while let text = next?.pointee {
      variants.append(String(cString: text))
      next = next?.advanced(by: 1)
    }
    return variants
  }

  static func owned(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(text) }
    return text.map { String(cString: $0) }
  }

  /// A Name of an entry as it may be shown.
  static func name(_ text: String) -> String? {
    PlainText.asSeen(text).isEmpty ? nil : fitting(PlainText.label(text))
  }

  private static func fitting(_ text: String) -> String? {
    text.isEmpty || Limits.line.excess(of: text) != nil ? nil : text
  }
}

/// Reads files of others, which may be large, or no regular files.
enum BoundedFile {
  /// `nil` where the path is not a regular file, or the file is larger than the bound. Never waits for a writer.
  static func read(_ path: String, upTo bound: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= bound
    else { return nil }
    // Files in /proc report size 0, so read until the end.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: max(4_096, Int(status.st_size) + 1))
    while bytes.count <= bound {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }
}
