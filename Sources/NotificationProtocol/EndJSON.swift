package import NotificationModel

extension ShapeReader {
  /// The end that a person chooses: `until`, or so many `seconds` from `now`.
  package mutating func end(from now: Timestamp) throws(FieldFault) -> End? {
    let until = try time("until").map(ChosenEnd.at)
    let seconds = try int64("seconds", in: 1...Limits.longestSeconds).map(ChosenEnd.after)
    guard until == nil || seconds == nil else { throw invalid("seconds", "must not stand beside until") }
    return (until ?? seconds)?.end(from: now)
  }
}
