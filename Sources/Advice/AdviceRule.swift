import NotificationModel

/// A guideline about words and buttons that no program can judge with certainty: pure, in a file of its own.
protocol AdviceRule: SendableMetatype {
  /// Its name in advice. Stable: scripts compare it.
  static var name: String { get }
  /// Adds what there is to say about the draft. A suggestion may hold the
  /// app's text, which it goes back to.
  static func advise(_ draft: Draft, _ advice: inout AdviceList)
}

/// Advice as it comes together, rule by rule.
struct AdviceList {
  private(set) var remarks: [Remark] = []

  /// `part`: the word or the part of the text that makes the rule speak, where it is not all of it.
  mutating func add(
    _ rule: any AdviceRule.Type, _ field: String, _ message: Remark.Message, part: String? = nil,
    suggestion: String? = nil
  ) {
    remarks.append(
      Remark(guideline: rule.name, field: field, message: message, part: part, suggestion: suggestion))
  }
}
