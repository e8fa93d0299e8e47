import BusSocket
package import BusWire
package import EventLoop
import Guidelines
package import NotificationModel

/// Follows the notifications that apps post to the notification server, as a monitor of the bus. Sends messages to the
/// bus alone, and delays no app.
///
/// Needs two connections: a monitor may not call the bus, so the other one asks for the processes behind names.
package final class ShadowMonitor {
  /// An observed event, told in the order of the events.
  package enum Event {
    /// A notification, as it would have been accepted by the service.
    case posted(ShadowPost)
    /// The server has closed the notification with this number.
    case closed(UInt32)
    /// The server was replaced or has ended: its banners are gone, and numbers begin again.
    case newServer
    /// The number of notifications that were skipped.
    case dropped(Int)
  }

  private static let interface = "org.freedesktop.Notifications"
  /// The most bytes of signals: two numbers of a closing, or three names.
  private static let mostOtherBytes = 1_024
  /// The most calls that are read, in a burst and per second: more than a person can read.
  private static let burst = 200
  private static let perSecond = 50

  private let loop: EventLoop
  private let ownProcess: Int32
  private let directory: any PosterDirectory
  private let now: () -> Moment
  private let told: (Event) -> Void
  private let ended: (String) -> Void
  private var asker: BusClient?
  private var monitor: BusClient?
  private var backends: PortalBackends?
  private var callers: Callers?
  private var pace: TokenBucket
  private var unanswered = UnansweredCalls()
  private var events = ObservedEvents()
  private var patience: Delay?

  /// `began`: from now on all events are observed. `ended`: gets the reason; called once, as the last callback.
  package init(
    on addresses: [BusAddress], _ loop: EventLoop, ownProcess: Int32, directory: any PosterDirectory,
    now: @escaping () -> Moment, began: @escaping () -> Void, told: @escaping (Event) -> Void,
    ended: @escaping (String) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.ownProcess = ownProcess
    self.directory = directory
    self.now = now
    self.told = told
    self.ended = ended
    pace = TokenBucket(
      capacity: Self.burst, refill: Self.perSecond, perMilliseconds: 1_000, now: now().uptime)
    let gone = { [unowned self] in end("the session bus has ended the connection") }
    let asker = try BusClient(to: addresses, loop, ended: gone)
    self.asker = asker
    let backends = PortalBackends(asker)
    self.backends = backends
    callers = Callers(
      directory, loop,
      ask: { [unowned asker] in asker.process(of: String(decoding: $0, as: UTF8.self), then: $1) },
      isForwarder: backends.contains, learned: { [unowned self] _ in tellEvents() })
    monitor = try BusClient(
      to: addresses, loop, wantsBody: { [unowned self] in isWanted($0) },
      received: { [unowned self] in see($0) }, ended: gone)
    monitor?.call(
      "BecomeMonitor", [.strings(Self.rules.map { Array($0.utf8) }), .uint32(0)], to: .monitoring
    ) { [unowned self] answer in
      if answer?.header.kind == .reply { began() } else { end("the session bus lets nobody listen") }
    }
  }

  /// Replies and signals are limited to the server as sender, so that no other process can forge them.
  private static let rules = [
    "type='method_call',interface='\(interface)',member='Notify'",
    "type='signal',sender='\(interface)',interface='\(interface)',member='NotificationClosed'",
    "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(interface)'",
    "type='method_return',sender='\(interface)'", "type='error',sender='\(interface)'",
  ]

  /// Ends the observation; no more callbacks.
  package func stop() {
    asker?.stop()
    monitor?.stop()
    patience = nil
  }

  private func end(_ reason: String) {
    stop()
    ended(reason)
  }

  // MARK: Messages

  /// Only the header is read of the server's replies to other calls, and of calls over the rate.
  private func isWanted(_ message: Message) -> Bool {
    let header = message.header
    return switch header.kind {
    case .call: !pace.isEmpty(at: now().uptime)
    case .reply:
      header.signature.elementsEqual("u".utf8) && Self.call(of: message).map(unanswered.contains) == true
    case .signal: header.bodyLength <= Self.mostOtherBytes
    case .error, nil: false
    }
  }

  private func see(_ message: Message) {
    switch message.header.kind {
    case .call: posted(message)
    case .reply, .error: answered(message)
    case .signal: signalled(message)
    case nil: break
    }
    giveUp()
  }

  private func posted(_ message: Message) {
    let (header, now) = (message.header, now())
    guard let name = message.field(header.sender) else { return }
    guard message.hasEnds, !pace.isEmpty(at: now.uptime) else { return told(.dropped(1)) }
    pace.consume(at: now.uptime)
    guard let call = try? NotifyCall(message, pictures: false) else { return }
    callers?.learn(name, seen: now.uptime)
    guard !header.wantsNoReply else {
      return pass(.call(call, by: name, number: call.replaces > 0 ? call.replaces : nil, at: now.wall))
    }
    let gone = unanswered.add(call, .init(name: name, serial: header.serial), now: now.uptime)
    if gone > 0 { told(.dropped(gone)) }
  }

  private func answered(_ message: Message) {
    guard let reference = Self.call(of: message), let call = unanswered.remove(reference) else { return }
    guard message.header.kind == .reply, let number = message.firstNumber else { return }
    pass(.call(call, by: reference.name, number: number, at: now().wall))
  }

  private static func call(of answer: Message) -> UnansweredCalls.Reference? {
    guard let name = answer.field(answer.header.destination), let serial = answer.header.replySerial else {
      return nil
    }
    return UnansweredCalls.Reference(name: name, serial: serial)
  }

  private func signalled(_ message: Message) {
    if message.field(message.header.sender, is: BusName.driver) {
      // The bus also sends signals to this connection itself, such as NameAcquired.
      let name = (try? message.allStrings())?.first
      if message.field(message.header.member, is: Array("NameOwnerChanged".utf8)),
        message.field(name, is: BusName.notifications)
      {
        pass(.newServer)
      }
    } else if message.header.signature.elementsEqual("uu".utf8), let number = message.firstNumber {
      pass(.closed(number))
    }
  }

  /// Drops calls that stay unanswered. Sets a timer, so that this also happens when no further message passes.
  private func giveUp() {
    let gone = unanswered.giveUp(now: now().uptime)
    if gone > 0 { told(.dropped(gone)) }
    guard patience == nil, let deadline = unanswered.deadline else { return }
    let wait = max(1, deadline.milliseconds - now().uptime.milliseconds)
    patience = Delay(wait, loop) { [unowned self] in
      patience = nil
      giveUp()
    }
  }

  // MARK: Telling

  private func pass(_ event: ObservedEvents.Event) {
    if !events.add(event), case .call = event { told(.dropped(1)) }
    tellEvents()
  }

  private func tellEvents() {
    while let event = events.first {
      switch event {
      case .call(let call, let name, let number, let time):
        // Asks again where `Callers` has dropped the name because of many newer ones.
        callers?.learn(name, seen: now().uptime)
        guard let caller = callers?[name] else { return }
        tell(call, by: caller, named: name, as: number, at: time)
      case .closed(let number): told(.closed(number))
      case .newServer: told(.newServer)
      }
      events.removeFirst()
    }
  }

  /// Whether the call is Bellhop's own delivery to the server. For calls by way of bellhop-bus, the bus reports the
  /// process of bellhop-bus, so the hint `sender-pid` that libnotify sets counts, too. (Once the daemon has identified
  /// itself to bellhop-bus, its calls use another interface and are not observed at all: `Translator`.)
  private func isOwn(_ call: NotifyCall, by caller: Caller) -> Bool {
    caller.process == ownProcess || call.hints.senderProcess == Int64(ownProcess)
  }

  private func tell(
    _ call: NotifyCall, by caller: Caller, named name: [UInt8], as number: UInt32?, at time: Timestamp
  ) {
    guard !isOwn(call, by: caller) else { return }
    let app = Poster(caller, desktopEntry: call.hints.desktopEntry, appName: call.appName).app(
      among: directory)
    var post = FrontPost(call, from: app, visibleID: number, now: time)
    post.origin.poster = caller.poster
    post.origin.caller.name = String(decoding: name, as: UTF8.self)
    // On-screen displays of volume and brightness are not kept.
    guard !post.origin.isOnScreenDisplay else { return }
    told(
      .posted(
        ShadowPost(
          post.request, from: post.origin, number: number,
          replaces: call.replaces > 0 && call.replaces == number)))
  }
}

