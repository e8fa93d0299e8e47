import NotificationModel

/// "Write body text that succinctly describes the notification content without revealing too many details, like
/// “Friend request,” “New comment,” “Reminder,” or “Shipment.”"
enum HiddenPreviewWording: AdviceRule {
  static let name = "hiddenPreview.wording"

  static let words = 5
  static let columns = 36

  /// Words that describe nothing.
  private static let empty: Phrases = [
    "notification", "notifications", "hidden", "private", "content", "new", "alert", "preview", "text",
    "body",
    "알림", "숨김", "비공개", "내용", "새", "숨겨진",
  ]

  /// Words that senders' names and previews may share: Team Chat, The New Yorker.
  private static let kinds: Phrases = [
    "the", "a", "of", "from", "chat", "message", "messages", "team", "group", "mail", "news", "article",
    "post",
    "call", "comment", "reminder", "event", "order", "photo", "update",
  ]

  /// What alone says too much about somebody.
  private static let matters: Phrases = [
    "divorce", "hiv", "pregnancy", "pregnant", "therapy", "therapist", "rehab", "salary", "debt", "lawsuit",
    "arrest",
    "bankruptcy", "abortion", "cancer", "depression", "std", "sti", "dating", "affair", "custody", "parole",
    "payslip", "overdraft", "foreclosure", "clinic", "psychologist",
  ]
  private static let mattersInKorean: Fragments = [
    "이혼", "정신과", "임신", "급여", "월급", "대출", "연체", "소송", "우울", "암 검", "항암", "상담 센터", "파산",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let preview = draft.hiddenPreview else { return }
    let message: Remark.Message? =
      if preview.words.count > words || preview.columns > columns {
        .previewTooLong
      } else if preview.words.allSatisfy({ empty.contains($0) }) {
        .previewSaysNothing
      } else if reveals(preview, of: draft) {
        .previewReveals
      } else {
        nil
      }
    if let message { advice.add(self, draft.hiddenPreviewField, message) }
  }

  /// Numbers, secrets, who wrote, and names that stand in the notification too.
  private static func reveals(_ preview: WrittenText, of draft: Draft) -> Bool {
    if preview.words.indices.contains(where: { revealsNumber($0, of: preview) })
      || SensitiveText.isIn(preview)
      || matters.first(in: preview.words) != nil
      || preview.holds(mattersInKorean)
    {
      return true
    }
    let sender = draft.request?.sender.map { WrittenText($0.name) }
    for (index, word) in preview.words.enumerated() where !empty.contains(word) && !kinds.contains(word) {
      if sender?.words.contains(where: { $0.key == word.key }) == true { return true }
      guard index > 0, word.has(.capitalised), draft.language == .english else { continue }
      let isInContent = draft.textsWithNames.contains { text in
        text.words.contains { $0.key == word.key && $0.has(.capitalised) && !$0.has(.opensSentence) }
      }
      if isInContent, !word.has(.shouted) { return true }
    }
    return false
  }

  /// How many there are is no secret: 3 new messages, 새 메시지 3개.
  private static func revealsNumber(_ index: Int, of preview: WrittenText) -> Bool {
    let word = preview.words[index]
    guard word.has(.hasDigit) else { return false }
    let digits = preview.bytes[word.range].prefix(while: \.isDigit)
    guard (1...2).contains(digits.count), !SensitiveText.hasCurrency(preview) else { return true }
    let rest = preview.bytes[digits.endIndex..<word.range.upperBound]
    return !(rest.isEmpty && index == 0 || counters.contains { $0.elementsEqual(rest) })
  }
  private static let counters = ["개", "건", "통"].map { Array($0.utf8) }
}
