import Delivery
import NotificationModel

/// One operation of a random sequence. What it is about is picked among what there is when it is performed, so
/// that a sequence from which operations were taken is still one.
enum Step: Hashable, Sendable {
  // What apps do.
  case post(PostShape)
  case register(app: Int)
  case ask(app: Int, isMarketing: Bool)
  case readInApp(app: Int, pick: Int)
  case withdraw(app: Int, pick: Int)
  case front(app: Int, thread: Int, connection: UInt64)
  case disconnect(connection: UInt64)
  case acknowledge(app: Int, pick: Int)
  // What the person does with a banner: every fourth press is on the banner itself.
  case press(pick: Int, action: Int)
  case reply(pick: Int)
  case close(pick: Int, CloseReason)
  // What the person does with the list.
  case readAll
  case dismiss(pick: Int, count: Int)
  case undo
  case snooze(pick: Int, seconds: Int64)
  case activate(pick: Int)
  // What the person and the administrator decide.
  case lock(Bool)
  case doNotDisturb(Bool, seconds: Int64?)
  case silent(Bool)
  case change(app: Int, AppSettings)
  case authorize(app: Int, Authorization)
  case ratingPrompts(Bool)
  case adopt(PolicyShape)
  // What time does: it passes, the machine sleeps through it, or somebody sets the clock.
  case pass(seconds: Int64)
  case sleep(seconds: Int64)
  case setClock(seconds: Int64)
  // What the desktop and the machine do.
  case server(Mood)
  case vanish(activatable: Bool, isHeardFirst: Bool)
  case appear(isAnother: Bool, remembers: Bool)
  /// The window in front is this app's, or no app's.
  case focus(app: Int?)
  case noFocus
  case disk(isFull: Bool)
  case restart
}

/// How the notification server answers.
enum Mood: Hashable, Sendable {
  case answers
  case silent
  case fails(SinkFailure)
}
