import NotificationModel

/// What the engine knows besides the store, as one value: a transaction that fails leads back to that of the last
/// commit, so that nothing of it has happened here either. Reports that arrived meanwhile are handled again.
struct LiveState {
  var policy: Policy
  var places = PlaceNumbers()
  var appRoom = AppRoom()
  var switches: Switches
  var followedLock = FollowedLock()
  var mute = MuteWatch()
  var quotas = Quotas()
  var pace = AlertPace()
  var backlog = Backlog()
  var screenChanges = ScreenChanges()
  var rescheduling: Rescheduling?
  var summaries = Summaries()
  var soundPace = SoundPace()
  var badges = Badges()
  var questions = QuestionQueue()
  var server: ServerState
  var closings = RecentClosings()
  var banners = RecentBanners()
  var dismissals = RecentThings(forMilliseconds: 600_000)
  /// Of what came by the desktop's own interface, the banners that are gone.
  var fadedBanners = RecentThings(forMilliseconds: 60_000)
  var frontNumbers = FrontNumbers()
  var passing = PassingBanners()
  var watched = RecentlyWatched()
  var clocks = ClockWatch()
  var lastPrune: Uptime?
  /// How many came since what was watched was last looked through.
  var watchedSincePrune = 0
  /// As the transaction leaves it.
  var pendingWork = PendingWork()

  init(policy: Policy, bootID: String, sinkName: String) {
    self.policy = policy
    switches = Switches(bootID: bootID)
    server = ServerState(sinkName: sinkName)
  }
}

/// A value that a transaction changes, and that a rollback leads back to its last commit.
final class Transacted<State> {
  var present: State
  private var committed: State

  init(_ state: State) {
    present = state
    committed = state
  }

  func commit() { committed = present }
  func rollBack() { present = committed }
}

/// Posts since the start, as `status` tells them.
final class Tally {
  private(set) var posted = 0
  /// Whatever became of the transaction: those of one that fails are refused as well.
  private(set) var refused = 0
  /// What others posted and nobody looked at.
  private(set) var dropped = 0
  private var underWay = 0

  func post() { underWay &+= 1 }
  func refuse() { refused &+= 1 }
  func drop(_ count: Int) { dropped &+= count }
  func forgetDropped() { dropped = 0 }
  func commit() {
    posted &+= underWay
    underWay = 0
  }
  func rollBack() { underWay = 0 }
}

/// What the store still has to do, read within the transaction that changed it rather than at every wake-up.
struct PendingWork {
  /// The earliest trigger or expiry.
  private(set) var deadline: Timestamp?
  /// When the first of what is held back may be shown, as far as that is known.
  private(set) var release: Timestamp?
  /// Whether a banner is in the queue.
  private(set) var hasBanners = false

  init() {}

  init(_ store: any RecordStore) throws(StorageFault) {
    deadline = try store.nextDeadline()
    release = try store.nextRelease()
    hasBanners = try store.hasBannersWaiting(butRedactions: false)
  }
}
