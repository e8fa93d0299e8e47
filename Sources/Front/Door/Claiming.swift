import BusSocket
import BusWire
import EventLoop

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
  private var timer: Timer?
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

  deinit { if let timer { loop.cancel(timer) } }

  var isOwner: Bool { claim.standing == .owner }
  /// Whether calls are ours: those by the name, and once it is given away, those of whoever has found us behind it.
  var takesCalls: Bool { isOwner || wasOwner }
  var isBarred: Bool { claim.standing == .barred }
  var keeper: String? { claim.keeper }

  func hear(_ change: NameOwners.Change) {
    switch change.name {
    case DoorNames.notifications:
      if isOver, wasOwner, change.new != me { replaced() }
      take(claim.ownerIs(change.new))
    case DoorNames.gnomeHelper: take(claim.helperIs(change.new))
    default: break
    }
  }

  func serverIs(_ name: String?) { take(claim.serverIs(name)) }

  /// Gives the name away, and claims nothing any more. `successor`: who may take it before, so that it is somebody's at any
  /// moment. `then`: it is anybody's. Calls that were made before are still ours.
  func release(to successor: BusBehind?, then: @escaping () -> Void) {
    isOver = true
    wasOwner = isOwner
    guard let successor, isOwner else { return release(then: then) }
    let flags = Self.allowReplacement | Self.doNotQueue
    bus.call("RequestName", [.string(BusName.notifications), .uint32(flags)]) { [weak self] _ in
      successor.takeOver { isAsked in
        guard let self else { return }
        guard isAsked, !self.isReplaced else { return self.release(then: then) }
        // Its call goes by another connection than ours: given away before that was heard, the name would be nobody's.
        self.whenReplaced = { [weak self] in self?.release(then: then) }
        // A server that has just gone takes nothing.
        self.setTimer(in: Self.successionMilliseconds) { [weak self] in self?.replaced() }
      }
    }
  }

  private func replaced() {
    isReplaced = true
    whenReplaced.take()?()
  }

  private func release(then: @escaping () -> Void) {
    bus.call("ReleaseName", [.string(BusName.notifications)]) { _ in then() }
  }

  private func take(_ steps: [NameClaim.Step]) {
    guard !isOver else { return }
    for step in steps { take(step) }
    changed()
  }

  private func take(_ step: NameClaim.Step) {
    switch step {
    case .request(let replacing):
      request(DoorNames.notifications, replacing ? Self.replaceExisting : 0) { [unowned self] in
        take(claim.answered($0))
      }
    case .requestHelper:
      request(DoorNames.gnomeHelper, Self.replaceExisting | Self.doNotQueue) { [unowned self] in
        take(claim.helperAnswered($0))
      }
      limitHelper()
    case .releaseHelper: bus.call("ReleaseName", [.string(Array(DoorNames.gnomeHelper.utf8))])
    case .startHelper:
      bus.call("StartServiceByName", [.string(Array(DoorNames.gnomeHelper.utf8)), .uint32(0)])
    }
  }

  private func request(_ name: String, _ flags: UInt32, _ then: @escaping (UInt32?) -> Void) {
    bus.call("RequestName", [.string(Array(name.utf8)), .uint32(flags)]) { answer in
      // The connection is gone: there is nothing to go on with.
      guard let answer else { return }
      guard answer.header.kind == .reply, answer.hasBody else { return then(nil) }
      var reader = answer.arguments()
      then(try? reader.uint32())
    }
  }

  private func limitHelper() {
    setTimer(in: Self.helperMilliseconds) { [weak self] in
      guard let self else { return }
      take(claim.helperTookTooLong())
    }
  }

  private func setTimer(in milliseconds: Int64, _ then: @escaping () -> Void) {
    if let timer { loop.cancel(timer) }
    timer = loop.setTimer(at: EventLoop.now().uptime + milliseconds) { [weak self] in
      self?.timer = nil
      then()
    }
  }
}
