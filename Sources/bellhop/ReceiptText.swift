import NotificationModel

/// A receipt for people: the outcome, then what shaped it; and the advice, which goes elsewhere.
struct ReceiptText {
  let receipt: Receipt
  let clock: LocalClock

  var text: String {
    var line = "\(receipt.id) \(receipt.outcome.rawValue)"
    let repeats = receipt.repeats
    if repeats > 0 { line += repeats == 1 ? ", repeated once" : ", repeated \(repeats) times" }
    if let until = receipt.until { line += " until \(clock.long(until))" }
    let decisions = receipt.decisions.map { "  \(visible($0.guideline)): \(visible($0.why))\n" }
    return line + "\n" + decisions.joined()
  }

  /// A line for each guideline that the text or the buttons do not follow.
  var advice: String { receipt.advice.map { "advice: \(AdviceText($0).line)\n" }.joined() }
}
