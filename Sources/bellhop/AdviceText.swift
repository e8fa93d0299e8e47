import NotificationModel

/// One piece of advice for people.
struct AdviceText {
  let advice: Advice

  init(_ advice: Advice) { self.advice = advice }

  /// The guideline, what is wrong with which field, and how it might be put.
  var line: String {
    let suggestion = advice.suggestion.map { " Try: \($0)" } ?? ""
    return visible("\(advice.guideline): \(advice.message) (\(advice.field))\(suggestion)")
  }
}