extension Message {
  /// The first argument, where it is a UINT32.
  fileprivate var firstNumber: UInt32? {
    guard hasBody, header.signature.first == UInt8(ascii: "u") else { return nil }
    var reader = arguments()
    return try? reader.uint32()
  }
}

/// The observed events that were not told yet, in order. A call waits until its caller is known, and all later events
/// wait with it; else a closing could be told before its notification.
struct ObservedEvents {
  enum Event {
    /// A call, and the number that the server has given it; `nil` for a new notification, if the call wanted no reply.
    case call(NotifyCall, by: [UInt8], number: UInt32?, at: Timestamp)
    case closed(UInt32)
    case newServer
  }

  /// Far more events than occur while the bus answers one question.
  private static let most = 256

  private var events: [Event] = []

  /// Returns false where there is no room.
  mutating func add(_ event: Event) -> Bool {
    guard events.count < Self.most else { return false }
    events.append(event)
    return true
  }

  var first: Event? { events.first }

  mutating func removeFirst() { events.removeFirst() }
}

/// Observed calls that the server has not answered. Bounded by number, size and age, because the specification gives
/// servers no time limit, and a server may end without an answer.
struct UnansweredCalls {
  /// The caller and serial of a call, which its answer repeats.
  struct Reference: Hashable {
    let name: [UInt8]
    let serial: UInt32
  }

