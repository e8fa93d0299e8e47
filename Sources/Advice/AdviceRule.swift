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
  private static let partBytes = 120

  private(set) var remarks: [Remark] = []

  /// `part`: the word or the part of the text that makes the rule speak, where it is not all of it.
  mutating func add(
    _ rule: any AdviceRule.Type, _ field: String, _ message: Remark.Message, part: String? = nil,
    suggestion: String? = nil
  ) {
    // The whole of a long text names nothing.
    let part = part.flatMap { $0.utf8.count <= Self.partBytes ? $0 : nil }
    // Of several faults of a field the first brings the text as it should be.
    let isSaid = remarks.contains {
      $0.guideline == rule.name && $0.field == field && $0.suggestion == suggestion
    }
    remarks.append(
      Remark(
        guideline: rule.name, field: field, message: message, part: part,
        suggestion: isSaid ? nil : suggestion))
  }
}
