/// A one-word title such as "Error" explains nothing; the word is to be avoided anywhere in an alert.
enum TitleError: AdviceRule {
  static let name = "title.error"

  private static let nouns: Phrases = [
    "error", "errors", "warning", "failure", "failed", "alert", "oops", "problem", "fault", "exception",
    "critical", "fatal", "issue", "crash", "sorry", "uh oh", "danger", "caution",
    "오류", "에러", "경고", "실패", "문제", "주의", "장애", "위험", "예외",
  ]
  private static let companions: Phrases = [
    "an", "a", "the", "occurred", "has", "system", "unknown", "general", "unexpected", "detected", "internal",
    "application", "app", "something", "went", "wrong", "found", "occurs", "encountered", "oh", "uh", "no",
    "발생", "알", "수", "없는", "시스템", "오류가", "문제가", "발생했습니다", "알림", "치명적", "심각한", "내부",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, let first = title.words.first, !draft.isFromPerson else { return }
    // No Errors Found.
    if title.words.count > 1, first.key == no { return }
    var hasNoun = title.words.count == 3 && somethingWrong.match(title.words, at: 0) != nil
    for word in title.words {
      if nouns.contains(word) { hasNoun = true } else if !companions.contains(word) { return }
    }
    guard hasNoun else { return }
    advice.add(self, "title", .titleSaysOnlyWrong)
  }

  private static let no = WordKey("no")
  private static let somethingWrong: Phrases = ["something went wrong"]
}
