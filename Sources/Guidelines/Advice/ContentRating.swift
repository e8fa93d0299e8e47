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
    "~별점", "~리뷰를남", "~평점", "~평가해", "~리뷰남", "~후기를남", "~평가를남", "~리뷰를작성", "~후기를작성", "~별5", "~평가부탁",
    "~리뷰부탁", "~리뷰한", "~평가하",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.kind != .rating, !draft.isFromPerson else { return }
    for (field, text) in draft.content where asks(text, draft) {
      advice.add(
        self, field,
        "The text asks for a rating; such a notification is of the kind rating, which is rationed.")
      return
    }
  }

  private static func asks(_ text: WrittenText, _ draft: Draft) -> Bool {
    if draft.language == .korean { return text.holds(inKorean) }
    if phrases.first(in: text.words) != nil { return true }
    // Enjoying Quillhaven?
    guard let name = text.firstRun(of: draft.appName.words), name.lowerBound > 0 else { return false }
    return openings.contains(text.words[name.lowerBound - 1])
  }
}
