import Delivery
import EventLoop
import Front
import Intake
import NotificationModel
import NotificationProtocol

/// What tools post as by the desktop's own interface: read, attributed and repaired as what comes by that name, without
/// a bus between.
final class Notifying: DesktopNotifier {
  private let engine: DeliveryEngine
  private let directory: InstalledApps
  private let poster: FrontPoster
  private let clock: () -> Moment
  private var knowsNames = false

  init(
    _ engine: DeliveryEngine, _ directory: InstalledApps, _ poster: FrontPoster,
    clock: @escaping () -> Moment
  ) {
    (self.engine, self.directory, self.poster, self.clock) = (engine, directory, poster, clock)
  }

  func post(
    _ post: DesktopPost, process: Int32, by caller: BusCaller,
    then: @escaping (Result<PostedNumber, Refusal>) -> Void
  ) {
    if !knowsNames { directory.readNames() }
    knowsNames = true
    let now = clock()
    let call = NotifyCall(post)
    var place: ProcessPlace
    do throws(SystemError) {
      // What came in by the person's socket was looked at, and is in no sandbox.
      place = try directory.place(of: process, seen: now.uptime) ?? ProcessPlace()
    } catch {
      return then(.failure(.notStored(error.description)))
    }
    // Scripts post through 'bellhop notify-send' under names of their own.
    place.isOwnCommand = false
    let asking = Caller(process: process, place: place)
    let app = Poster(asking, desktopEntry: call.hints.desktopEntry, appName: call.appName).app(
      among: directory)
    var front = FrontPost(call, from: app, visibleID: nil, now: now.wall)
    front.origin.caller = caller
    front.origin.poster = asking.poster
    let passedOver = PassedOver(post, call, front)
    poster.post(front, replacing: call.replaces, process: process) { result, hasPicture in
      then(result.map { PostedNumber(number: $0, passedOver: passedOver.names(hasPicture: hasPicture)) })
    }
  }

  func close(_ number: UInt32, by caller: BusCaller) throws(Refusal) {
    let now = clock()
    try engine.assumeIsolated { engine in
      Result { () throws(Refusal) in try engine.close(number, by: caller, isSandboxed: false, now: now) }
    }.map { _ in () }.get()
  }
}

extension NotifyCall {
  fileprivate init(_ post: DesktopPost) {
    self.init(
      appName: post.appName, replaces: post.replaces, icon: post.icon, summary: post.summary, body: post.body,
      buttons: post.actions.map { Button(key: $0.key, label: $0.label) }, hints: NotifyHints(post.hints),
      expireTimeout: post.expireTimeout)
  }
}
