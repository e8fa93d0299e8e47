import Advice
import Guidelines
import NotificationModel
import TestSupport
import Testing

/// The rules against texts that were labelled by people who had not seen them.
struct LabelledTextTests {
  /// Rules that depend on an app's earlier posts, and on no text.
  private static let withoutTexts: Set = [
    "consent.early", "urgency.overuse", "content.appIcon", "content.image", "content.similar",
  ]

  private static let texts = Result { try LabelledText.all().filter { $0.program == nil } }

  private static func spoken(about text: LabelledText) throws -> Set<String> {
    let advice =
      switch text.subject {
      case .notification(let request, let category):
        Adviser.advice(
          on: PlainText.cleaned(request), category: category.map { PlainText.cleaned($0) },
          appName: text.appName)
      case .purpose(let purpose):
        Adviser.advice(
          onPurpose: PlainText.line(purpose), of: try #require(AppID("org.example.App")),
          appName: text.appName)
      }
    return Set(advice.map(\.guideline))
  }

  private static func isPurpose(_ text: LabelledText) -> Bool {
    if case .purpose = text.subject { true } else { false }
  }

  @Test("There are enough texts, and every label is the name of a rule")
  func labels() throws {
    let texts = try Self.texts.get()
    #expect(texts.count >= 350)
    let names = Set(Adviser.ruleNames)
    for text in texts { #expect(text.advice.subtracting(names) == [], "\(text.place)") }
  }

  @Test("Every rule finds seven in ten of the texts it is for, and disturbs at most one in twenty others")
  func rules() throws {
    var scores: [String: RuleScore] = [:]
    for name in Adviser.ruleNames { scores[name] = RuleScore(name: name) }
    for text in try Self.texts.get() {
      let spoken = try Self.spoken(about: text)
      let judging = Self.isPurpose(text) ? Adviser.purposeRuleNames : Adviser.notificationRuleNames
      #expect(spoken.isSubset(of: judging), "\(text.place)")
      for name in judging {
        scores[name]?.note(
          isWanted: text.advice.contains(name), spoke: spoken.contains(name), at: Self.short(text.place))
      }
    }
    let table = Adviser.ruleNames.compactMap { scores[$0]?.line }.joined(separator: "\n")
    for score in scores.values where !Self.withoutTexts.contains(score.name) {
      #expect(score.hasEnoughTexts, "\(score.name) has too few texts\n\(table)")
      #expect(score.findsEnough, "\(score.name) finds too little\n\(table)")
      #expect(score.isQuietEnough, "\(score.name) speaks too often\n\(table)")
    }
  }

  /// The file's name and the line.
  private static func short(_ place: String) -> String {
    String(place.split(separator: "/").last ?? "").split(separator: ".jsonl").joined()
  }
}
