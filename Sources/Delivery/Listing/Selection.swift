package import NotificationModel

/// What one call is about, a few notifications at a time: everybody else's calls come in between, and each few are
/// committed with the transaction they fall into. Called again, a call that failed in between does the rest.
package struct Selection: Sendable {
  /// To end one takes some tenths of a millisecond.
  private static let atOnce = 8

  private enum Rest: Sendable {
    case named(ArraySlice<OpaqueName>, ArraySlice<NotificationID>)
    /// All that were unread when the first were taken; ended, they are not found again.
    case unread(newest: NotificationID?)
  }

  private var rest: Rest
  /// How many of those taken so far were ended.
  var ended = 0

  /// Those with these identifiers of the app's own and those with these numbers; all that are unread where neither is
  /// given.
  package init(_ identifiers: [OpaqueName]? = nil, _ ids: [NotificationID]? = nil) {
    rest =
      identifiers == nil && ids == nil
      ? .unread(newest: nil) : .named((identifiers ?? [])[...], (ids ?? [])[...])
  }

  /// The next of them, of one app or of all; `nil` when there are no more. What is unknown is passed over.
  mutating func next(of app: AppID?, in store: any RecordStore) throws -> [NotificationRecord]? {
    switch rest {
    case .named(var identifiers, var ids):
      guard !identifiers.isEmpty || !ids.isEmpty else { return nil }
      let named = identifiers.prefix(Self.atOnce)
      let numbered = ids.prefix(Self.atOnce - named.count)
      identifiers.removeFirst(named.count)
      ids.removeFirst(numbered.count)
      rest = .named(identifiers, ids)
      let known =
        try app.map { app in try named.flatMap { try store.records(app: app, identifier: $0) } } ?? []
      return try known
        + numbered.compactMap { try store.record($0) }.filter { app == nil || $0.request.app == app }
    case .unread(let known):
      let newest = try known ?? store.list(ListQuery(app: app, unreadOnly: true, limit: 1)).first?.id
      guard let newest else { return nil }
      rest = .unread(newest: newest)
      let found = try store.unreadRecords(app: app, limit: Self.atOnce).filter { $0.id <= newest }
      return found.isEmpty ? nil : found
    }
  }
}
