import NotificationModel
import Varlink

/// A receipt for people: the outcome, then what shaped it; and the advice, which goes elsewhere.
struct ReceiptText {
  private let receipt: JSON
  private let clock: LocalClock

  /// From the reply of `Post`.
  init(_ reply: JSON, clock: LocalClock) {
    receipt = reply["receipt"] ?? .object([])
    self.clock = clock
  }

  var text: String {
    var line = "\(receipt.number("id")) \(visible(receipt.string("outcome")))"
    let repeats = receipt.number("repeats")
    if repeats > 0 { line += repeats == 1 ? ", repeated once" : ", repeated \(repeats) times" }
    if let until = receipt["until"]?.string { line += " until \(clock.shown(until, LocalClock.long))" }
    let decisions = receipt.elements("decisions").map { decision in
      "  \(visible(decision.string("guideline"))): \(visible(decision.string("why")))\n"
    }
    return line + "\n" + decisions.joined()
  }

  /// A line for each guideline that the text or the buttons do not follow.
  var advice: String { receipt.elements("advice").map { "advice: \(AdviceText($0).line)\n" }.joined() }
}
