package import NotificationModel

/// The conditions of a list.
package struct ListQuery: Hashable, Sendable {
  package var app: AppID?
  /// Text to find in title, subtitle, body or sender, regardless of case; `searchApps` match as well.
  package var search: String?
  package var searchApps: [AppID]
  package var states: [State]?
  package var unreadOnly: Bool
  package var missedOnly: Bool
  package var before: ListPlace?
  /// Leaves out notifications that came before this time. The reader of the list applies it.
  package var since: Timestamp?
  /// Leaves out notifications before this place.
  package var horizon: ListPlace?
  package var thread: OpaqueName?
  /// Finds what a call of the app is about, in place of what people see in the list.
  package var reach: Reach?
  package var limit: Int

  package init(
    app: AppID? = nil, search: String? = nil, searchApps: [AppID] = [], states: [State]? = nil,
    unreadOnly: Bool = false, missedOnly: Bool = false, since: Timestamp? = nil, thread: OpaqueName? = nil,
    reach: Reach? = nil, before: ListPlace? = nil, horizon: ListPlace? = nil, limit: Int = Limits.listDefault
  ) {
    self.app = app
    self.search = search
    self.searchApps = searchApps
    self.states = states
    self.unreadOnly = unreadOnly
    self.missedOnly = missedOnly
    self.since = since
    self.thread = thread
    self.reach = reach
    self.before = before
    self.horizon = horizon
    self.limit = limit
  }
}

/// What a call of an app is about, as far as it does not name each notification. Both also find what only undo can
/// bring back, and what a configuration took off the lists.
package enum Reach: Sendable {
  /// Unread ones, and those to come.
  case reading
  /// These, read ones, and dismissed ones.
  case withdrawing
}

/// The standing of a live record. A duplicate has the same standing: a scheduled record is no duplicate of a listed
/// one.
package enum Standing: Hashable, Sendable {
  case unread, scheduled, awaitingConsent
}

/// The records of a script that are counted against a limit.
package enum ScriptRoom: Sendable {
  /// Unread ones of any level.
  case unread
  /// Unread ones that ask to be Time Sensitive or critical.
  case urgent
  case scheduled, awaitingConsent
}

/// A kind of notification that can be forbidden after it was accepted.
package enum RestrictedKind: String, Sendable {
  case marketing, rating
}

/// A change to all banners on screen. Each case names the rows to which it has not been applied yet.
package enum ScreenChange: Hashable, Sendable {
  /// The screen was locked or unlocked: banners in the wrong form.
  case followLock(LockDemand)
  /// There is another server, or none: banners that other servers showed. `endsRestoring`: also banners that were to be
  /// restored.
  case forget(except: String?, endsRestoring: Bool)
  /// This server is GNOME, which would send presses to an earlier process: the newest ten banners of each app.
  case restore(server: String)
  /// Preview settings of apps changed: banners of these apps, which were marked stale. Questions contain nothing
  /// private.
  case refresh
}
