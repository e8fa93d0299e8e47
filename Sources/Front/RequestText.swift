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
