import Guidelines
import NotificationModel
import NotificationProtocol
import Wording

/// A receipt for people: the outcome and its reasons. The advice is printed elsewhere.
struct ReceiptText {
  let receipt: Receipt
  var words = CommandWording.english
  let clock: LocalClock

  var text: String {
    let (terms, outcome) = (words.terms, receipt.outcome)
    let told = receipt.until.map { terms.told(outcome, until: clock.long($0)) } ?? terms.outcome(outcome)
    var line = "\(receipt.id) \(told)"
    if receipt.repeats > 0 { line += ", \(words.judgement.repeated(receipt.repeats))" }
    let decisions = receipt.decisions.map { decision in
      // An effect names a level only if this is not the posted one.
      let level = InterruptionLevel(rawValue: decision.effect).map { level in
        words.judgement.countsAs(words.terms.level(level)) + " "
      }
      return "  \(visible(decision.guideline)): \(level ?? "")\(visible(decision.why))\n"
    }
    return line + "\n" + decisions.joined()
  }

  /// A line for each picture that it comes without.
  var lostPictures: String {
    receipt.decisions.filter { $0.guideline == PictureFiles.name }
      .map { "bellhop: \(visible($0.why))\n" }.joined()
  }

  /// A line for each guideline that the text or the buttons do not follow.
  var advice: String { AdviceText.lines(receipt.advice ?? [], words.judgement) }
}

/// A piece of advice for people.
struct AdviceText {
  private let advice: Advice
  private let words: JudgementWording

  init(_ advice: Advice, _ words: JudgementWording = .english) { (self.advice, self.words) = (advice, words) }

  static func lines(
    _ advice: [Advice], _ words: JudgementWording = .english, columns: Int? = nil
  ) -> String {
    advice.map {
      wrapped("\(words.advice): \(AdviceText($0, words).line)", to: columns).joined(separator: "\n") + "\n"
    }.joined()
  }

  /// The guideline, the problem with its field, and the suggestion.
  var line: String {
    let suggestion = advice.suggestion.map { " \(words.suggestion): \($0)" } ?? ""
    return visible("\(advice.guideline): \(advice.message) (\(advice.field))\(suggestion)")
  }
}

/// The forecast for a notification: the outcome in each case with its reasons, then the advice.
struct ForecastText {
  /// A case, and the reply of `Judge` for it.
  let cases: [(name: String, reply: JudgeReply)]
  var words = CommandWording.english

  func text(style: Style) -> String {
    let rows = cases.flatMap { name, reply in
      let reasons = reply.decisions.map { visible($0.why) }
      let first = [name, words.terms.outcome(reply.outcome), reasons.first ?? ""]
      return [first] + reasons.dropFirst().map { ["", "", $0] }
    }
    let header = [words.judgement.when, words.judgement.outcome, words.judgement.why]
    return Table(header: header, rows: rows).text(style: style) + advice
  }

  /// The advice is about the notification, and the same in all cases.
  private var advice: String {
    let lines = (cases.first?.reply.advice ?? []).map { "  \(AdviceText($0, words.judgement).line)\n" }
    return lines.isEmpty ? "" : "\n\(words.judgement.advice.uppercased())\n" + lines.joined()
  }
}
