import BusSocket
import BusWire
import EventLoop

/// How the notification name becomes ours without ending anybody's only server: what is known of those who have it, and
/// what to ask of the bus next. Knows no bus.
///
/// Whoever has the name keeps it, and we wait in the bus's queue, but in two cases: the server behind bellhop-bus is
/// replaced, for it goes on serving there; and GNOME's helper is made to go by taking its other name, for the shell goes
/// on serving at its own. A new helper queues behind us, and has the notification name back when we are gone.
struct NameClaim {
  enum Step: Hashable {
    /// RequestName for the notification name.
    case request(replacing: Bool)
    /// The same for the helper's own name, which it gives up to whoever asks, and ends.
    case requestHelper
    case releaseHelper
    /// A new one, where the bus knows how to start it.
    case startHelper
  }

  enum Standing: Hashable {
    /// Nothing was asked for yet.
    case outside
    case asked
    case queued
    case owner
    /// The bus does not let us have it.
    case barred
  }

  private enum HelperTurn {
    case none, asked, taken
  }

  private let me: String
  private(set) var standing = Standing.outside
  // Known when they are set at all; `.some(nil)` for nobody.
  private var owner: String??
  private var helper: String??
  private var server: String??
  private var isReplacing = false
  private var helperTurn = HelperTurn.none
  /// The helper that is to go.
  private var going: String?
  /// The owner that has not made room; it is not asked twice.
  private var stayed: String?

  init(_ me: String) { self.me = me }

  /// Who has the name, where that is somebody else who is not about to go.
  var keeper: String? {
    guard standing == .queued, helperTurn == .none, let owner else { return nil }
    return owner
  }

  // MARK: What has come to be known

  mutating func ownerIs(_ name: String?) -> [Step] {
    owner = .some(name)
    return consider()
  }

  /// Who has the name of GNOME's helper.
  mutating func helperIs(_ name: String?) -> [Step] {
    helper = .some(name)
    return consider()
  }

  /// Which server is behind bellhop-bus.
  mutating func serverIs(_ name: String?) -> [Step] {
    server = .some(name)
    return consider()
  }

  /// The answer to RequestName for the notification name; `nil` for an error.
  mutating func answered(_ code: UInt32?) -> [Step] {
    switch code {
    case 1, 4:
      standing = .owner
      owner = .some(me)
    case 2:
      standing = .queued
      if isReplacing { stayed = owner ?? nil }
    default:
      // Asking again at once would bring the same answer.
      standing = .barred
      return []
    }
    return consider()
  }

  /// The same for the helper's name.
  mutating func helperAnswered(_ code: UInt32?) -> [Step] {
    guard helperTurn == .asked else { return [] }
    guard code == 1 || code == 4 else {
      helperTurn = .none
      return helperStays()
    }
    helperTurn = .taken
    return consider()
  }

  /// The helper has lost its own name, and has the other one still.
  mutating func helperTookTooLong() -> [Step] {
    guard helperTurn == .taken else { return [] }
    return endHelperTurn() + helperStays()
  }

  // MARK: What to do

  private mutating func consider() -> [Step] {
    guard let owner, let helper, let server, standing != .asked else { return [] }
    guard owner != me else {
      standing = .owner
      return endHelperTurn()
    }
    if standing == .owner || standing == .barred { standing = .outside }
    guard let owner else { return request(replacing: false) }
    if owner == server, owner != stayed { return request(replacing: true) }
    guard standing == .queued else { return request(replacing: false) }
    switch helperTurn {
    case .asked: return []
    // Somebody else was before us in the queue.
    case .taken: return owner == going ? [] : endHelperTurn()
    case .none:
      guard owner == helper, owner != stayed else { return [] }
      helperTurn = .asked
      going = owner
      return [.requestHelper]
    }
  }

  private mutating func request(replacing: Bool) -> [Step] {
    standing = .asked
    isReplacing = replacing
    return [.request(replacing: replacing)]
  }

  private mutating func helperStays() -> [Step] {
    stayed = going
    return consider()
  }

  private mutating func endHelperTurn() -> [Step] {
    guard helperTurn == .taken else { return [] }
    helperTurn = .none
    return [.releaseHelper, .startHelper]
  }
}

