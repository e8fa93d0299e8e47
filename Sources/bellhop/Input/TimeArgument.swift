import NotificationModel

/// The forms of TIME, for usage and help.
let timeForms = "RFC 3339 such as 2026-12-01T09:00:00+01:00, now, HH:MM (the next), or +10m, +1h30m, +2d"
/// The forms of a TIME that `sinceTime` reads, for help and errors.
let sinceForms =
  "today, yesterday, HH:MM (the last), RFC 3339 such as 2026-12-01T09:00:00+01:00, or 90m, 2h, 3d for so long"

/// Reads a TIME as a moment.
func time(_ text: String, of option: String, clock: LocalClock) throws(Failure) -> Timestamp {
  try chosenEnd(text, of: option, clock: clock).end(from: clock.now).time
}

/// Reads a TIME that ends something: one with a plus sign is a duration.
func chosenEnd(_ text: String, of option: String, clock: LocalClock) throws(Failure) -> ChosenEnd {
  if text == "now" { return .at(clock.now) }
  if text.hasPrefix("+") {
    do throws(Failure) {
      let length = try seconds(String(text.dropFirst()), of: option)
      return length > 0 ? .after(length) : .at(clock.now)
    } catch { throw error == tooLong(option) ? error : .usage("\(option) is \(timeForms)") }
  }
  if let time = Timestamp(rfc3339: text) { return .at(time) }
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  if parts.count == 2, let hour = twoDigits(parts[0]), let minute = twoDigits(parts[1]), hour < 24,
    minute < 60
  {
    return .at(clock.next(hour: hour, minute: minute))
  }
  throw .usage("\(option) is \(timeForms)")
}

/// Reads a TIME in the past: a time of day is the latest one, and `-10m` ten minutes ago.
func pastTime(_ text: String, of option: String, clock: LocalClock) throws(Failure) -> Timestamp {
  do throws(Failure) {
    if text.hasPrefix("-") {
      return clock.now.advanced(bySeconds: -(try seconds(String(text.dropFirst()), of: option)))
    }
    let given = try time(text, of: option, clock: clock)
    let isTimeOfDay = Timestamp(rfc3339: text) == nil && text.contains(":")
    return isTimeOfDay ? clock.sameTime(dayBefore: given) : given
  } catch {
    throw error == tooLong(option)
      ? error
      : .usage(
        "\(option) is RFC 3339 such as 2026-12-01T09:00:00+01:00, now, HH:MM (the last), or -10m, -1h30m, -2d"
      )
  }
}

/// Reads a TIME in the past, or a duration, which counts back from now.
func sinceTime(_ text: String, of option: String, clock: LocalClock) throws(Failure) -> Timestamp {
  switch text {
  case "today": return clock.midnight(daysAgo: 0)
  case "yesterday": return clock.midnight(daysAgo: 1)
  default: break
  }
  if text.last?.isLetter == true, text != "now" {
    do throws(Failure) {
      return clock.now.advanced(bySeconds: -(try seconds(text, of: option)))
    } catch  where error == tooLong(option) { throw error } catch {}
  }
  let since: Timestamp
  do throws(Failure) { since = try pastTime(text, of: option, clock: clock) } catch {
    throw error == tooLong(option) ? error : .usage("\(option) is \(sinceForms)")
  }
  guard since <= clock.now else { throw .usage("\(option) is a time in the past: \(sinceForms)") }
  return since
}

/// Reads a TIME, or a duration from now. A text with a colon, a date or a sign is no duration.
func timeOrDuration(_ text: String, of operand: String, clock: LocalClock) throws(Failure) -> ChosenEnd {
  if let digits = Int(text), (0..<24).contains(digits), !text.hasPrefix("+") {
    throw .usage("\(operand) could be \(digits):00 or \(digits)s; write which")
  }
  guard Int(text) == nil || text.hasPrefix("+") else {
    throw .usage("\(operand) needs a unit, such as \(text)s or \(text)m")
  }
  let length = text.hasPrefix("+") ? String(text.dropFirst()) : text
  let isDuration = length.first?.isNumber == true && !text.contains(":") && !text.contains("-")
  do throws(Failure) {
    return isDuration
      ? .after(try seconds(length, of: operand)) : try chosenEnd(text, of: operand, clock: clock)
  } catch {
    throw error == tooLong(operand)
      ? error : .usage("\(operand) is a duration such as 90s, 30m, 1h30m or 2d, or \(timeForms)")
  }
}

/// Reads a duration of at least one second, with its unit: a number alone could be minutes.
func durationWithUnit(_ text: String, of option: String) throws(Failure) -> Int64 {
  if let number = Int(text), number > 0 {
    throw .usage("\(option) needs a unit, such as \(text)s or \(text)m")
  }
  let form = Failure.usage("\(option) is a duration of one second at least, such as 90s, 10m, 1h30m or 2d")
  let length: Int64
  do throws(Failure) { length = try seconds(text, of: option) } catch {
    throw error == tooLong(option) ? error : form
  }
  guard length > 0 else { throw form }
  return length
}

/// Reads seconds, or a duration such as `90s`, `10m`, `1h30m` or `2d`.
func seconds(_ text: String, of option: String) throws(Failure) -> Int64 {
  var total: Int64 = 0
  var number: Int64?
  for character in text {
    if let digit = character.isASCII ? character.wholeNumberValue : nil {
      let next = (number ?? 0) * 10 + Int64(digit)
      guard next <= Limits.longestSeconds else { throw tooLong(option) }
      number = next
    } else {
      guard let count = number, let unit = units[character] else { throw noDuration(option) }
      total += count * unit
      guard total <= Limits.longestSeconds else { throw tooLong(option) }
      number = nil
    }
  }
  guard let rest = number else {
    if total > 0 { return total }
    throw noDuration(option)
  }
  // A number without a unit is seconds, and must stand alone: "1h30" could be minutes.
  guard total == 0 else { throw noDuration(option) }
  return rest
}

private let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

private func noDuration(_ option: String) -> Failure {
  .usage("\(option) is a number of seconds, or a duration such as 90s, 10m, 1h30m, 2d")
}

private func tooLong(_ option: String) -> Failure { .usage("\(option) is more than a year away") }

private func twoDigits(_ text: Substring) -> Int32? {
  (1...2).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(text) : nil
}

/// Options of `allow` and `set` for the end of a choice about an app.
extension Option {
  static let holdsFor = Option("--for", "DURATION", "for so long, such as 1h or 1d; then as before")
  static let holdsUntil = Option("--until", "TIME", "until then; then as before")
}

extension Session {
  /// `nil` if the choice has no end.
  func endOfChoice(_ arguments: Arguments) throws(Failure) -> ChosenEnd? {
    let duration = arguments.text(.holdsFor)
    guard let end = arguments.text(.holdsUntil) else {
      return try duration.map { text throws(Failure) in
        .after(try durationWithUnit(text, of: Option.holdsFor.name))
      }
    }
    guard duration == nil else { throw .usage("--until and --for exclude each other") }
    return try chosenEnd(end, of: Option.holdsUntil.name, clock: clock)
  }
}
