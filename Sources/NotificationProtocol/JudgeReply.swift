public import NotificationModel
public import Varlink

/// The reply of `Judge`: what would become of a request, and why.
public struct JudgeReply: Hashable, Sendable {
  public var outcome: Outcome
  public var decisions: [Decision]
  public var advice: [Advice]

  public init(outcome: Outcome, decisions: [Decision], advice: [Advice]) {
    self.outcome = outcome
    self.decisions = decisions
    self.advice = advice
  }
}

extension JudgeReply: JSONRepresentable {
  public init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      outcome: try fields.required("outcome", try fields.word("outcome")),
      decisions: try fields.required("decisions", try fields.values("decisions")),
      advice: try fields.required("advice", try fields.values("advice")))
  }

  public var json: JSON {
    JSON(fields: ["outcome": outcome.json, "decisions": decisions.json, "advice": advice.json])
  }
}
