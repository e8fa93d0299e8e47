import NotificationModel
import NotificationProtocol

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
