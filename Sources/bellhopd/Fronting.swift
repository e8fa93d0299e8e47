import BusWire
import Delivery
import EventLoop
import Front
import Glibc
import Images
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
  private let pictures: FrontPictures
  private var door: FrontDoor?
  private var route = ServerRoute.usual
  private var isStopped = false

  init(
    _ loop: EventLoop, _ engine: DeliveryEngine, _ directory: InstalledApps, _ addresses: [BusAddress],
    pictures: FrontPictures, runtimeDirectory: String?, clock: @escaping () -> Moment
  ) {
    self.pictures = pictures
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

  /// Before a transaction ends: what waited for its picture is posted with it.
  func passOnPictures() { pictures.passOn() }

  func transactionEnded(stored: Bool) { door?.transactionEnded(stored: stored) }

  /// `unheard`: it is a press, and whoever posted it is gone.
  func tell(_ signal: FrontSignal, number: UInt32, to caller: BusCaller, unheard: @escaping () -> Void) {
    door?.tell(signal, number: number, to: caller, unheard: unheard)
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
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, FrontRefusal>) -> Void
  ) {
    guard let source = post.imageSource else {
      return then(store(post, nil, replacing))
    }
    pictures.copy(source, for: process) { [unowned self] copy in
      var result = store(post, copy, replacing)
      // Better without its picture than not at all.
      if case .failure = result, copy != nil { result = store(post, nil, replacing) }
      then(result)
    }
  }

  private func store(_ post: FrontPost, _ copy: ImageCopy?, _ replacing: UInt32)
    -> Result<UInt32, FrontRefusal>
  {
    let now = clock()
    var request = post.request
    if post.imageSource != nil { request.image = copy?.source }
    let posted = request
    return engine.assumeIsolated { engine in
      Result { () throws(Refusal) in
        try engine.post(
          posted, post.conventions, replacing: replacing, images: copy.map { [$0] } ?? [], now: now)
      }
    }.mapError { refusal in
      switch refusal {
      case .quotaExceeded(_, _, let wait, _): .tooMany(retryAfterMilliseconds: wait)
      case .notStored(let reason): .notStored(reason)
      default: .notStored("\(refusal)")
      }
    }
  }

  func close(_ number: UInt32, by caller: BusCaller) -> FrontClosing {
    let now = clock()
    let wasOurs = engine.assumeIsolated { (try? $0.close(number, now: now)) ?? true }
    return wasOurs ? .done : .neverOurs
  }

  func isUnknown(_ number: UInt32) -> Bool { engine.assumeIsolated { $0.isUnknown(number) } }
}

extension FrontPost {
  /// Where its picture is, if it has one that is no icon of the theme.
  fileprivate var imageSource: ImageSource? {
    if let picture { return .made(name: FrontPictures.inCall) { picture.png } }
    return request.image.flatMap { $0.hasPrefix("/") ? .file($0) : nil }
  }
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
