import Glibc
import TestSupport
import Testing

/// A notification server, and a client that posts to it: by the front, or to the server alone.
final class ClientStage {
  let server: any ObservedServer
  let traffic: ServerTraffic
  let bus: PrivateBus
  /// The client's screen, on which it finds nothing of the server.
  let screen: VirtualScreen
  let home = TemporaryDirectory()
  private let front: FrontDesk?
  private var started: [ChildProcess] = []
  /// The signals that the client heard, in order.
  private(set) var heard: [String] = []
  /// How many banners there were at a time, where that was looked at.
  private(set) var counts: [Int] = []

  init(_ kind: ServerMatrix.Server, isFronted: Bool) async throws {
    front = isFronted ? try await FrontDesk() : nil
    // The only one here that says which program it is, and is not installed by the package manager.
    front?.rig.directory.write(
      ".local/share/applications/org.example.Clock.desktop",
      Array("[Desktop Entry]\nType=Application\nName=Clock\nExec=clock\n".utf8))
    if let front { bus = front.renaming.bus } else { bus = try await PrivateBus() }
    screen = try await VirtualScreen()
    server = try await kind.start(on: bus)
    try await front?.open()
    traffic = try await ServerTraffic(on: bus)
  }

  func start(_ arguments: String...) throws -> ChildProcess {
    var environment = screen.environment(on: bus)
    environment["HOME"] = home.path
    let process = try ChildProcess(arguments, environment: environment)
    started.append(process)
    return process
  }

  /// A browser with this page.
  func open(_ page: WebPage, in browser: Browser) async throws {
    started.append(try await browser.open(page, on: bus, screen, home: home))
  }

  /// Its output, once it has ended with status 0.
  @discardableResult
  func run(_ arguments: String...) async throws -> String {
    var environment = screen.environment(on: bus)
    environment["HOME"] = home.path
    let process = try ChildProcess(arguments, environment: environment)
    let status = try await process.exit()
    try #require(status == 0, "\(arguments): \(process.output())")
    return String(process.output().split(separator: "\n").joined(separator: " "))
  }

  /// Ends the programs in order: browsers have child processes, which write to the end.
  func end() async throws {
    for process in started {
      process.signal(SIGTERM)
      try await process.exit()
    }
  }

  func hear(_ line: String) { heard.append(line) }

  /// Waits until the server was given a banner with this title, and has given it a number.
  func given(_ title: String) async throws {
    try await eventually(title) {
      try await traffic.notifications().contains { $0.title == title && $0.number != nil } ? () : nil
    }
  }

  func shows(_ count: Int) async throws {
    try await eventually("\(count) banners", holds: { try await server.count() == count })
  }

  /// All that the server was given, once nothing more comes of its own accord.
  func settledNotifications() async throws -> [ServerTraffic.Notify] {
    var (last, since) = (-1, ContinuousClock.now)
    return try await eventually("as many notifications as before") {
      let given = try await traffic.notifications()
      if given.count != last { (last, since) = (given.count, .now) }
      return ContinuousClock.now - since > .milliseconds(500) ? given : nil
    }
  }

  /// Looks how many are up, once that is no longer about to change.
  func count() async throws {
    var (last, since) = (-1, ContinuousClock.now)
    try await eventually("as many banners as before") {
      let count = try await server.count()
      if count != last { (last, since) = (count, .now) }
      return ContinuousClock.now - since > .milliseconds(500) ? () : nil
    }
    counts.append(last)
  }

  /// Presses the only banner that is up until that holds.
  func press(until holds: () throws -> Bool) async throws {
    try await shows(1)
    try await eventually("a press on \(server.name)") {
      if try holds() { return () }
      try await server.press()
      return nil
    }
  }

  /// Any program may close a notification whose number it knows.
  func close(_ number: String) async throws {
    try await run(
      "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
      "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.CloseNotification", number)
  }
}
