/// How a command ended, and after how long.
package struct CommandEnd: Hashable, Sendable {
  package enum Way: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  /// Its name alone: what it was given may be anybody's secret.
  package let program: String
  package let way: Way
  package let seconds: Int64

  package init(program: String, way: Way, seconds: Int64) {
    self.program = program
    self.way = way
    self.seconds = max(0, seconds)
  }

  package var isSuccess: Bool { way == .status(0) }

  /// The two largest of hours, minutes and seconds that say something.
  func span(hours: String, minutes: String, seconds: String, gap: String) -> String {
    let parts = [
      (self.seconds / 3_600, hours), (self.seconds / 60 % 60, minutes), (self.seconds % 60, seconds),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? 2
    return parts[first...].prefix(2).filter { $0.0 > 0 || first == 2 }.map { "\($0)\(gap)\($1)" }
      .joined(separator: " ")
  }
}

extension Wording {
  static func english(_ end: CommandEnd) -> (title: String, body: String) {
    let span = end.span(hours: "h", minutes: "min", seconds: "s", gap: " ")
    let way =
      switch end.way {
      case .status(let status): "It ended with status \(status)"
      case .signal(let signal): "Signal \(signal) ended it"
      }
    return ("\(end.program) Has \(end.isSuccess ? "Finished" : "Failed")", "\(way) after \(span).")
  }

  static func korean(_ end: CommandEnd) -> (title: String, body: String) {
    let span = end.span(hours: "시간", minutes: "분", seconds: "초", gap: "")
    let way =
      switch end.way {
      case .status(let status): "종료 상태 \(status)"
      case .signal(let signal): "종료 신호 \(signal)"
      }
    return (end.isSuccess ? "\(end.program) 완료" : "\(end.program) 실패", "\(span) 걸림, \(way)")
  }
}
