import NotificationModel

/// What the engine knows besides the store, as of a commit: a turn that fails takes it back, so that nothing of
/// the turn has happened there either. What the world told in that turn is told again.
struct Memory {
  private var policy = Policy()
  private var lastTurn: Int64 = 0
  private var appCount = 0
  private var switches = Switches()
  private var followedLock = FollowedLock()
  private var handedAlerts: [HandedAlert] = []
  private var quotas = Quotas()
  private var pace = AlertPace()
  private var backlog = Backlog()
  private var rescheduling: Rescheduling?
  private var summaries = Summaries()
  private var soundPace = SoundPace()
  private var badges = Badges()
  private var questions = QuestionQueue()
  private var server = ServerState()
  private var restoring: Set<NotificationID> = []
  private var changedWhileHandedOver: [NotificationID: LaterChange] = [:]
  private var closings = RecentClosings()
  private var lastLook: Moment?
  private var lastPrune: Uptime?

  init() {}

  init(of engine: isolated DeliveryEngine) {
    policy = engine.policy
    lastTurn = engine.lastTurn
    appCount = engine.appCount
    switches = engine.switches
    followedLock = engine.followedLock
    handedAlerts = engine.handedAlerts
    quotas = engine.quotas
    pace = engine.pace
    backlog = engine.backlog
    rescheduling = engine.rescheduling
    summaries = engine.summaries
    soundPace = engine.soundPace
    badges = engine.badges
    questions = engine.questions
    server = engine.server
    restoring = engine.restoring
    changedWhileHandedOver = engine.changedWhileHandedOver
    closings = engine.closings
    lastLook = engine.lastLook
    lastPrune = engine.lastPrune
  }

  func restore(_ engine: isolated DeliveryEngine) {
    engine.policy = policy
    engine.store.setDurability(policy.durability)
    engine.lastTurn = lastTurn
    engine.appCount = appCount
    engine.switches = switches
    engine.followedLock = followedLock
    engine.handedAlerts = handedAlerts
    engine.quotas = quotas
    engine.pace = pace
    engine.backlog = backlog
    engine.rescheduling = rescheduling
    engine.summaries = summaries
    engine.soundPace = soundPace
    engine.badges = badges
    engine.questions = questions
    engine.server = server
    engine.restoring = restoring
    engine.changedWhileHandedOver = changedWhileHandedOver
    engine.closings = closings
    engine.lastLook = lastLook
    engine.lastPrune = lastPrune
  }
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

/// What is to become of a banner that changed while the sink was showing its earlier text.
enum LaterChange: Hashable, Sendable {
  case inPlace
  case alert
  /// Once what holds it is over.
  case alertAfterRelease
}
