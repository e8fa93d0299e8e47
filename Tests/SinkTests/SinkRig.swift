import Delivery
import EventLoop
import Glibc
import Locks
import NotificationModel
import Sink
import TestSupport
import Testing
import Wording

import struct Synchronization.Atomic

/// libnotify serves one bus per process: these tests run one after the other.
@Suite(.serialized) enum SinkTests {}

/// A lock that a test turns.
final class TestLock: LockReading {
  private let locked = Atomic<Bool>(false)
  var hidesWhenLocked: Bool { locked.load(ordering: .acquiring) }
  func set(_ value: Bool) { locked.store(value, ordering: .releasing) }
}

/// The two ways of the sink to a server that is at its own name.
enum Way: CaseIterable { case libnotify, bus }

/// The sink on a bus of its own, and its reports.
final class SinkRig: Sendable {
  let bus: PrivateBus
  let lock = TestLock()
  let sink: DesktopSink
  private let thread: LoopThread
  private let way: Way
  private let heard = Mutex<[SinkReport]>([])

  /// On this bus, or on one of its own.
  init(
    _ way: Way = .libnotify, on bus: PrivateBus? = nil, patienceMilliseconds: Int64 = 25_000,
    closeMilliseconds: Int64 = 1_000
  ) async throws {
    self.way = way
    self.bus = if let bus { bus } else { try await PrivateBus() }
    setenv("DBUS_SESSION_BUS_ADDRESS", self.bus.address, 1)
    thread = try LoopThread(name: "desktop")
    sink = DesktopSink(
      lock: lock, images: "/copies", patienceMilliseconds: patienceMilliseconds,
      closeMilliseconds: closeMilliseconds)
    start()
  }

  /// Again, after its `stop()`.
  func start() {
    sink.start(on: thread.loop) { [weak self] report in self?.note(report) }
    if way == .bus { sink.perform(.route(.named("org.freedesktop.Notifications"))) }
  }

  private func note(_ report: SinkReport) { heard.withLock { $0.append(report) } }

  deinit {
    sink.stop()
    thread.stop()
    bus.stop()
  }

  var reports: [SinkReport] { heard.withLock { $0 } }

  /// Performs a command and waits for its answer.
  func answer(_ command: SinkCommand, within timeout: Duration = testTimeout) async throws -> SinkReport {
    let before = heard.withLock { $0.count }
    sink.perform(command)
    return try await eventually("an answer", within: timeout) {
      reports.dropFirst(before).first { report in
        switch (report, command) {
        case (.shown, .show), (.failed, _), (.described, .describe): true
        default: false
        }
      }
    }
  }

  /// Shows a banner and returns its handle. The sink may not know of a server that has just started: then it is asked
  /// again.
  func shown(_ banner: Banner) async throws -> BannerHandle {
    try await eventually("a server") {
      let report = try await answer(.show(banner))
      if case .failed(_, .noServer) = report { return nil }
      guard case .shown(_, let handle, _, _) = report else { throw Unexpected(report: report) }
      return handle
    }
  }

  /// Shows a banner on a new server in these modes, and waits for two reports from then on.
  func shownAfter(modes: [String]) async throws -> ScriptedServer {
    let server = try await ScriptedServer(on: bus, modes: modes)
    _ = try await answer(.describe)
    let before = reports.count
    sink.perform(.show(try testBanner()))
    try await eventually("two reports", holds: { reports.count >= before + 2 })
    return server
  }

  func omitted(_ banner: Banner) async throws -> [String] {
    let report = try await answer(.show(banner))
    guard case .shown(_, _, _, let omitted) = report else { throw Unexpected(report: report) }
    return omitted.map { Wording.english.sentence($0) }
  }

  func waits(for report: SinkReport) async throws {
    try await eventually("\(report)", holds: { reports.contains(report) })
  }

  struct Unexpected: Error { let report: SinkReport }
}

func testBanner(
  _ number: Int64 = 1, title: String = "Lunch", body: String = "", actions: [BannerAction] = []
) throws -> Banner {
  Banner(
    subject: .notification(NotificationID(number)), app: try #require(AppID("org.example.Mail")),
    appName: "Mail", text: BannerText(title: title, body: body, actions: actions),
    openLabel: "Open")
}

func action(_ id: String, input: TextInput? = nil) throws -> BannerAction {
  BannerAction(id: try #require(ItemID(id)), title: id.uppercased(), input: input)
}
