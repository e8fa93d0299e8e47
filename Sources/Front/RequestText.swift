import Guidelines
import NotificationModel

/// What people read of a call: as lists, search and advice have it, and as it goes on to the server. Cleaned before it is
/// cut: without the joiner of an emoji a text has more characters.
struct RequestText {
  /// What a summary and a body may have each, in bytes: as much as a whole message on a socket of Bellhop's own. Lines are
  /// not counted.
  static let bytes = 65_536

  /// One line, and plain text; at least one of the two is there.
  var title: String?
  var body: String?
  /// As they were written.
  private(set) var writtenTitle: String
  private(set) var writtenBody: WrittenMarkup

  /// A call without a summary goes by its app's name in lists, as everything does there that has no title, and so does one
  /// without any text. `isSandboxed`: its files are others than those that the server would open by the same names.
  init(_ call: NotifyCall, from poster: PostingApp, isSandboxed: Bool, _ repairs: inout Repairs) {
    writtenTitle = Self.cleaned(repairs.fit(call.summary, .summary, bytes: Self.bytes), .summary, &repairs)
    let body = repairs.fit(call.body, .body, bytes: Self.bytes)
    var cleaned = false
    let written = WrittenMarkup.Reading(
      body,
      plain: { text in
        let plain = PlainText.asWritten(text)
        if plain.unicodeScalars.count != text.unicodeScalars.count { cleaned = true }
        return plain
      }, mayOpen: { !isSandboxed && FileName.path($0) != nil })
    if cleaned { repairs.note(.cleaned(.body)) }
    for loss in written.losses { repairs.note(.markup(loss)) }
    writtenBody = written.body

    title = PlainText.line(writtenTitle).ifReadable
    self.body = PlainText.block(Markup.plainText(body)).ifReadable
    guard title == nil, self.body == nil else { return }
    repairs.note(.withoutText)
    title = repairs.fit(
      (poster.nameIsAnothers ? nil : PlainText.line(call.appName).ifReadable) ?? poster.app.text, .appName,
      within: Limits.line)
  }

  private static func cleaned(_ text: String, _ field: Repair.Field, _ repairs: inout Repairs) -> String {
    let plain = PlainText.asWritten(text)
    if plain.unicodeScalars.count != text.unicodeScalars.count { repairs.note(.cleaned(field)) }
    return plain
  }
}

extension String {
  /// As much of it as may be, with a mark in the place of what is missing.
  func ending(characters: Int, bytes: Int) -> String {
    let mark = "…"
    return String(cut(toBytes: bytes - mark.utf8.count).prefix(max(0, characters - 1))) + mark
  }

  /// Whether people see anything of it, however strictly it is cleaned afterwards.
  var isReadable: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return switch properties.generalCategory {
      case .control, .format: false
      default:
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
          && !properties.isNoncharacterCodePoint
      }
    }
  }

  /// It, where people see anything of it.
  var ifReadable: String? { isReadable ? self : nil }

  /// Whether a control character is in it.
  var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// Names of files and of what a theme has, as apps write them.
enum FileName {
  /// The absolute path that a text is, or that it gives as a URI of a file on this machine (RFC 8089); `nil` for
  /// everything else.
  static func path(_ text: String) -> String? {
    // Escaped, three bytes stand for one.
    guard text.utf8.count <= 3 * Limits.pathBytes else { return nil }
    guard let path = text.hasPrefix("/") ? text : uriPath(text), path.hasPrefix("/"),
      path.utf8.count <= Limits.pathBytes, !path.hasControls
    else { return nil }
    return path
  }

  /// A name within a theme: no path, and nothing that a server could take for a URI.
  static func ofTheme(_ text: String) -> String? {
    guard (1...Limits.wordBytes).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "/")),
      !text.hasPrefix("."),
      !text.hasControls
    else { return nil }
    return text
  }

  private static func uriPath(_ text: String) -> String? {
    let scheme = "file://"
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = text.dropFirst(scheme.count)
    return unescaped(rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest, behind: "%")
  }
}
