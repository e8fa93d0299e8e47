/// The end of something, as the wall clock shows it. Where that clock is set, a moment stays as it is, and a lapse moves
/// along, since the duration that it ends takes as long as before.
package enum End: Hashable, Sendable {
  case moment(Timestamp)
  /// The end of a duration.
  case lapse(Timestamp)

  package var time: Timestamp {
    switch self {
    case .moment(let time), .lapse(let time): time
    }
  }

  package var isLapse: Bool { if case .lapse = self { true } else { false } }

  package func advanced(bySeconds seconds: Int64) -> End {
    switch self {
    case .moment(let time): .moment(time.advanced(bySeconds: seconds))
    case .lapse(let time): .lapse(time.advanced(bySeconds: seconds))
    }
  }

  /// The end after a clock that was wrong by so many milliseconds was put right. A lapse has moved with the clock already.
  package func corrected(byMilliseconds step: Int64) -> End {
    switch self {
    case .moment(let time): .moment(time.advanced(byMilliseconds: step))
    case .lapse: self
    }
  }
}

extension End {
  /// The text by which it is stored: milliseconds since 1970, and for a lapse a plus sign and the time that the clock
  /// would show if it had never been set. `corrections`: by how many milliseconds it was.
  package func text(_ corrections: Int64) -> String {
    switch self {
    case .moment(let time): String(time.milliseconds)
    case .lapse(let time): "+\(time.milliseconds &- corrections)"
    }
  }

  /// Reads `text`; `nil` for anything else.
  package init?(_ text: some StringProtocol, _ corrections: Int64) {
    guard let number = Int64(text.hasPrefix("+") ? String(text.dropFirst()) : String(text)) else {
      return nil
    }
    self =
      text.hasPrefix("+")
      ? .lapse(Timestamp(milliseconds: number &+ corrections)) : .moment(Timestamp(milliseconds: number))
  }
}

/// The end that a person chooses for something.
package enum ChosenEnd: Hashable, Sendable {
  case at(Timestamp)
  /// So many seconds from now.
  case after(Int64)

  package var moment: Timestamp? { if case .at(let time) = self { time } else { nil } }
  package var seconds: Int64? { if case .after(let seconds) = self { seconds } else { nil } }

  package func end(from now: Timestamp) -> End {
    switch self {
    case .at(let time): .moment(time)
    case .after(let seconds): .lapse(now.advanced(bySeconds: seconds))
    }
  }
}

/// When a notification expires: at its moment or with its lapse, whichever comes first.
package struct Expiry: Hashable, Sendable {
  package var moment: Timestamp?
  package var lapse: Timestamp?

  package static let never = Expiry()

  package init(moment: Timestamp? = nil, lapse: Timestamp? = nil) {
    self.moment = moment
    self.lapse = lapse
  }

  /// At `moment`, and at `end`, if given.
  package init(moment: Timestamp?, _ end: End?) {
    switch end {
    case nil: self.init(moment: moment)
    case .moment(let time): self.init(moment: min(moment ?? time, time))
    case .lapse(let time): self.init(moment: moment, lapse: time)
    }
  }

  package var time: Timestamp? { [moment, lapse].compactMap(\.self).min() }
}

extension Trigger {
  /// The time at which it fires, as an end of what came before.
  package func end(_ time: Timestamp) -> End { if case .after = self { .lapse(time) } else { .moment(time) } }
}
