import Guidelines
import NotificationModel

/// What people read of a call. At least one of the two is there. Cleaned before it is cut: without the joiner of an emoji
/// a text has more characters.
struct RequestText {
  var title: String?
  var body: String?

  /// A call without a summary goes by its app's name, as everything does here that has no title, and so does one
  /// without any text: servers differ in whether they show that, and an app that hears nothing waits for ever.
  init(_ call: NotifyCall, app: AppID, _ repairs: inout Repairs) {
    title = PlainText.line(call.summary).ifReadable.map { repairs.fit($0, .summary, within: Limits.line) }
    body = Self.body(call.body, &repairs)
    guard title == nil, body == nil else { return }
    repairs.note(.withoutText)
    title = repairs.fit(PlainText.line(call.appName).ifReadable ?? app.text, .appName, within: Limits.line)
  }

  private static func body(_ markup: String, _ repairs: inout Repairs) -> String? {
    let text = Markup.plainText(repairs.fit(markup, .body, bytes: Markup.bytes))
    // Blank lines before the text must not take its place.
    let trimmed = String(text[(text.firstIndex { !$0.isWhitespace } ?? text.endIndex)...])
    let (lines, count) = trimmed.lines(Limits.bodyLines)
    if count > Limits.bodyLines { repairs.note(.cutLines(limit: Limits.bodyLines, given: count)) }
    return repairs.fit(String(lines), .body, bytes: Limits.bodyBytes).ifReadable
  }
}
