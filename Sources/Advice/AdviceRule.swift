import NotificationModel

/// A guideline about words and buttons that no program can judge with certainty: pure, in a file of its own.
protocol AdviceRule: SendableMetatype {
  /// Its name in advice. Stable: scripts compare it.
  static var name: String { get }
  /// Adds what there is to say about the draft. Messages are sentences of our own; a suggestion may hold the
  /// app's text, which it goes back to.
  static func advise(_ draft: Draft, _ advice: inout AdviceList)
}

/// Advice as it comes together, rule by rule.
struct AdviceList {
  private(set) var advice: [Advice] = []

  mutating func add(
    _ rule: any AdviceRule.Type, _ field: String, _ message: String, suggestion: String? = nil
  ) {
    advice.append(Advice(guideline: rule.name, field: field, message: message, suggestion: suggestion))
  }
}
