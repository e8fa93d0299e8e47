/// Decides when the server gets the notification name: when nobody has had it for a while, the server was there all
/// the time, and nothing else was said. Asks nobody the time.
package struct HandOver {
  /// How long the front may take to come back, in milliseconds: longer than any start of it, so that while the screen is
  /// locked nothing private reaches the server past it.
  package static let patience: Int64 = 10_000

  package var whenDown = WhenDown.server
  /// Whether somebody has the name; `nil` while that is not known.
  package var isNameOwned: Bool?
  package var isServerHere = false
  private var since: Int64?

  package init() {}

  /// When to ask again whether it is due; `nil` while something stands in the way. `now` in milliseconds of a clock that
  /// never jumps.
  package mutating func deadline(at now: Int64) -> Int64? {
    guard whenDown == .server, isServerHere, isNameOwned == false else {
      since = nil
      return nil
    }
    let start = since ?? now
    since = start
    return start + Self.patience
  }

  /// Whether the server is to ask for the name now. Where it does not get it, the time begins anew.
  package mutating func isDue(at now: Int64) -> Bool {
    guard let deadline = deadline(at: now), deadline <= now else { return false }
    since = now
    return true
  }
}
