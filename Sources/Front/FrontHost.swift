package import NotificationModel

/// What is behind the door. All calls are made on the loop's thread; what they answer holds once the transaction is
/// stored.
package protocol FrontHost: AnyObject {
  /// Judges and stores. Returns the number for the app. `replacing`: the number whose place it takes; 0 for none.
  func post(_ post: FrontPost, replacing: UInt32, by caller: BusCaller) throws(FrontRefusal) -> UInt32
  /// Takes back.
  func close(_ number: UInt32, by caller: BusCaller) -> FrontClosing
  /// Whether a number that the server itself speaks of means nothing here: it is neither one that an app was given, nor
  /// the server's own for a banner of ours.
  func isUnknown(_ number: UInt32) -> Bool
}

package enum FrontClosing: Sendable {
  case done
  /// The number was never ours.
  case neverOurs
}

package enum FrontRefusal: Error, Hashable, Sendable {
  /// `nil`: not before something else has ended.
  case tooMany(retryAfterMilliseconds: Int64?)
  /// Why.
  case notStored(String)
}
