import BusSocket
import BusWire
import EventLoop

/// Decides how to get the notification name without ending the desktop's only server: from the owners of the names
/// concerned, the next steps at the bus. A value without a connection; `Claiming` carries the steps out.
///
/// An owner keeps the name, and we wait in the bus's queue, except in two cases. The server behind bellhop-bus is
/// replaced, because it goes on serving there. GNOME's helper is made to quit by requesting its other name, because the
/// shell goes on serving at its own name; a new helper then queues behind us, and gets the notification name when we
/// end.
struct NameClaim {
  enum Step: Hashable {
    /// Call RequestName for the notification name.
    case request(replacing: Bool)
    /// Call RequestName for the helper's own name. The helper allows its replacement, and quits.
    case requestHelper
    case releaseHelper
    /// Start a new helper, where the bus knows how to.
    case startHelper
  }

  enum Standing: Hashable {
    /// We have not requested the name.
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
  // `nil` while not known; `.some(nil)` for a name without an owner.
  private var owner: String??
  private var helper: String??
  private var server: String??
  private var isReplacing = false
  private var helperTurn = HelperTurn.none
  /// The helper that is being made to quit.
  private var going: String?
  /// The owner that was to be replaced and kept the name; this is not tried twice.
  private var stayed: String?

  init(_ me: String) { self.me = me }

  /// The other connection that has the name and keeps it; `nil` while we are about to get the name.
  var keeper: String? {
    guard standing == .queued, helperTurn == .none, let owner else { return nil }
    return owner
  }

  // MARK: Changes

  mutating func ownerIs(_ name: String?) -> [Step] {
    owner = .some(name)
    return consider()
  }

  /// The owner of the name of GNOME's helper.
  mutating func helperIs(_ name: String?) -> [Step] {
    helper = .some(name)
    return consider()
  }

  /// The server behind bellhop-bus.
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

  /// The answer to RequestName for the helper's name; `nil` for an error.
  mutating func helperAnswered(_ code: UInt32?) -> [Step] {
    guard helperTurn == .asked else { return [] }
    guard code == 1 || code == 4 else {
      helperTurn = .none
      return helperStays()
    }
    helperTurn = .taken
    return consider()
  }

  /// Called when the helper has lost its own name, but has not given up the notification name in time.
  mutating func helperTookTooLong() -> [Step] {
    guard helperTurn == .taken else { return [] }
    return endHelperTurn() + helperStays()
  }

  // MARK: Decisions

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
    // An owner other than the helper was before us in the queue.
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

/// Carries out the steps of `NameClaim` on the bus.
final class Claiming {
  /// Flags of RequestName.
  private static let allowReplacement: UInt32 = 0x1
  private static let replaceExisting: UInt32 = 0x2
  private static let doNotQueue: UInt32 = 0x4
  /// GNOME's helper normally quits within some milliseconds.
  private static let helperMilliseconds: Int64 = 5_000
  /// Enough for the server's RequestName, which is already on its way.
  private static let successionMilliseconds: Int64 = 500

  private unowned let bus: BusClient
  private let me: String
  private let loop: EventLoop
  private var claim: NameClaim
  private let changed: () -> Void
  private var limit: Delay?
  private var isOver = false
  private var wasOwner = false
  /// Whether the successor has replaced us as owner, and below it the continuation that waits for that.
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
  /// True while we own the name, and after we have given it away, for clients that had already resolved it to us.
  var acceptsCalls: Bool { isOwner || wasOwner }
  var isBarred: Bool { claim.standing == .barred }
  /// Whether the bus has answered to the claim.
  var hasClaimed: Bool { ![.outside, .asked].contains(claim.standing) }
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

  /// Gives the name away for good. `successor`: may replace us before the name is released, so that the name has an
  /// owner at every moment. `then`: the name is released. Calls that were made before are still accepted.
  func release(to successor: BusBehind?, then: @escaping () -> Void) {
    isOver = true
    wasOwner = isOwner
    guard let successor, isOwner else { return release(then: then) }
    let flags = Self.allowReplacement | Self.doNotQueue
    request(ServiceNames.notifications, flags) { [weak self] _ in
      successor.requestName { isAsked in
        guard let self else { return }
        guard isAsked, !self.isReplaced else { return self.release(then: then) }
        // The server's request goes by another connection than ours: released before it arrives, the name would have no
        // owner for a moment.
        self.whenReplaced = { [weak self] in self?.release(then: then) }
        // A server that has just ended will not request the name.
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

  /// `then` gets the bus's answer; `nil` for an error. It is not called where the connection has ended.
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