/// Does what `NameClaim` says on the bus.
final class Claiming {
  /// Flags of RequestName.
  private static let allowReplacement: UInt32 = 0x1
  private static let replaceExisting: UInt32 = 0x2
  private static let doNotQueue: UInt32 = 0x4
  /// GNOME's helper ends within some milliseconds.
  private static let helperMilliseconds: Int64 = 5_000
  /// The server's call is on its way already.
  private static let successionMilliseconds: Int64 = 500

  private unowned let bus: BusClient
  private let me: String
  private let loop: EventLoop
  private var claim: NameClaim
  private let changed: () -> Void
  private var limit: Delay?
  private var isOver = false
  private var wasOwner = false
  /// Whoever was to take the name before it is given away has it, and what waits for that.
  private var isReplaced = false
  private var whenReplaced: (() -> Void)?

  init(_ bus: BusClient, as me: String, _ loop: EventLoop, changed: @escaping () -> Void) {
    self.bus = bus
    self.me = me
    self.loop = loop
    self.changed = changed
    claim = NameClaim(me)
  }

  var isOwner: Bool { claim.standing == .owner }
  /// Whether calls are ours: those by the name, and once it is given away, those of whoever has found us behind it.
  var takesCalls: Bool { isOwner || wasOwner }
  var isBarred: Bool { claim.standing == .barred }
  var keeper: String? { claim.keeper }

  func hear(_ name: String, is owner: String?) {
    switch name {
    case ServiceNames.notifications:
      if isOver, wasOwner, owner != me { replaced() }
      perform(claim.ownerIs(owner))
    case ServiceNames.gnomeHelper: perform(claim.helperIs(owner))
    default: break
    }
  }

  func serverIs(_ name: String?) { perform(claim.serverIs(name)) }

  /// Gives the name away, and claims nothing any more. `successor`: who may take it before, so that it is somebody's at any
  /// moment. `then`: it is anybody's. Calls that were made before are still ours.
  func release(to successor: BusBehind?, then: @escaping () -> Void) {
    isOver = true
    wasOwner = isOwner
    guard let successor, isOwner else { return release(then: then) }
    let flags = Self.allowReplacement | Self.doNotQueue
    request(ServiceNames.notifications, flags) { [weak self] _ in
      successor.requestName { isAsked in
        guard let self else { return }
        guard isAsked, !self.isReplaced else { return self.release(then: then) }
        // Its call goes by another connection than ours: given away before that was heard, the name would be nobody's.
        self.whenReplaced = { [weak self] in self?.release(then: then) }
        // A server that has just gone takes nothing.
        self.limit = Delay(Self.successionMilliseconds, self.loop) { [weak self] in self?.replaced() }
      }
    }
  }

  private func replaced() {
    isReplaced = true
    whenReplaced.take()?()
  }

  private func release(then: @escaping () -> Void) {
    bus.call(.bus("ReleaseName"), [.string(ServiceNames.notifications)], timeoutMilliseconds: nil) { _ in
      then()
    }
  }

  private func perform(_ steps: [NameClaim.Step]) {
    guard !isOver else { return }
    for step in steps { perform(step) }
    changed()
  }

  private func perform(_ step: NameClaim.Step) {
    switch step {
    case .request(let replacing):
      request(ServiceNames.notifications, replacing ? Self.replaceExisting : 0) { [unowned self] in
        perform(claim.answered($0))
      }
    case .requestHelper:
      request(ServiceNames.gnomeHelper, Self.replaceExisting | Self.doNotQueue) { [unowned self] in
        perform(claim.helperAnswered($0))
      }
      limit = Delay(Self.helperMilliseconds, loop) { [unowned self] in perform(claim.helperTookTooLong()) }
    case .releaseHelper: bus.call(.bus("ReleaseName"), [.string(ServiceNames.gnomeHelper)])
    case .startHelper: bus.call(.bus("StartServiceByName"), [.string(ServiceNames.gnomeHelper), .uint32(0)])
    }
  }

  /// `then` gets the bus's answer; `nil` for an error. Nothing where the connection is gone: there is nothing to go on with.
  private func request(_ name: String, _ flags: UInt32, _ then: @escaping (UInt32?) -> Void) {
    bus.call(.bus("RequestName"), [.string(name), .uint32(flags)], timeoutMilliseconds: nil) { answer in
      switch answer {
      case .success(let values): if case .uint32(let code)? = values.first { then(code) } else { then(nil) }
      case .failure(.refused): then(nil)
      case .failure: break
      }
    }
  }
}
