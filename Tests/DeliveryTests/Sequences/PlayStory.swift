import NotificationModel

extension Play {
  /// What has become of every notification by now, and why: for whoever has to understand a violation.
  var story: String {
    let records = (try? stage.records()) ?? []
    return records.map { record in
      let decisions = (try? stage.look { engine, _ in try engine.explain(record.id) }) ?? []
      let lines = decisions.map { dated in
        "      \(dated.time.rfc3339) \(dated.decision.guideline) \(dated.decision.effect): \(dated.decision.why)"
      }
      let phase = (try? stage.phase(of: record)).flatMap { $0 }.map { "\($0)" } ?? "none"
      return "    \(record.id) \(record.state) \(record.outcome), banner \(phase)\n"
        + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
