package import NotificationModel

/// What is behind the door. All calls are made on the loop's thread; what they answer holds once the transaction is
/// stored.
package protocol FrontHost: AnyObject {
  /// Judges and stores, once its picture is at hand. `then` gets the number for the app, at once or in a later iteration.
  /// `replacing`: the number whose place it takes; 0 for none. `process`: whose call it is; 0 where nobody knows.
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void)
  /// Takes back.
  func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool) -> FrontClosing
  /// Whether a number that the server itself speaks of means nothing here: it is neither one that an app was given, nor
  /// the server's own for a banner of ours. `nil`: it may be that of a banner that is being shown, which the server has
  /// not told us yet.
  func isUnknown(_ number: UInt32) -> Bool?
  /// What the notification server can do, as far as it was ever told: at once, whether or not there is one.
  var capabilities: [String] { get }
  /// The rates in force.
  var limits: RateLimits { get }
  /// A source tells of presence; `nil` if it does not know.
  func hear(_ presence: Presence?, from source: PresenceSource)
  /// An app asks for quiet (`Inhibit`); the number by which it takes that back.
  func inhibit(_ app: PostingApp, reason: String, by caller: BusCaller) -> Result<UInt32, FrontRefusal>
  func uninhibit(_ cookie: UInt32, by caller: BusCaller) -> Result<Void, FrontRefusal>
  /// A connection has ended; one without a name stands for all of that bus.
  func isGone(_ caller: BusCaller)
  /// Whether apps are told to be quiet.
  var isInhibited: Bool { get }
  /// Whether some of those who have posted are still to be told that the front ends.
  var hasMoreToTell: Bool { get }
}

package enum FrontClosing: Sendable {
  case done
  /// The number was never ours.
  case neverOurs
}

package enum FrontRefusal: Error, Hashable, Sendable {
  /// The app is denied.
  case denied
  /// `nil`: not before something else has ended.
  case tooMany(retryAfterMilliseconds: Int64?)
  /// Why.
  case notStored(String)
}
