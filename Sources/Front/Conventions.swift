/// What a call asks of the server in the desktop's own conventions, which no request has words for: remembered beside
/// the request, and handed on with its banner.
package struct Conventions: Hashable, Sendable {
  package enum Urgency: String, Sendable {
    case low, normal, critical
  }

  package enum Expiry: Hashable, Sendable {
    case serverDecides, never
    /// More than 0.
    case after(milliseconds: Int32)

    /// As `expire_timeout` says it.
    init(timeout: Int32) {
      self = timeout < 0 ? .serverDecides : timeout == 0 ? .never : .after(milliseconds: timeout)
    }
  }

  /// What the app calls itself, for rules that people have written for their server: at most `Limits.line`. Private,
  /// as far as nobody vouches for it.
  package var appName = ""
  /// As the specification names them, such as "im.received"; an id by its letters.
  package var category: String?
  package var urgency = Urgency.normal
  package var expiry = Expiry.serverDecides
  /// Stays when one of its buttons is pressed.
  package var isResident = false
  /// Is neither listed nor counted, and gone with its banner.
  package var isTransient = false
  /// Shows how loud or bright something is while its key is pressed: neither stored nor held back. Private texts stay
  /// hidden all the same.
  package var isOnScreenDisplay = false
  /// No sound, whatever the server's own.
  package var suppressesSound = false
  /// An absolute path, for servers that play files.
  package var soundFile: String?
  /// Hints of one desktop alone, as they came. Private: never handed on while the text is hidden.
  package var hints: [String: OtherHint] = [:]

  package init() {}
}
