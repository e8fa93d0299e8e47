/// "Write succinct, easy-to-read notification content."
enum BodyConcise: AdviceRule {
  static let name = "body.concise"

  /// Columns, as for titles: more than about four lines of a banner.
  static let columns = 240

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let body = draft.body, body.columns > columns else { return }
    advice.add(self, "body", .bodyTooLong)
  }
}
