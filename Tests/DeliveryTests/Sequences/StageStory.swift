import NotificationModel

extension Stage {
  /// Every notification with its decisions, for the report of a violation.
  var story: String {
    let records = (try? records()) ?? []
    return records.map { record in
      let decisions = (try? look { engine, _ in try engine.explain(record.id) }) ?? []
      let lines = decisions.map { dated in
        "      \(dated.time.rfc3339) \(dated.decision.guideline) \(dated.decision.effect): \(dated.decision.why)"
      }
      let phase = (try? phase(of: record)).flatMap { $0 }.map { "\($0)" } ?? "none"
      return "    \(record.id) \(record.state) \(record.outcome), banner \(phase)\n"
        + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
