import Guidelines
import NotificationModel

/// A call's title and body: in plain text for lists, search and advice, and as they were written for the server.
struct RequestText {
  /// The most bytes of a summary and of a body: as much as a whole message on one of Bellhop's own sockets. The number
  /// of lines is not limited.
  static let bytes = 65_536

  /// In plain text, the title in one line. At least one of the two is set.
  var title: String?
  var body: String?
  /// As the app wrote them.
  private(set) var writtenTitle: String
  private(set) var writtenBody: String

  /// A call without any text gets its app's name as title. (Without a summary alone the title stays `nil`, and lists
  /// show the app's name.) `isSandboxed`: paths in the body are ones inside a sandbox, and the server would open other
  /// files.
  init(_ call: NotifyCall, from poster: PostingApp, isSandboxed: Bool, _ repairs: inout Repairs) {
    let summary = HandedOnText(repairs.fit(call.summary, .summary, bytes: Self.bytes))
    let markup = repairs.fit(call.body, .body, bytes: Self.bytes, by: Markup.ending)
    // Two slashes begin the name of another machine in a reference (RFC 3986 §4.2).
    let written = HandedOnText(
      body: markup, mayOpen: { !isSandboxed && !$0.hasPrefix("//") && FileName.path($0) != nil })
    repairs.note(summary.changes, .summary)
    repairs.note(written.changes, .body)
    (writtenTitle, writtenBody) = (summary.text, written.text)

    title = PlainText.line(writtenTitle).ifReadable
    body = PlainText.block(Markup.plainText(writtenBody)).ifReadable
    guard title == nil, body == nil else { return }
    repairs.note(.withoutText)
    title = repairs.fit(
      (poster.nameIsOfAnotherApp ? nil : PlainText.line(call.appName).ifReadable) ?? poster.app.text,
      .appName,
      within: Limits.line)
  }
}

extension String {
  /// The beginning of the text, with "…" in place of its end, within both limits.
  func ending(characters: Int, bytes: Int) -> String {
    let mark = "…"
    return String(cut(toBytes: bytes - mark.utf8.count).prefix(max(0, characters - 1))) + mark
  }

  /// Whether the text has a visible character, which no later cleaning removes.
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

  /// The text, or `nil` where it has no visible character.
  var ifReadable: String? { isReadable ? self : nil }

  /// Whether the text contains a control character.
  var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// Parses file names, and names within a theme, as apps write them.
enum FileName {
  /// The path, from an absolute path or from a URI of a file on this machine (RFC 8089); `nil` for any other text.
  static func path(_ text: String) -> String? {
    // An escaped byte takes three.
    guard text.utf8.count <= 3 * Limits.pathBytes else { return nil }
    guard let path = text.hasPrefix("/") ? text : uriPath(text), path.hasPrefix("/"),
      path.utf8.count <= Limits.pathBytes, !path.hasControls
    else { return nil }
    return path
  }

  /// A name within a theme: without "/", so that no server reads it as a path or a URI.
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
