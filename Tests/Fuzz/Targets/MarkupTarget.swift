import CNotify
import TestSupport

@testable import Guidelines
@testable import NotificationModel

let markupTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "markup", parsers: ["NotificationModel/Markup.swift", "NotificationModel/WrittenMarkup.swift"],
    check: checkMarkup)
]

/// The input is a body. What servers are given is read by GLib's parser of markup, too.
@Sendable private func checkMarkup(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  let plain = Markup.plainText(text)
  try require(plain.utf8.count <= min(text.utf8.count, Markup.bytes), "the plain text is longer")
  let hasMarkup = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  try require(hasMarkup || plain == text, "a text without markup is changed")

  let reading = WrittenMarkup.Reading(text, plain: PlainText.asWritten, mayOpen: { $0.hasPrefix("file:") })
  let written = reading.body
  try require(PlainText.asWritten(written.text) == written.text, "a forbidden character is left")
  try require(
    reading.losses.contains(.isNoMarkup) ? !written.isMarkup : true,
    "a body that is no markup is read as markup")
  // Read anew it is the same, and nothing more gets lost.
  let again = WrittenMarkup.Reading(
    written.markup(links: true, pictures: true), plain: PlainText.asWritten, mayOpen: { _ in true })
  try require(again.body == written && again.losses.isEmpty, "another body is read from what was written")
  // A body that is markup has no tag left, unless an entity spells one; a link within a link is text.
  if written.isMarkup, !text.utf8.contains(UInt8(ascii: "&")),
    text.lowercased().split(separator: "<a", omittingEmptySubsequences: false).count <= 2
  {
    try require(!plain.utf8.contains(UInt8(ascii: "<")), "a tag is left in the plain text")
  }
  if !written.isMarkup { try require(written.plainText == written.text, "a text has another plain text") }
  for links in [true, false] {
    for pictures in [true, false] {
      try check(
        written.markup(links: links, pictures: pictures), of: written, links: links, pictures: pictures)
    }
  }
}

/// The specification's elements alone, and the text that a server without markup is given.
private func check(_ markup: String, of written: WrittenMarkup, links: Bool, pictures: Bool) throws {
  guard let seen = KnownMarkup(markup) else { throw Violation("GLib cannot read \(markup)") }
  let elements: Set = ["b", "i", "u"]
  try require(
    elements.union(links ? ["a"] : []).union(pictures ? ["img"] : []).isSuperset(of: seen.elements),
    "there are elements of another kind: \(seen.elements)")
  try require(Set(["href", "src", "alt"]).isSuperset(of: seen.attributes), "there are other attributes")
  if !links, !pictures {
    try require(seen.text == written.plainText, "a server without links has another text")
  }
}

/// Markup as GLib reads it.
private final class KnownMarkup {
  private(set) var text = ""
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []

  /// Nil for what is not well formed.
  init?(_ markup: String) {
    var parser = GMarkupParser()
    parser.start_element = { _, name, attributes, _, known, _ in
      guard let known, let name else { return }
      let seen = Unmanaged<KnownMarkup>.fromOpaque(known).takeUnretainedValue()
      seen.elements.insert(String(cString: name))
      var place = 0
      while let attribute = attributes?[place] {
        seen.attributes.insert(String(cString: attribute))
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
