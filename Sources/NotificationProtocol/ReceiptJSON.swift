package import NotificationModel
package import Varlink

extension Receipt: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.notificationID()),
      outcome: try fields.required("outcome", try fields.word("outcome")),
      repeats: try fields.required("repeats", try fields.int("repeats")), until: try fields.time("until"),
      unread: try fields.required("unread", try fields.int("unread")),
      decisions: try fields.required("decisions", try fields.values("decisions")),
      advice: try fields.values("advice"))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "outcome": outcome.json, "repeats": repeats.json, "until": until?.json,
      "unread": unread.json, "decisions": decisions.json, "advice": advice?.json,
    ])
  }
}

extension Decision: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      guideline: try fields.requiredText("guideline"), effect: try fields.requiredText("effect"),
      why: try fields.requiredText("why"))
  }

  package var json: JSON {
    JSON(fields: ["guideline": guideline.json, "effect": effect.json, "why": why.json])
  }
}

/// A decision in `io.bellhop.Control`.
extension DatedDecision: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      try Decision(fields: &fields), at: try fields.required("time", try fields.time("time")))
  }

  package var json: JSON {
    JSON(fields: [
      "guideline": decision.guideline.json, "effect": decision.effect.json, "why": decision.why.json,
      "time": time.json,
    ])
  }
}

extension Advice: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      guideline: try fields.requiredText("guideline"), field: try fields.requiredText("field"),
      message: try fields.requiredText("message"), suggestion: try fields.text("suggestion", limit: .max))
  }

  package var json: JSON {
    JSON(fields: [
      "guideline": guideline.json, "field": field.json, "message": message.json,
      "suggestion": suggestion?.json,
    ])
  }
}

extension [Advice] {
  /// `nil` if there is no advice.
  package var jsonUnlessEmpty: JSON? { isEmpty ? nil : json }
}

extension ShapeReader {
  /// A required text from the daemon, limited only by the size of a message.
  mutating func requiredText(_ name: String) throws(FieldFault) -> String {
    try required(name, try text(name, limit: .max))
  }

  mutating func requiredBool(_ name: String) throws(FieldFault) -> Bool {
    try required(name, try bool(name))
  }

  mutating func requiredInt(_ name: String) throws(FieldFault) -> Int {
    try required(name, try int(name))
  }
}

/// The reply of `Judge`: the outcome that a request would have, and why.
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

extension Conditions: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      time: try fields.time("time"), locked: try fields.bool("locked"),
      foreground: try fields.app("foreground"), doNotDisturb: try fields.bool("doNotDisturb"),
      authorization: try fields.word("authorization"))
  }

  package var json: JSON {
    JSON(fields: [
      "time": time?.json, "locked": locked?.json, "foreground": foreground?.json,
      "doNotDisturb": doNotDisturb?.json, "authorization": authorization?.json,
    ])
  }
}
