import Varlink

/// One piece of advice for people.
struct AdviceText {
  private let advice: JSON

  /// An `Advice` of the interfaces.
  init(_ advice: JSON) { self.advice = advice }

  var line: String { visible("advice: \(advice.string("guideline")): \(sentence)") }

  /// What is wrong with which field, and how it might be put.
  var sentence: String {
    let suggestion = advice["suggestion"]?.string.map { " Try: \($0)" } ?? ""
    return "\(advice.string("message")) (\(advice.string("field")))\(suggestion)"
  }
}
