package import NotificationModel

/// Why a call was not done. Nothing of it was stored. Never holds private text, but for the suggestions of
/// advice, which go back to the app whose text it is, and nowhere else.
package enum Refusal: Error, Hashable, Sendable {
  /// A field whose shape is right and whose meaning is not.
  case invalid(path: String, reason: String)
  /// `why`, where it is about more than the app as such.
  case notAuthorized(AppID, Authorization, why: String? = nil)
  /// The peer may not speak for this app; `verified`, where it is known which one it is.
  case notPermitted(AppID, verified: AppID? = nil)
  case tooManyActions(given: Int)
  /// A strict post that there was advice on.
  case againstGuidelines([Advice])
  /// `why`, where the quota's own sentence says too little.
  case quotaExceeded(quota: String, limit: Int, retryAfterMilliseconds: Int64?, why: String? = nil)
  case notFound(String)
  /// An administrator has fixed it in this file; without an app, for all of them.
  case locked(AppID?, setting: String, by: String)
  /// Not while the screen is locked.
  case screenLocked
  case notStored(String)
}
