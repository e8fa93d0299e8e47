import BellhopClient
import EventLoop
import Guidelines
import Locks
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// A call to the daemon.
enum CenterCall: Equatable, Sendable {
  case press(NotificationID, ItemID, text: String?)
  case read([NotificationID])
  case markSeen(NotificationID)
  case dismiss([NotificationID])
  /// `nil` clears all apps.
  case clear(AppID?)
  case erase(Erasing)
  case undo
  case snooze(NotificationID, until: ChosenEnd)
  case doNotDisturb(Bool, until: ChosenEnd?)
  case explain(NotificationID)
  case settings(AppID)
  /// The app and the senders of a menu about the notification.
  case standing(NotificationID, AppID)
  case letThrough(CenterThrough)
  case change(AppID, AppSettings)
  case authorize(AppID, Authorization, until: ChosenEnd?)
}

/// The result of a call.
enum CenterAnswer: Equatable, Sendable {
  case done
  case dismissed(Int)
  /// `app`: the one whose earlier settings hold again.
  case restored(Int, app: AppID?)
  /// `keeper`: the notification server that may have a copy.
  case erased(Int, keeper: String?)
  case putOff(until: ChosenEnd)
  case doNotDisturb(Bool, until: ChosenEnd?)
  case explained(NotificationID, [DatedDecision], [Advice])
  /// The settings as they are now, also after a change. `withdrawn`: how many notifications it took off the list.
  case settings(AppEntry, withdrawn: Int = 0)
  /// `cameInFront`: the app was in front as the notification came, and its setting about that matters.
  case standing(NotificationID, AppEntry, [LetThrough], cameInFront: Bool = false)
  case letThrough(CenterThrough)
  case failed(CenterCall, String)
}

/// Calls the daemon on a thread, one call after the other, so that the screen never waits.
///
/// Invariant: while calls wait, a thread handles them; and every answer wakes the loop.
final class CenterCalls: Sendable {
  private struct Queue {
    var waiting: [CenterCall] = []
    var answers: [CenterAnswer] = []
    var isRunning = false
  }

  /// More than a person can ask on purpose while the daemon does not answer.
  private static let mostWaiting = 16
  private static let patience: Duration = .seconds(5)

  private let session: Session
  private let words: CenterWording
  private let loop: EventLoop
  private let queue = Mutex(Queue())

  init(session: Session, loop: EventLoop) {
    self.session = session
    words = CenterWording(locale: session.wording.locale)
    self.loop = loop
  }

  /// Queues the call; returns false if too many wait already.
  func ask(_ call: CenterCall) -> Bool {
    let (isQueued, starts) = queue.withLock { queue in
      guard queue.waiting.count < Self.mostWaiting else { return (false, false) }
      queue.waiting.append(call)
      defer { queue.isRunning = true }
      return (true, !queue.isRunning)
    }
    if starts, !DetachedThread.start({ [self] in work() }) {
      queue.withLock { $0 = Queue(answers: [.failed(call, "the system has no thread to give")]) }
      loop.post {}
    }
    return isQueued
  }

  /// Every answer since the last call. Called on the loop's thread.
  func drain() -> [CenterAnswer] {
    queue.withLock { queue in
      defer { queue.answers = [] }
      return queue.answers
    }
  }

  private func work() {
    while let call = next() {
      let answer = answer(to: call)
      queue.withLock { $0.answers.append(answer) }
      loop.post {}
    }
  }

  private func next() -> CenterCall? {
    queue.withLock { queue in
      guard !queue.waiting.isEmpty else {
        queue.isRunning = false
        return nil
      }
      return queue.waiting.removeFirst()
    }
  }

  private func answer(to call: CenterCall) -> CenterAnswer {
    do throws(Failure) {
      return try session.control { client in
        client.connection.replyTimeout = Self.patience
        switch call {
        case .press(let id, let action, let text): try client.activate(id, action: action, text: text)
        case .read(let ids): for batch in ids.batches { try client.markRead(batch) }
        case .markSeen(let id): try client.markSeen([id])
        case .snooze(let id, let end):
          try client.snooze(id, until: end)
          return .putOff(until: end)
        case .doNotDisturb(let isOn, let end):
          try client.setDoNotDisturb(isOn, until: end)
          return .doNotDisturb(isOn, until: end)
        case .dismiss(let ids): return .dismissed(try client.dismiss(ids).dismissed ?? ids.count)
        case .clear(let app): return .dismissed(try client.clear(app: app))
        case .erase(let what):
          let (count, keeper, _) = try client.erase(what)
          return .erased(count, keeper: keeper)
        case .undo:
          let (count, _, app) = try client.undo()
          return .restored(count, app: app)
        case .explain(let id):
          let (decisions, advice) = try client.explain(id, language: session.language)
          return .explained(id, decisions, advice)
        case .settings(let app): return try settings(of: app, client)
        case .standing(let id, let app):
          guard let entry = try entry(of: app, client) else {
            return .failed(call, words.isUnknown(app.text))
          }
          let decisions = try client.explain(id, language: session.language).decisions.map(\.decision)
          let cameInFront = decisions.contains {
            $0.guideline == ForegroundSuppression.name
              && ($0.effect == Effect.presented.rawValue || entry.settings.foreground)
          }
          return .standing(id, entry, try client.sendersLetThrough(), cameInFront: cameInFront)
        case .letThrough(let choice):
          try choice.carryOut(client)
          return .letThrough(choice)
        case .change(let app, let settings):
          try client.change(settings, app: app)
          return try self.settings(of: app, client)
        case .authorize(let app, let authorization, let end):
          let withdrawn = try client.setAuthorization(authorization, app: app, until: end).withdrawn
          return try settings(of: app, withdrawn: withdrawn ?? 0, client)
        }
        return .done
      }
    } catch {
      return .failed(call, words.sentence(of: error))
    }
  }

  private func settings(of app: AppID, withdrawn: Int = 0, _ client: ControlClient) throws -> CenterAnswer {
    try entry(of: app, client).map { .settings($0, withdrawn: withdrawn) }
      ?? .failed(.settings(app), words.isUnknown(app.text))
  }

  private func entry(of app: AppID, _ client: ControlClient) throws -> AppEntry? {
    try client.apps().first { $0.app == app }
  }
}

extension CenterWording {
  /// The reason for a failure: in the centre's words if it has them, otherwise as any subcommand gives it.
  func sentence(of failure: Failure) -> String {
    switch failure {
    case .noDaemon, .silent: waiting
    case .refused(let error): sentence(of: error) ?? failure.message
    case .usage, .badConfiguration, .failed, .localized: failure.message
    }
  }

  private func sentence(of error: CallError) -> String? {
    // A process that may follow the list is refused only while the screen is locked.
    if error.name == ServiceError.permissionDenied.name { return notWhileLocked }
    // Refers to the notification to press or to snooze.
    if InvalidField(error)?.path == "id" { return isToCome }
    switch NotificationsError(error) {
    case .notStored?: return isNotStored
    // The daemon's sentence is in the person's language.
    case .quotaExceeded(_, _, _, let why?)?: return why
    default: break
    }
    return switch ControlError(error) {
    case .notFound?: isGone
    case .locked?: fixed
    case .badConfiguration?, nil: nil
    }
  }
}
