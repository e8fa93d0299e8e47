import NotificationModel

/// What an app was advised, in one column, in the texts of `ActionCoding`: guideline, field, message, part and
/// suggestion, one piece after the other.
enum AdviceCoding {
  /// `nil` where there is none, as for most.
  static func bytes(_ advice: [Remark]) -> [UInt8]? {
    guard !advice.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(advice.count * 96)
    for remark in advice {
      bytes.append(text: remark.guideline)
      bytes.append(text: remark.field)
      bytes.append(text: remark.message.rawValue)
      bytes.append(text: remark.part)
      bytes.append(text: remark.suggestion)
    }
    return bytes
  }

  /// Without those of which this version of the program knows no words.
  static func advice(_ bytes: [UInt8]) throws(SQLiteFault) -> [Remark] {
    var rest = bytes[...]
    var advice: [Remark] = []
    while !rest.isEmpty {
      guard let guideline = try rest.text(), let field = try rest.text(), let message = try rest.text() else {
        throw SQLiteFault.damagedRow
      }
      let (part, suggestion) = (try rest.text(), try rest.text())
      guard let known = Remark.Message(rawValue: message) else { continue }
      advice.append(
        Remark(guideline: guideline, field: field, message: known, part: part, suggestion: suggestion))
    }
    return advice
  }
}
