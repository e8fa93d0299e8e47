import BusSocket
import BusWire
import EventLoop
import NotificationModel
import TestSupport

@testable import Front

/// A monitor on a bus, and its reports.
final class ShadowRig {
  /// Every process is where this says; nothing is installed.
  private final class Directory: PosterDirectory {
    var place: ProcessPlace? = ProcessPlace()
    func place(of process: Int32, seen: Uptime) -> ProcessPlace? { place }
    func program(of process: Int32, seen: Uptime) -> String? { nil }
    func hasEntry(_ app: AppID) -> Bool { app == AppID("org.example.Mail") }
    func showsOthers(_ app: AppID) -> Bool { false }
    func apps(named name: String) -> [AppID] { [] }
    func apps(running program: String) -> [AppID] { [] }
  }

  let loop: EventLoop
  private let directory = Directory()
  private var monitor: ShadowMonitor?
  private(set) var hasBegun = false
  private(set) var told: [String] = []
  private(set) var posts: [ShadowPost] = []
  private(set) var dropped = 0
  private(set) var reasons: [String] = []
  var now = Moment(wall: Timestamp(milliseconds: 0), uptime: Uptime(milliseconds: 10_000_000))

  init(
    _ addresses: [BusAddress], _ loop: EventLoop, ownProcess: Int32 = -1,
    place: ProcessPlace? = ProcessPlace()
  ) throws {
    self.loop = loop
    directory.place = place
    monitor = try ShadowMonitor(
      on: addresses, loop, ownProcess: ownProcess, directory: directory, now: { [unowned self] in now },
      began: { [unowned self] in hasBegun = true }, told: { [unowned self] in accept($0) },
      ended: { [unowned self] in reasons.append($0) })
  }

  private func accept(_ event: ShadowMonitor.Event) {
    switch event {
    case .posted(let post):
      posts.append(post)
      told.append("\(post.request.title ?? "")\(post.number.map { " as \($0)" } ?? "")")
    case .closed(let number): told.append("\(number) closed")
    case .newServer: told.append("new server")
    case .dropped(let count): dropped += count
    }
  }

  func run(until holds: @escaping () -> Bool) -> Bool { loop.run(until: holds) }
}

/// A program on a real bus that posts, and one that serves the posts.
final class Programs {
  private static let name = Array("org.freedesktop.Notifications".utf8)

  let loop: EventLoop
  private(set) var app: BusClient?
  private var server: BusClient?
  private var isServing = false
  private var lastNumber: UInt32 = 0
  /// Whether calls are answered.
  var answers = true

  init(_ addresses: [BusAddress], _ loop: EventLoop) throws {
    self.loop = loop
    app = try BusClient(to: addresses, loop, wantsBody: { _ in false }, received: { _ in }, ended: {})
    try serve(addresses)
  }

  /// Anew, as a server that was started again.
  func serve(_ addresses: [BusAddress]) throws {
    server?.stop()
    server = nil
    (isServing, lastNumber) = (false, 0)
    server = try BusClient(
      to: addresses, loop, wantsBody: { _ in true }, received: { [unowned self] in accept($0) }, ended: {})
    server?.call("RequestName", [.string(Self.name), .uint32(0)]) { [unowned self] _ in isServing = true }
    _ = loop.run { [unowned self] in isServing }
  }

  func post(
    _ summary: String, replaces: UInt32 = 0, body: String = "", wantsNoReply: Bool = false,
    hints: (inout WrittenValues) -> Void = { _ in }
  ) {
    guard let app else { return }
    var message = WrittenMessage.notify(
      serial: app.newSerial(), replaces: replaces, summary, body: body, hints: hints)
    message.wantsNoReply = wantsNoReply
    app.send(message.bytes)
  }

  private func accept(_ message: Message) {
    guard answers, message.header.kind == .call, let caller = message.field(message.header.sender),
      let server,
      message.field(message.header.member, is: Array("Notify".utf8))
    else { return }
    var reader = message.arguments()
    let replaced = (try? reader.string()).flatMap { _ in try? reader.uint32() } ?? 0
    if replaced == 0 { lastNumber += 1 }
    server.send(
      WrittenMessage.reply(
        to: message.header.serial, serial: server.newSerial(), for: String(decoding: caller, as: UTF8.self)
      ).with("u") { $0.add(number: replaced > 0 ? replaced : lastNumber) }.bytes)
  }

  func close(_ number: UInt32) {
    guard let server else { return }
    server.send(
      WrittenMessage.signal(
        "NotificationClosed", serial: server.newSerial(), path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications"
      ).with("uu") {
        $0.add(number: number)
        $0.add(number: 2)
      }.bytes)
  }
}
