import Varlink

/// One piece of advice for people.
struct AdviceText {
  private let advice: JSON

  /// An `Advice` of the interfaces.
  init(_ advice: JSON) { self.advice = advice }

  /// The guideline, what is wrong with which field, and how it might be put.
  var line: String {
    let suggestion = advice["suggestion"]?.string.map { " Try: \($0)" } ?? ""
    return visible(
      "\(advice.string("guideline")): \(advice.string("message")) (\(advice.string("field")))\(suggestion)")
  }
}
