/// The conditions under which `Judge` pretends to receive a request. What is left out is as it is now.
public struct Conditions: Hashable, Sendable {
  public var time: Timestamp?
  public var locked: Bool?
  /// The app in front.
  public var foreground: AppID?
  public var doNotDisturb: Bool?
  public var authorization: Authorization?

  public init(
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
