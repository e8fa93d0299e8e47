import BusWire
import Delivery
import NotificationModel

/// Translates a server's signals into reports.
///
/// Invariant: `tokens` never holds more than `bound` tokens; each goes out with one press at most.
struct ServerSignals {
  /// The server's name in `BannerHandle.server`.
  let server: String
  private var tokens: [UInt32: (text: String, received: Int64)] = [:]

  /// Compositors forget an activation token after this time.
  private static let tokenLifetimeMicroseconds: Int64 = 30_000_000
  /// A token comes right before its press, so only a few of ours can wait at a time.
  private static let bound = 64
  private static let tokenBytes = 4_096

  init(server: String) { self.server = server }

  /// `now` in microseconds of any steady clock. `nil` for a signal that needs no report.
  mutating func report(_ signal: BusSignal, now: Int64) -> SinkReport? {
    switch (signal.member, signal.arguments.first, signal.arguments.dropFirst().first) {
    case ("NotificationClosed", .uint32(let id), .uint32(let reason)):
      tokens[id] = nil
      return .closed(handle(id), Self.reason(reason))
    case ("ActionInvoked", .uint32(let id), .string(let key)):
      let token = popToken(id, now: now)
      if let action = ActionKey.action(for: key) {
        return .pressed(handle(id), action: action, activationToken: token)
      }
      guard ActionKey.canTravel(key), key.utf8.count <= ActionKeys.bytes else { return nil }
      return .pressedKey(handle(id), key, activationToken: token)
    case ("NotificationReplied", .uint32(let id), .string(let text)):
      return .replied(handle(id), text: text.cut(toBytes: Limits.replyBytes))
    case ("ActivationToken", .uint32(let id), .string(let text)):
      keep(text, for: id, now: now)
      return nil
    default:
      return nil
    }
  }

  private func handle(_ id: UInt32) -> BannerHandle { BannerHandle(server: server, id: id) }

  private mutating func keep(_ token: String, for id: UInt32, now: Int64) {
    tokens = tokens.filter { now - $0.value.received <= Self.tokenLifetimeMicroseconds }
    guard tokens.count < Self.bound, token.utf8.count <= Self.tokenBytes else { return }
    tokens[id] = (token, now)
  }

  private mutating func popToken(_ id: UInt32, now: Int64) -> String? {
    guard let (text, received) = tokens.removeValue(forKey: id) else { return nil }
    return now - received <= Self.tokenLifetimeMicroseconds ? text : nil
  }

  private static func reason(_ number: UInt32) -> CloseReason {
    switch number {
    case 1: .expired
    case 2: .dismissed
    case 3: .closed
    default: .undefined
    }
  }
}

/// Encodes an action's id as the key that travels to the server and back.
///
/// The key is the id behind a prefix, so that a press needs no memory of the banner, also in the daemon's next run. A
/// notification from the desktop's own interface keeps its app's keys, which are stored with it. The prefix keeps an
/// app's ids apart from the keys that mean something to servers (`default`, `settings`, `inline-reply`) and makes the
/// first character a letter, which some servers demand.
enum ActionKey {
  static let inlineReply = "inline-reply"
  private static let press = "default"
  private static let prefix = "a."

  static func key(for action: ItemID) -> String {
    action == .defaultAction ? press : prefix + action.text
  }

  /// Whether an app's own key can travel: it has no other meaning here or for servers, has no control or format
  /// characters, and libnotify takes it.
  static func canTravel(_ key: String) -> Bool {
    !key.isEmpty && key != press && key != inlineReply && !key.hasPrefix(prefix)
      && key.unicodeScalars.allSatisfy(isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: false
    default: true
    }
  }

  /// `nil` for an app's own keys.
  static func action(for key: String) -> ItemID? {
    if key == press { return .defaultAction }
    guard key.hasPrefix(prefix) else { return nil }
    return ItemID(String(key.dropFirst(prefix.count)))
  }
}
