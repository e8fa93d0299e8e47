import NotificationModel

/// Options of `allow` and `set` for the end of a choice about an app.
extension Option {
  static let holdsFor = Option("--for", "DURATION", "for so long, such as 1h or 1d; then as before")
  static let holdsUntil = Option("--until", "TIME", "until then; then as before")
}

extension Session {
  /// `nil` where the choice has no end.
  func endOfChoice(_ arguments: Arguments) throws(Failure) -> Timestamp? {
    let duration = arguments.text(.holdsFor)
    guard let end = arguments.text(.holdsUntil) else {
      return try duration.map { text throws(Failure) in
        clock.now.advanced(bySeconds: try durationWithUnit(text, of: Option.holdsFor.name))
      }
    }
    guard duration == nil else { throw .usage("--until and --for exclude each other") }
    return try time(end, of: Option.holdsUntil.name, clock: clock)
  }
}
