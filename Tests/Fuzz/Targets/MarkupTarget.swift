import CNotify
import TestSupport

@testable import Front
@testable import NotificationModel

let markupTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "markup",
    parsers: [
      "NotificationModel/Markup.swift", "NotificationModel/LooseTag.swift", "Front/HandedOnText.swift",
    ],
    check: checkMarkup)
]

/// The input is a body. What servers are given is read by GLib's parser of markup, too.
@Sendable private func checkMarkup(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  let plain = Markup.plainText(text)
  try require(plain.utf8.count <= min(text.utf8.count, Markup.bytes), "the plain text is longer")
  let hasMarkup = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  try require(hasMarkup || plain == text, "a text without markup is changed")

  let isLocal: (String) -> Bool = { $0.hasPrefix("file:") }
  let handed = HandedOnText(body: text, mayOpen: isLocal)
  let isSame = Array(handed.text.utf8) == Array(text.utf8)
  try require(handed.changes.isEmpty == isSame, "a change is not told, or none is")
  let again = HandedOnText(body: handed.text, mayOpen: isLocal)
  try require(again.changes.isEmpty, "something is left to take out: \(handed.text)")
  try require(handed.text.utf8.count <= 2 * text.utf8.count, "it grows by more than what closes")
  if let seen = KnownMarkup(handed.text) {
    try require(seen.pictures.allSatisfy(isLocal), "GLib reads a picture: \(seen.pictures)")
    let isForbidden: (Unicode.Scalar) -> Bool = { $0 == "\u{202D}" || $0 == "\u{202E}" || $0 == "\u{1B}" }
    try require(!seen.text.unicodeScalars.contains(where: isForbidden), "GLib reads a forbidden character")
  }
  let bound = max(3, text.utf8.count / 2)
  let cut = Markup.ending(handed.text, bytes: bound)
  try require(cut.utf8.count <= bound, "what is cut is too long")
  guard let elements = KnownMarkup(handed.text)?.elements, !handed.text.holds("<!"), !handed.text.holds("<?")
  else {
    return
  }
  let areKnown = elements.allSatisfy { MarkupTag.Name(rawValue: $0) != nil }
  try require(!areKnown || KnownMarkup(cut) != nil, "well-formed markup is cut to what is not: \(cut)")
}

/// Markup as GLib reads it.
private final class KnownMarkup {
  private(set) var text = ""
  private(set) var elements: Set<String> = []
  /// The values of `src` in pictures.
  private(set) var pictures: [String] = []

  /// Nil for what is not well formed.
  init?(_ markup: String) {
    var parser = GMarkupParser()
    parser.start_element = { _, name, attributes, values, known, _ in
      guard let known, let name else { return }
      let seen = Unmanaged<KnownMarkup>.fromOpaque(known).takeUnretainedValue()
      seen.elements.insert(String(cString: name))
      guard String(cString: name) == "img" else { return }
      var place = 0
      while let attribute = attributes?[place], let value = values?[place] {
        if String(cString: attribute) == "src" { seen.pictures.append(String(cString: value)) }
        place += 1
      }
    }
    parser.text = { _, bytes, count, known, _ in
      guard let known, let bytes else { return }
      let seen = Unmanaged<KnownMarkup>.fromOpaque(known).takeUnretainedValue()
      let part = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      seen.text += String(decoding: part, as: UTF8.self)
    }
    let address = Unmanaged.passUnretained(self).toOpaque()
    guard let context = g_markup_parse_context_new(&parser, GMarkupParseFlags(0), address, nil) else {
      return nil
    }
    defer { g_markup_parse_context_unref(context) }
    // GLib's parser wants an element around all.
    let whole = "<body>\(markup)</body>"
    guard g_markup_parse_context_parse(context, whole, gssize(whole.utf8.count), nil) != 0,
      g_markup_parse_context_end_parse(context, nil) != 0
    else { return nil }
    elements.remove("body")
  }
}
