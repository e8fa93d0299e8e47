/// "Don't use buttons or other controls to request feedback"; a rating prompt is of the kind rating.
enum ContentRating: AdviceRule {
  static let name = "content.rating"

  private static let phrases: Phrases = [
    "rate us", "rate our app", "rate this app", "rate the app", "rate it", "review us", "leave a review",
    "write a review", "leave us a review", "write us a review", "leave a rating", "give us a rating",
    "leave us a rating", "rate your experience",
    "tell us what you think", "enjoying the app", "enjoying our app", "like our app", "love our app",
    "review our app", "review this app", "review the app", "a quick review",
    "a quick rating", "leave feedback", "rate your", "share your feedback", "how are we doing",
    "give us a", "how many stars", "stars for us", "stars would", "about a rating", "a rating in",
    "give us five", "give us 5", "with five stars", "with 5 stars", "5 star review",
    "five star review", "a positive review", "support us with", "love using", "like using", "rate now",
    "rate me",
    "a short review", "a nice review", "a kind review",
    "with a review", "your review helps", "your rating helps", "recommend us", "review would", "rating would",
  ]
  private static let openings: Phrases = ["rate", "review", "enjoying", "enjoy", "like", "love", "loving"]

  private static let inKorean: Fragments = [
    "별점을", "별점 부탁", "별점으로", "별점 남", "별 5개", "별 다섯", "~리뷰를 남", "~리뷰 남", "~리뷰를 작성", "~리뷰를 부탁", "~리뷰 부탁",
    "~리뷰 한 줄", "~리뷰 하나", "평점을 남", "평점을 매", "평점 부탁", "평가해", "평가를 남", "평가를 부탁", "평가 부탁", "평가하", "~후기를 남",
    "~후기를 작성", "~후기 남",
  ]

  /// What stands on the buttons of such a prompt.
  private static let labels: Phrases = [
    "rate", "rate app", "rate this app", "rate us", "rate now", "rate it", "review", "write a review",
    "write review",
    "leave a review", "leave feedback", "give feedback", "send feedback", "add a review", "review app",
    "별점 주기", "별점 남기기", "리뷰 쓰기", "리뷰 작성", "리뷰 남기기", "평가하기", "평점 주기", "후기 쓰기", "후기 작성", "의견 보내기",
  ]
  /// What is reviewed for the person's own sake.
  private static let works: Phrases = [
    "request", "code", "changes", "document", "order", "draft", "invoice", "report", "cards", "card", "deck",
    "words",
    "lesson", "security", "sign in", "login", "activity", "photos", "transaction",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .rating, !draft.isFromPerson else { return }
    for button in draft.buttons {
      let words = button.title.words
      guard !words.isEmpty, labels.match(words, at: 0)?.count == words.count else { continue }
      // Review alone may be about a piece of work.
      if words.count == 1,
        draft.content.contains(where: { works.first(in: $0.text.words) != nil })
      {
        continue
      }
      return advice.add(self, button.titleField, .textAsksForRating, part: button.title.text)
    }
    for (field, text) in draft.content where asks(text, draft) {
      return advice.add(self, field, .textAsksForRating)
    }
  }

  private static func asks(_ text: WrittenText, _ draft: Draft) -> Bool {
    if draft.language == .korean { return text.holds(inKorean) }
    if phrases.first(in: text.words) != nil { return true }
    // Enjoying Quillhaven?
    let app = draft.appName
    guard let name = text.firstRun(of: app.words), name.lowerBound > 0,
      app.likeness != .anyWord || app.hasItsCapital(in: text)
    else { return false }
    return openings.contains(text.words[name.lowerBound - 1])
  }
}
