import NotificationModel
import NotificationProtocol

/// A receipt for people: the outcome, then what shaped it; and the advice, which goes elsewhere.
struct ReceiptText {
  let receipt: Receipt
  let clock: LocalClock

  var text: String {
    var line = "\(receipt.id) \(receipt.outcome.rawValue)"
    if let until = receipt.until { line += " until \(clock.long(until))" }
    let repeats = receipt.repeats
    if repeats > 0 { line += repeats == 1 ? ", repeated once" : ", repeated \(repeats) times" }
    let decisions = receipt.decisions.map { "  \(visible($0.guideline)): \(visible($0.why))\n" }
    return line + "\n" + decisions.joined()
  }

  /// A line for each guideline that the text or the buttons do not follow.
  var advice: String { AdviceText.lines(receipt.advice) }
}

/// One piece of advice for people.
struct AdviceText {
  let advice: Advice

  init(_ advice: Advice) { self.advice = advice }

  static func lines(_ advice: [Advice]) -> String {
    advice.map { "advice: \(AdviceText($0).line)\n" }.joined()
  }

  /// The guideline, what is wrong with which field, and how it might be put.
  var line: String {
    let suggestion = advice.suggestion.map { " Try: \($0)" } ?? ""
    return visible("\(advice.guideline): \(advice.message) (\(advice.field))\(suggestion)")
  }
}

/// What would become of a notification, for people: the outcome in each case with its reasons, then the advice.
struct ForecastText {
  /// A case, and the reply of `Judge` for it.
  let cases: [(name: String, reply: JudgeReply)]

  func text(style: Style) -> String {
    let rows = cases.flatMap { name, reply in
      let reasons = reply.decisions.map { visible($0.why) }
      let first = [name, reply.outcome.rawValue, reasons.first ?? ""]
      return [first] + reasons.dropFirst().map { ["", "", $0] }
    }
    return Table(header: ["WHEN", "OUTCOME", "WHY"], rows: rows).text(style: style) + advice
  }

  /// Advice is about the notification: in all cases the same.
  private var advice: String {
    let lines = (cases.first?.reply.advice ?? []).map { "  \(AdviceText($0).line)\n" }
    return lines.isEmpty ? "" : "\nADVICE\n" + lines.joined()
  }
}