  private struct Waiting {
    let reference: Reference
    let call: NotifyCall
    let bytes: Int
    let until: Uptime
  }

  private static let most = 64
  private static let mostBytes = 2 * 1_048_576
  /// Longer than a client of libdbus waits for its answer.
  private static let milliseconds: Int64 = 30_000

  /// In the order of the calls.
  private var waiting: [Waiting] = []
  private var bytes = 0

  /// The time at which the oldest call is dropped.
  var deadline: Uptime? { waiting.first?.until }

  func contains(_ reference: Reference) -> Bool { waiting.contains { $0.reference == reference } }

  /// Returns how many older calls were dropped to make room.
  mutating func add(_ call: NotifyCall, _ reference: Reference, now: Uptime) -> Int {
    let next = Waiting(
      reference: reference, call: call, bytes: call.bytes,
      until: now.advanced(byMilliseconds: Self.milliseconds))
    let before = waiting.count
    while let first = waiting.first,
      waiting.count >= Self.most || bytes + next.bytes > Self.mostBytes
    {
      bytes -= first.bytes
      waiting.removeFirst()
    }
    waiting.append(next)
    bytes += next.bytes
    return before + 1 - waiting.count
  }

  mutating func remove(_ reference: Reference) -> NotifyCall? {
    guard let index = waiting.firstIndex(where: { $0.reference == reference }) else { return nil }
    let taken = waiting.remove(at: index)
    bytes -= taken.bytes
    return taken.call
  }

  /// Drops the calls that are too old, and returns their number.
  mutating func giveUp(now: Uptime) -> Int {
    let old = waiting.prefix { $0.until <= now }
    bytes -= old.reduce(0) { $0 + $1.bytes }
    waiting.removeFirst(old.count)
    return old.count
  }
}

extension NotifyCall {
  /// Roughly the bytes of memory that the call takes.
  fileprivate var bytes: Int {
    let texts = [appName, icon, summary, body] + buttons.flatMap { [$0.key, $0.label] }
    let hints =
      [hints.category, hints.desktopEntry, hints.imagePath, hints.soundName, hints.soundFile, hints.tag]
      + [hints.replyPlaceholder, hints.replyButton]
    return 512 + 4 * self.hints.handedOn.used
      + (texts + hints.compactMap { $0 }).reduce(0) { $0 + $1.utf8.count }
  }
}
