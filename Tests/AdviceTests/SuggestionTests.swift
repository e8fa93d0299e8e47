import Advice
import NotificationModel
import TestSupport
import Testing

/// The texts that advice suggests.
struct SuggestionTests {
  private let app: AppID

  init() throws { app = try #require(AppID("org.example.Mail")) }

  private func advice(title: String) -> [Remark] {
    let request = NotificationRequest(app: app, title: title, body: "Your tea is ready.", language: "en")
    return Adviser.advice(on: request, appName: "Mail")
  }

  @Test(
    "A title is suggested with its names, abbreviations and little words as they are",
    arguments: [
      ("Vitamin A is running low", "Vitamin A Is Running Low"),
      ("message from An Nguyen", "Message from An Nguyen"),
      ("CAFÉ ZÜRICH CLOSED", "Café Zürich Closed"), ("NEWS OF THE WORLD TODAY", "News of the World Today"),
      ("Lunch with Mr. and Mrs. Smith today", "Lunch with Mr. and Mrs. Smith Today"),
      ("U.S. and China sign", "U.S. and China Sign"),
      ("From 5 p.m. to 6 p.m. today", "From 5 p.m. to 6 p.m. Today"),
      ("iPhone and eBay order shipped", "iPhone and eBay Order Shipped"),
      ("élan of the night", "Élan of the Night"),
    ])
  func titles(title: String, suggestion: String) {
    #expect(advice(title: title).first { $0.guideline == "title.case" }?.suggestion == suggestion)
  }

  @Test("No suggestion is empty, as the text was, or one that the same rule objects to")
  func stable() {
    let words = [
      "A", "the", "The", "AND", "OF", "iPhone", "Ünder", "été", "É", "U.S.", "mr.", "(or", "-", "vs.", "STOP",
      "5",
      "an", "\"to", "tea:", "...", "“Of", "!",
    ]
    var source = SeededGenerator(seed: 1)
    for _ in 0..<3_000 {
      let title = (0..<Int.random(in: 1...6, using: &source)).compactMap { _ in
        words.randomElement(using: &source)
      }
      .joined(separator: " ")
      for piece in advice(title: title) where piece.field == "title" {
        guard let suggestion = piece.suggestion else { continue }
        #expect(!suggestion.isEmpty && suggestion != title, "\(title)")
        let again = advice(title: suggestion)
        #expect(!again.contains { $0.guideline == piece.guideline }, "\(title) → \(suggestion)")
      }
    }
  }
}
