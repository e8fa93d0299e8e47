/// How a question of the daemon's own about an app stands: `QuestionStanding` of `io.bellhop.Control`.
package struct QuestionStanding: Hashable, Sendable {
  package enum Stage: String, CaseIterable, Sendable {
    case onScreen
    /// It is to be put as soon as it may be.
    case waiting
    /// It was dismissed or went by itself, or too many were put that day.
    case unanswered
  }

  package var stage: Stage
  /// How often it has been on screen where somebody could see it.
  package var asked: Int
  /// When it last was.
  package var last: Timestamp?
  /// From when on the app's next post puts it once more; `nil` where none does any more.
  package var again: Timestamp?
  /// How the question last left the screen without an answer; `nil` if it did not.
  package var end: QuestionEnd?

  package init(
    _ stage: Stage, asked: Int, last: Timestamp? = nil, again: Timestamp? = nil, end: QuestionEnd? = nil
  ) {
    self.stage = stage
    self.asked = asked
    self.last = last
    self.again = again
    self.end = end
  }
}

/// How a question left the screen without an answer.
package struct QuestionEnd: Hashable, Sendable {
  package enum Way: String, CaseIterable, Sendable {
    /// The person pressed the banner itself, which is no answer.
    case pressed
    case dismissed
    /// The banner went by itself.
    case expired
  }

  package var way: Way
  package var time: Timestamp

  package init(_ way: Way, at time: Timestamp) {
    self.way = way
    self.time = time
  }
}
