/// What there may not be too many of, as `QuotaExceeded` names it, and what it says then.
package enum Quota: String, CaseIterable, Sendable {
  case posts, repeats, scheduled, awaitingConsent, unread, apps, categories, images, imagesWaiting,
    foreground, inhibitions, watch
  case ratingsOff = "ratings.off"
  case ratingsFirstUse = "ratings.firstUse"
  case ratingsSpacing = "ratings.spacing"
  case ratingsYear = "ratings.year"
  case ratingsEngagement = "ratings.engagement"
  case ratingsGiven = "ratings.given"

  /// Why, for the app's author, where who refuses knows nothing more particular. `limit` is the error's.
  package func why(limit: Int) -> String {
    switch self {
    case .posts: "The app posts too fast: \(limit) at once are the most."
    case .repeats: "The app repeats itself too fast: \(limit) at once are the most."
    case .scheduled:
      "The app has \(limit) notifications scheduled: wait until some have come, or withdraw some."
    case .awaitingConsent: "\(limit) notifications wait for the person to allow or deny the app."
    case .unread: "\(limit) notifications of the app are unread: read, dismiss or withdraw some first."
    case .apps: "\(limit) apps are known, and there is no room for one more."
    case .categories: "An app has \(limit) categories at most: register fewer."
    case .images:
      "The images of notifications take up \(limit) bytes at most: read, dismiss or withdraw some first."
    case .imagesWaiting: "\(limit) image files wait to be copied."
    case .foreground: "One connection can say of \(limit) apps at most that they are in front."
    case .inhibitions: "An app can ask for quiet \(limit) times at most."
    case .watch: "More than \(limit) notifications changed before this was read: watch again."
    case .ratingsOff: "Rating prompts are switched off."
    case .ratingsFirstUse: "An app may ask for a rating once a week has passed since it was first seen."
    case .ratingsSpacing: "Requests for a rating are two weeks apart at least, and come one at a time."
    case .ratingsYear: "An app may ask for a rating \(limit) times in 365 days."
    case .ratingsEngagement:
      "An app may ask for a rating, or ask again, once the person has used one of its notifications."
    case .ratingsGiven:
      "The person has answered a request of this app for a rating: it may ask again after a year."
    }
  }
}
