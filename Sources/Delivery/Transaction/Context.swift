import Guidelines
import NotificationModel
import Store
import Wording

/// The transaction and all owners of state. Every stage has it.
final class Context {
  let transaction: Transaction
  let presentation: Presentation
  let diagnosis = Diagnosis()
  let preferences: Preferences
  let attention: Attention
  let apps: Apps
  let rates: Rates
  let scripts: Scripts
  let timing: Timing
  let quiet: QuietState
  let acquaintances: Acquaintances
  let backlog: Backlog
  let banners: BannerQueue
  let server: ServerState
  let screenChanges: ScreenChanges
  let serverMute: ServerMuteMonitor
  let soundPace: SoundPace
  let joint: JointBanners
  let transient: TransientBanners
  let passing: PassingNotifications
  let unclosed: UnclosedBanners
  let recentBanners: RecentBanners
  let closedBanners: ClosedBanners
  let leftOnScreen: LeftOnScreen
  let closings: RecentClosings
  let earlierTexts: EarlierTexts
  let recentlyDismissed: RecentlyDismissed
  let steps: Steps
  let unstored: Unstored
  let situations: Situations
  let questions: Questions
  let lockClosings: LockClosings
  let workUnderWay: WorkUnderWay
  let deadEnds: DeadEnds
  let connectedApps = ConnectedApps()
  let endedCallers = EndedCallers()
  let listeners: Listeners
  let badges: Badges
  let frontNumbers: FrontNumbers
  let events: Events

  init(
    _ transaction: Transaction, _ presentation: Presentation, directory: any AppDirectory,
    zones: any TimeZoneDirectory, lock: LockFlag, policy: Policy, bootID: String, sinkName: String
  ) {
    self.transaction = transaction
    self.presentation = presentation
    preferences = Preferences(policy, bootID: bootID, in: transaction)
    attention = Attention(lock, in: transaction)
    rates = Rates(preferences, in: transaction)
    scripts = Scripts(rates, in: transaction)
    transient = TransientBanners(in: transaction)
    passing = PassingNotifications(in: transaction)
    unclosed = UnclosedBanners(in: transaction)
    server = ServerState(sinkName: sinkName, in: transaction)
    closedBanners = ClosedBanners(in: transaction)
    banners = BannerQueue(
      attention, rates, transient, unclosed, closedBanners, server, in: transaction)
    apps = Apps(directory, preferences, presentation.wording, banners, in: transaction)
    timing = Timing(zones, preferences, bootID: bootID, in: transaction)
    quiet = QuietState(preferences, timing, attention, apps, in: transaction)
    acquaintances = Acquaintances(preferences, in: transaction)
    backlog = Backlog(in: transaction)
    screenChanges = ScreenChanges(in: transaction)
    serverMute = ServerMuteMonitor(in: transaction)
    soundPace = SoundPace(in: transaction)
    joint = JointBanners(banners, server, backlog, in: transaction)
    recentBanners = RecentBanners(in: transaction)
    leftOnScreen = LeftOnScreen(in: transaction)
    closings = RecentClosings(in: transaction)
    earlierTexts = EarlierTexts(in: transaction)
    recentlyDismissed = RecentlyDismissed(in: transaction)
    steps = Steps(in: transaction)
    unstored = Unstored(in: transaction)
    listeners = Listeners(in: transaction)
    situations = Situations(
      preferences, attention, apps, rates, timing, quiet, banners, server, serverMute, soundPace, joint,
      recentlyDismissed, acquaintances, listeners, in: transaction)
    questions = Questions(apps, banners, quiet, situations, attention, in: transaction)
    lockClosings = LockClosings(in: transaction)
    workUnderWay = WorkUnderWay(in: transaction)
    deadEnds = DeadEnds(in: transaction)
    badges = Badges(apps, in: transaction)
    frontNumbers = FrontNumbers(transient, in: transaction)
    events = Events(in: transaction)
  }
}

/// A stage of a notification's way. It knows only earlier stages, and the state of the owners.
protocol Stage: AnyObject {
  var context: Context { get }
}

extension Stage {
  var store: SQLiteStore { context.transaction.store }
  var inbox: Inbox { context.transaction.inbox }
  var outbox: Outbox { context.transaction.outbox }
  var share: WorkShare { context.transaction.share }
  var health: StorageHealth { context.transaction.health }
  var wording: Wording { context.presentation.wording }
  var presentation: Presentation { context.presentation }
  var diagnosis: Diagnosis { context.diagnosis }
  var preferences: Preferences { context.preferences }
  var attention: Attention { context.attention }
  var apps: Apps { context.apps }
  var rates: Rates { context.rates }
  var scripts: Scripts { context.scripts }
  var timing: Timing { context.timing }
  var quiet: QuietState { context.quiet }
  var backlog: Backlog { context.backlog }
  var banners: BannerQueue { context.banners }
  var server: ServerState { context.server }
  var screenChanges: ScreenChanges { context.screenChanges }
  var serverMute: ServerMuteMonitor { context.serverMute }
  var joint: JointBanners { context.joint }
  var transient: TransientBanners { context.transient }
  var passing: PassingNotifications { context.passing }
  var unclosed: UnclosedBanners { context.unclosed }
  var recentBanners: RecentBanners { context.recentBanners }
  var leftOnScreen: LeftOnScreen { context.leftOnScreen }
  var closings: RecentClosings { context.closings }
  var earlierTexts: EarlierTexts { context.earlierTexts }
  var recentlyDismissed: RecentlyDismissed { context.recentlyDismissed }
  var steps: Steps { context.steps }
  var unstored: Unstored { context.unstored }
  var situations: Situations { context.situations }
  var questions: Questions { context.questions }
  var lockClosings: LockClosings { context.lockClosings }
  var workUnderWay: WorkUnderWay { context.workUnderWay }
  var connectedApps: ConnectedApps { context.connectedApps }
  var endedCallers: EndedCallers { context.endedCallers }
  var badges: Badges { context.badges }
  var frontNumbers: FrontNumbers { context.frontNumbers }
  var events: Events { context.events }
}

extension Stage {
  /// Opens the notification centre, at the settings of `app` if it is given. On a locked screen nothing opens.
  func openCenter(at app: AppID? = nil, token: String?) {
    guard !attention.isLocked else { return }
    outbox.add(.desktop(.openCenter(CenterOpening(app: app, activationToken: token))))
  }
}

/// Wording and image files, for texts and records that leave the engine.
struct Presentation {
  let wording: Wording
  /// The directory of the copies of image files.
  let images: String

  /// The record with paths to the present copies of its images.
  func located(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.replaceImageFiles { _, place in images + place }
    return record
  }
}
