/// "Use sentence-style capitalization for this text." English only.
enum HiddenPreviewCase: AdviceRule {
  static let name = "hiddenPreview.case"

  /// What notifications are about, and no name.
  private static let kinds: Phrases = [
    "message", "messages", "mail", "email", "emails", "comment", "comments", "request", "requests",
    "reminder",
    "reminders", "call", "calls", "task", "tasks", "event", "events", "invitation", "invitations", "document",
    "documents", "report", "reports", "spreadsheet", "video", "photo", "photos", "album", "order", "orders",
    "payment", "payments", "update", "updates", "alert", "alerts", "activity", "letter", "letters", "new",
    "note",
    "appointment", "delivery", "shipment", "mention", "mentions", "reply", "replies", "post", "posts", "file",
    "files",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.language == .english, let preview = draft.hiddenPreview, let first = preview.words.first
    else { return }
    var known = [draft.appName.text] + draft.textsWithNames
    if let sender = draft.request?.sender { known.append(WrittenText(sender.name)) }
    var departures = Capitals.capitalsWithinSentences(preview, known: known).capital
    // One that is no such word may be a name.
    if departures.count == 1, !kinds.contains(preview.words[departures[0]]) { departures = [] }
    let isShouted = preview.words.contains { $0.has(.shouted) && $0.range.count > 4 }
    if isShouted { departures += preview.words.indices.filter { preview.words[$0].has(.shouted) } }
    if !departures.contains(0), first.has(.small), !first.has(.mixed), !first.has(.technical) {
      departures.append(0)
    }
    let hasStop = preview.text.last == "."
    guard !departures.isEmpty || hasStop else { return }
    let areKinds = departures.allSatisfy { $0 == 0 || kinds.contains(preview.words[$0]) }
    let text = Capitals.sentenced(preview, at: Set(departures).sorted())
    advice.add(
      self, draft.hiddenPreviewField,
      .previewNotInSentenceStyle,
      suggestion: areKinds ? EndMarks.stripped(WrittenText(text)) ?? text : nil)
  }
}
