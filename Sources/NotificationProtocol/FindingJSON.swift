package import NotificationModel
package import Varlink

/// `Finding` of `io.bellhop.Control`.
extension DesktopFinding: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      try fields.required("subject", try fields.word("subject")),
      try fields.required("verdict", try fields.word("verdict")),
      try fields.requiredText("text"), remedy: try fields.text("remedy", limit: .max))
  }

  package var json: JSON {
    JSON(fields: [
      "subject": .string(subject.rawValue), "verdict": .string(verdict.rawValue), "text": text.json,
      "remedy": remedy?.json,
    ])
  }
}

extension DesktopFinding {
  /// Whether it is about a subject of this version; a later one may know of others.
  package static func isKnown(_ finding: JSON) -> Bool {
    guard case .string(let subject)? = finding["subject"] else { return true }
    return Subject(rawValue: subject) != nil
  }
}
