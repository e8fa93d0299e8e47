extension Event: CustomStringConvertible {
  /// The event in a line: `7 activated, notification 12 (tea-1), action done`. Leaves out the text of a reply, the target
  /// and the activation token, which are not for a log.
  public var description: String {
    var parts = ["\(sequence) \(kind.rawValue)"]
    if let id { parts.append("notification \(id)\(identifier.map { " (\($0.text))" } ?? "")") }
    if let action { parts.append("action \(action)") }
    if text != nil { parts.append("a reply") }
    if earlier { parts.append("on an earlier text") }
    if let unread { parts.append("\(unread) unread") }
    if let authorization { parts.append(authorization.rawValue) }
    return parts.joined(separator: ", ")
  }
}
