/// "If you can only provide a generic title for a noncommunication notification — like New Document — it can be
/// better to let the system display your app name instead."
enum TitleGeneric: AdviceRule {
  static let name = "title.generic"

  private static let nouns: Phrases = [
    "message", "messages", "document", "documents", "notification", "notifications", "alert", "alerts",
    "update", "updates", "email", "emails", "mail", "item", "items", "event", "events", "file", "files",
    "info", "information", "reminder", "reminders", "activity", "notice", "status", "news", "hello", "hi",
    "task", "tasks", "request", "announcement", "something", "content", "attention", "heads", "fyi", "done",
    "success", "successful", "complete", "completed", "finished", "welcome", "note", "entry", "record",
    "알림", "메시지", "문서", "소식", "안내", "공지", "공지사항", "업데이트", "정보", "이벤트", "파일", "항목",
    "메일", "이메일", "안내사항", "알림이", "메시지가", "소식이", "완료", "확인", "요청", "작업", "변경", "글",
  ]
  private static let counted: Phrases = ["notification", "notifications", "알림", "알림이"]
  private static let companions: Phrases = [
    "new", "important", "latest", "your", "you", "have", "a", "an", "the", "one", "system", "general",
    "received", "available", "arrived", "app", "unread", "are", "ready", "from", "us", "up",
    "is", "there", "here", "got", "recent",
    "새", "새로운", "읽지", "않은", "사용", "가능", "가능한", "중요", "중요한", "시스템", "도착", "있습니다", "있음", "일반", "앱", "신규",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, draft.request?.sender == nil, !title.words.isEmpty else { return }
    var hasNoun = false
    for word in title.words {
      let isNumber = title.bytes[word.range].allSatisfy(\.isDigit)
      // How many there are says something, but of notifications.
      if counted.contains(word) || nouns.contains(word) && !title.words.contains(where: { $0.has(.hasDigit) })
      {
        hasNoun = true
      } else if !companions.contains(word), !isNumber {
        return
      }
    }
    guard hasNoun else { return }
    advice.add(self, "title", .titleFitsAny)
  }
}
