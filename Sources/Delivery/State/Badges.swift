import NotificationModel

/// What docks show: the unread count of each app.
///
/// Invariant: what a dock hears at the end of a transaction is what that one commits, each app once.
final class Badges {
  /// The newest number published of each app; zero was published to take a badge away.
  @Transacted private var published: [AppID: Int]
  /// Apps whose number, or the permission to show it, may be another since.
  @Transacted private(set) var touched: Set<AppID>

  init(in transaction: Transaction) {
    _published = Transacted([:], in: transaction)
    _touched = Transacted([], in: transaction)
  }

  func touch(_ app: AppID) { touched.insert(app) }

  /// `count`: `nil` where the app has no icon, which no dock needs to be told of. `nil` as well where it has been
  /// told so already.
  func tell(_ app: AppID, _ count: Int?) -> DesktopCommand? {
    touched.remove(app)
    let earlier = published[app]
    guard let count = count ?? earlier.map({ _ in 0 }), count != earlier else { return nil }
    published[app] = count
    return .badge(app, count: count)
  }
}
