/// The conditions under which `Judge` pretends to receive a request. What is left out is as it is now.
package struct Conditions: Hashable, Sendable {
  package var time: Timestamp?
  package var locked: Bool?
  /// The app in front.
  package var foreground: AppID?
  package var doNotDisturb: Bool?
  package var authorization: Authorization?

  package init(
    time: Timestamp? = nil, locked: Bool? = nil, foreground: AppID? = nil, doNotDisturb: Bool? = nil,
    authorization: Authorization? = nil
  ) {
    self.time = time
    self.locked = locked
    self.foreground = foreground
    self.doNotDisturb = doNotDisturb
    self.authorization = authorization
  }
}
