import BusWire
import Delivery
import EventLoop
import Front
import Glibc
import NotificationModel
import NotificationProtocol

/// Stands in the desktop's notification name for as long as somebody wants that, and passes on between the engine and
/// the door what they say to each other.
final class Fronting {
  private let loop: EventLoop
  private let engine: DeliveryEngine
  private let directory: InstalledApps
  private let clock: () -> Moment
  private let addresses: [BusAddress]
  /// Where bellhop-bus listens; `nil` where the daemon has no runtime directory.
  private let path: String?
  /// The notification server is to be found another way from now on.
  var changed: (ServerRoute) -> Void = { _ in }
  private var door: FrontDoor?
  private var route = ServerRoute.usual
  private var isStopped = false

  init(
    _ loop: EventLoop, _ engine: DeliveryEngine, _ directory: InstalledApps, _ addresses: [BusAddress],
    runtimeDirectory: String?, clock: @escaping () -> Moment
  ) {
    (self.loop, self.engine, self.directory, self.clock) = (loop, engine, directory, clock)
    self.addresses = addresses
    path = runtimeDirectory.map { "\($0)/bellhop-bus/bus" }
  }

  /// After each transaction: the mode may be another.
  func follow() {
    guard !isStopped else { return }
    let policy = engine.assumeIsolated { $0.frontPolicy }
    guard policy.mode == .on else { return close() }
    if let door {
      door.whenDown = WhenDown(policy.whenDown)
    } else {
      open(policy)
    }
  }

  /// `nil` where nobody wants the name.
  var standing: FrontStanding? {
    guard let door else { return nil }
    var standing: FrontStanding
    switch door.state {
    case .connecting: standing = FrontStanding(.connecting)
    case .owner(let route):
      standing = FrontStanding(.owner)
      standing.server = route.name
    case .queued(let owner, let process):
      standing = FrontStanding(.queued)
      standing.owner = owner
      standing.ownerProcess = process > 0 ? process : nil
    case .unreachable(let reason):
      standing = FrontStanding(.unreachable)
      standing.fault = reason
    }
    return standing
  }

  func transactionEnded(stored: Bool) { door?.transactionEnded(stored: stored) }

  func tell(_ signal: FrontSignal, number: UInt32, to caller: BusCaller) {
    door?.tell(signal, number: number, to: caller)
  }

  /// For good. The name is not given away: whoever calls meanwhile waits for the next daemon.
  func stop() {
    isStopped = true
    door?.stop()
  }

  private func open(_ policy: FrontPolicy) {
    guard let path else { return tell(.missing, "there is no runtime directory to find bellhop-bus in") }
    door = FrontDoor(
      on: addresses, behind: path, loop, ownProcess: getpid(), directory: directory, host: self,
      whenDown: WhenDown(policy.whenDown), version: Version.current, now: clock
    ) { [unowned self] in follow($0) }
  }

  private func close() {
    guard let closing = door else { return }
    door = nil
    take(.usual)
    engine.assumeIsolated { $0.forgetFinding(.front) }
    // Held until it is done.
    closing.release { _ = closing }
  }

  private func follow(_ state: FrontState) {
    switch state {
    case .connecting: break
    case .owner(let route):
      take(route)
      tell(.works, "What all apps post comes by Bellhop; 'bellhop front off' ends that.")
    case .queued(let owner, let process):
      take(.usual)
      tell(
        .limited,
        "org.freedesktop.Notifications belongs to another (\(Self.named(process) ?? owner)), and Bellhop waits for it."
      )
    case .unreachable(let reason):
      tell(.missing, "What apps post cannot come by Bellhop: \(reason).")
    }
  }

  private func take(_ route: ServerRoute) {
    guard route != self.route else { return }
    self.route = route
    changed(route)
  }

  private func tell(_ verdict: DesktopFinding.Verdict, _ text: String) {
    let remedy =
      verdict == .works
      ? nil
      : "Start the notification server behind bellhop-bus: 'bellhop front on' sees to it; without a service manager, 'bellhop-bus exec -- SERVER' in its place."
    engine.assumeIsolated { $0.receive(.finding(DesktopFinding(.front, verdict, text, remedy: remedy))) }
  }

  private static func named(_ process: Int32) -> String? {
    guard process > 0 else { return nil }
    return Process.name(of: process).map { "\($0), process \(process)" } ?? "process \(process)"
  }
}

extension Fronting: FrontHost {
  func post(_ post: FrontPost, replacing: UInt32, by caller: BusCaller) throws(FrontRefusal) -> UInt32 {
    let now = clock()
    let result = engine.assumeIsolated { engine in
      Result { () throws(Refusal) in
        try engine.post(post.request, post.conventions, replacing: replacing, now: now)
      }
    }
    switch result {
    case .success(let number): return number
    case .failure(.quotaExceeded(_, _, let wait, _)): throw .tooMany(retryAfterMilliseconds: wait)
    case .failure(.notStored(let reason)): throw .notStored(reason)
    case .failure(let refusal): throw .notStored("\(refusal)")
    }
  }

  func close(_ number: UInt32, by caller: BusCaller) -> FrontClosing {
    let now = clock()
    let wasOurs = engine.assumeIsolated { (try? $0.close(number, now: now)) ?? true }
    return wasOurs ? .done : .neverOurs
  }

  func isUnknown(_ number: UInt32) -> Bool { engine.assumeIsolated { $0.isUnknown(number) } }
}

extension WhenDown {
  init(_ standIn: StandIn) {
    self =
      switch standIn {
      case .server: .server
      case .wait: .wait
      }
  }
}

extension ServerRoute {
  /// That of the server on the session bus.
  fileprivate var name: String {
    switch self {
    case .usual: String(decoding: BusName.notifications, as: UTF8.self)
    case .behind: String(decoding: BusName.server, as: UTF8.self)
    case .named(let name): name
    }
  }
}
