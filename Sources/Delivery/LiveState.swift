import NotificationModel

/// What the engine knows besides the store, as one value: a transaction that fails leads back to that of the last commit,
/// so that nothing of it has happened here either. What the world told meanwhile is told again.
struct LiveState {
  var policy: Policy
  /// Of the places given in the queue for the screen, the highest.
  var lastPlaceNumber: Int64 = 0
  var appCount = 0
  var switches = Switches()
  var followedLock = FollowedLock()
  var handedAlerts: [HandedAlert] = []
  var quotas = Quotas()
  var pace = AlertPace()
  var backlog = Backlog()
  var screenChanges = ScreenChanges()
  var rescheduling: Rescheduling?
  var summaries = Summaries()
  var soundPace = SoundPace()
  var badges = Badges()
  var questions = QuestionQueue()
  var server = ServerState()
  var closings = RecentClosings()
  /// Both clocks at the last commit, or when a step between them was followed since.
  var lastLook: Moment?
  var lastPrune: Uptime?

  init(policy: Policy) { self.policy = policy }
}

/// What the engine is told, taken up in order at the end of a turn.
enum Input: Hashable, Sendable {
  case report(SinkReport)
  case desktop(DesktopReport)
  /// The screen was locked in a turn that failed.
  case lock
  /// What triggers were computed from may be otherwise now.
  case reschedule
  /// What held something may be over.
  case review
  /// A new configuration, and its text.
  case policy(Policy, text: String)

  /// Whether it was told from outside, rather than by the engine itself.
  var isFromOutside: Bool {
    switch self {
    case .report, .desktop, .policy: true
    case .lock, .reschedule, .review: false
    }
  }

  var isPolicy: Bool { if case .policy = self { true } else { false } }
}
