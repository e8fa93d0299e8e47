import NotificationModel

/// A body that a program has written, as much of it as a body may have: the rest is to be told all the same.
struct FittedBody {
  let text: String
  /// What was left out, in a sentence; `nil` where nothing was.
  let remark: String?

  private static let mark = "…"

  /// `count`: how many bytes it had in all, where this is only the beginning.
  init(_ whole: String, of count: Int? = nil) {
    var lines = whole.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // The end of the last line begins no other.
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    let first = lines.prefix(Limits.bodyLines).joined(separator: "\n")
    if first.utf8.count > Limits.bodyBytes {
      remark = "the body had \(count ?? whole.utf8.count) bytes and was cut to \(Limits.bodyBytes)"
    } else if let count {
      remark =
        "the body had \(count) bytes and was cut to its first \(min(lines.count, Limits.bodyLines)) lines"
    } else if lines.count > Limits.bodyLines {
      remark = "the body had \(lines.count) lines and was cut to \(Limits.bodyLines)"
    } else {
      (text, remark) = (first, nil)
      return
    }
    text = first.cut(toBytes: Limits.bodyBytes - Self.mark.utf8.count) + Self.mark
  }
}
