package import NotificationModel
package import Varlink

/// The reply of `Judge`: what would become of a request, and why.
package struct JudgeReply: Hashable, Sendable {
  package var outcome: Outcome
  package var decisions: [Decision]
  package var advice: [Advice]

  package init(outcome: Outcome, decisions: [Decision], advice: [Advice]) {
    self.outcome = outcome
    self.decisions = decisions
    self.advice = advice
  }
}

extension JudgeReply: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      outcome: try fields.required("outcome", try fields.word("outcome")),
      decisions: try fields.required("decisions", try fields.values("decisions")),
      advice: try fields.required("advice", try fields.values("advice")))
  }

  package var json: JSON {
    JSON(fields: ["outcome": outcome.json, "decisions": decisions.json, "advice": advice.json])
  }
}
