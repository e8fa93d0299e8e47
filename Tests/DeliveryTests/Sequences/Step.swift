import Delivery
import NotificationModel
import Records

/// One operation of a random sequence. Its subject is picked when it is performed, among those that are there, so that
/// a sequence with operations removed is still valid.
enum Step: Hashable, Sendable {
  // Apps.
  case post(PostShape)
  case register(app: Int)
  case ask(app: Int, isMarketing: Bool)
  case readInApp(app: Int, pick: Int)
  case withdraw(app: Int, pick: Int)
  case front(app: Int, thread: Int, connection: UInt64)
  case disconnect(connection: UInt64)
  case acknowledge(app: Int, pick: Int)
  // The person, with a banner: every fourth press is on the banner itself.
  case press(pick: Int, action: Int)
  case reply(pick: Int)
  case close(pick: Int, CloseReason)
  // The person, with the list.
  case readAll
  case dismiss(pick: Int, count: Int)
  case undo
  case snooze(pick: Int, seconds: Int64)
  case activate(pick: Int)
  // The person's and the administrator's decisions.
  case lock(Bool)
  /// By the desktop's own locker, which covers the screen and shows no text.
  case cover(Bool)
  case doNotDisturb(Bool, seconds: Int64?)
  case silent(Bool)
  /// The sender whom posts name comes through quiet, or no longer.
  case letThrough(Bool)
  case change(app: Int, AppSettings)
  case authorize(app: Int, Authorization)
  case ratingPrompts(Bool)
  case adopt(PolicyShape)
  // Time: it passes, the machine sleeps, or the clock is set.
  case pass(seconds: Int64)
  case sleep(seconds: Int64)
  case setClock(seconds: Int64)
  // The desktop and the machine.
  case server(Mood)
  case vanish(activatable: Bool, isHeardFirst: Bool)
  case appear(isAnother: Bool, remembers: Bool)
  /// The window in front is this app's, or no app's.
  case focus(app: Int?)
  case noFocus
  /// A window fills the screen, and keeps it from going idle or not; or none does.
  case fullScreen(inhibits: Bool?)
  /// The app that was started, or the address that was opened, comes up or not.
  case opened(fails: Bool)
  case disk(fails: Bool)
  case restart
}

/// How the notification server answers.
enum Mood: Hashable, Sendable {
  case answers
  case silent
  case fails(SinkFailure)
}
