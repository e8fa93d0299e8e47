import Delivery
import EventLoop
import NotificationModel
import Testing
import Wording

@testable import Desktop

/// A source that reports on command.
private final class ScriptedSource: FocusSource {
  let name: String
  var isNamed = true
  private(set) var starts = 0
  private(set) var isStopped = false
  private(set) var looks = 0
  private var reporting: (WindowFocus) -> Void = { _ in }

  init(_ name: String) { self.name = name }

  func start(reporting: @escaping (WindowFocus) -> Void) {
    starts += 1
    self.reporting = reporting
  }

  func stop() { isStopped = true }
  func lookAgain() { looks += 1 }
  func say(_ focus: WindowFocus) { reporting(focus) }
  func say(_ name: String) { say(.window(WindowIdentity(names: [name], process: nil))) }
}

/// Two sources, the first of which takes precedence, and the reports of their combination.
private final class Combination {
  private final class Shelf {
    var made: [ScriptedSource] = []
  }

  let monitor: FocusMonitor
  private let shelf = Shelf()
  private(set) var reports: [DesktopReport] = []
  private(set) var isSearching = true
  let loop: EventLoop

  init(_ variables: [String: String] = [:]) throws {
    let shelf = shelf
    // The monitor makes them where it is started, which is here.
    nonisolated(unsafe) let made = shelf
    let makers: [FocusMonitor.Maker] = ["first", "second"].map { name in
      { _, _, _, _ in
        made.made.append(ScriptedSource(name))
        return made.made[made.made.count - 1]
      }
    }
    var report: (DesktopReport) -> Void = { _ in }
    let loop = try EventLoop()
    self.loop = loop
    let background = Background(loop)
    monitor = FocusMonitor(
      { variables[$0] }, background, loop,
      apps: WindowApps(DesktopEntries(dataDirectories: [], languages: []), background), makers: makers,
      looks: 1...2
    ) { report($0) }
    report = { [unowned self] in reports.append($0) }
    monitor.whenSearching = { [unowned self] in isSearching = $0 }
    monitor.start()
  }

  var sources: [ScriptedSource] { shelf.made }
  var focus: [DesktopFocus] {
    reports.compactMap { if case .focus(let focus, _) = $0 { focus } else { nil } }
  }
  var fullScreen: [FullScreenWindow?] {
    reports.compactMap { if case .fullScreen(let window) = $0 { .some(window) } else { nil } }
  }
  var findings: [String] {
    reports.compactMap { if case .finding(let fact) = $0 { Wording.english.finding(fact).text } else { nil } }
  }
}

@Suite struct FocusCombinationTests {
  private func apps(_ names: String...) -> DesktopFocus { .apps(Set(names.compactMap { AppID($0) })) }

  @Test func `nothing is known at first, and that is said`() throws {
    let combination = try Combination()
    #expect(combination.focus == [.unknown])
    #expect(combination.findings == ["Nothing tells which window is in front: only apps' own claims count."])
    #expect(combination.isSearching)
  }

  @Test func `the first source that knows counts, whichever speaks last`() throws {
    let combination = try Combination()
    let (first, second) = (combination.sources[0], combination.sources[1])
    second.say("org.example.Two")
    first.say("org.example.One")
    second.say("org.example.Three")
    first.say(.none)
    first.say(.unknown)
    #expect(
      combination.focus == [
        .unknown, apps("org.example.Two"), apps("org.example.One"), apps(), apps("org.example.Three"),
      ])
    #expect(
      combination.findings.dropFirst().map { $0.prefix { $0 != "." } } == [
        "Focus is learnt from second", "Focus is learnt from first", "Focus is learnt from second",
      ])
    #expect(!combination.isSearching)
  }

  @Test func `a source that was merely found counts where none that the session names knows anything`() throws
  {
    let combination = try Combination()
    let (first, second) = (combination.sources[0], combination.sources[1])
    first.isNamed = false
    first.say(.none)
    second.say("org.example.Two")
    first.say("org.example.Nested")
    second.say(.none)
    second.say(.unknown)
    #expect(
      combination.focus == [
        .unknown, apps(), apps("org.example.Two"), apps(), apps("org.example.Nested"),
      ])
    #expect(combination.findings.last?.hasPrefix("Focus is learnt from first.") == true)
  }

  @Test func `the same twice is told once`() throws {
    let combination = try Combination()
    for _ in 0..<3 { combination.sources[0].say("org.example.One") }
    #expect(combination.focus.count == 2 && combination.findings.count == 2)
  }

  // MARK: The full screen

  private func window(_ names: String..., process: Int32? = nil, fills: FullScreen? = nil) -> WindowFocus {
    .window(WindowIdentity(names: names, process: process), fills)
  }

  private func full(_ name: String, inhibitsIdle: Bool) -> FullScreenWindow {
    FullScreenWindow(apps: Set([name].compactMap { AppID($0) }), inhibitsIdle: inhibitsIdle)
  }

  @Test
  func `a window that fills the screen is told with its app, until another is in front`()
    throws
  {
    let combination = try Combination()
    let first = combination.sources[0]
    first.say(window("mpv"))
    first.say(window("mpv", fills: FullScreen(inhibitsIdle: false)))
    first.say(window("mpv", fills: FullScreen(inhibitsIdle: true)))
    first.say(window("foot"))
    first.say(window("mpv", fills: FullScreen(inhibitsIdle: true)))
    first.say(.unknown)
    #expect(
      combination.fullScreen == [
        full("mpv", inhibitsIdle: false), full("mpv", inhibitsIdle: true), nil,
        full("mpv", inhibitsIdle: true),
        nil,
      ])
    // The app in front is the same one, whatever room its window takes.
    #expect(combination.focus == [.unknown, apps("mpv"), apps("foot"), apps("mpv"), .unknown])
  }

  @Test func `a source that tells nothing of idle is helped by one that sees the same app`() throws {
    let combination = try Combination()
    let (first, second) = (combination.sources[0], combination.sources[1])
    first.say(window("mpv", "gl", fills: FullScreen(inhibitsIdle: nil)))
    // Another app's film is no reason.
    second.say(window("vlc", fills: FullScreen(inhibitsIdle: true)))
    second.say(window("gl", process: 7, fills: FullScreen(inhibitsIdle: true)))
    second.say(window("gl", process: 7, fills: FullScreen(inhibitsIdle: false)))
    #expect(combination.fullScreen.compactMap { $0?.inhibitsIdle } == [false, true, false])
  }

  @Test(arguments: [
    (IdleInhibitor(name: "mpv", process: nil), true), (IdleInhibitor(name: "caffeine", process: 9), true),
    (IdleInhibitor(name: "caffeine", process: 8), false), (IdleInhibitor(name: "", process: nil), false),
  ])
  func `what inhibits idle at a service counts for the app that it names, or is`(
    inhibitor: IdleInhibitor, counts: Bool
  ) throws {
    let combination = try Combination()
    combination.sources[0].say(window("mpv", process: 9, fills: FullScreen(inhibitsIdle: nil)))
    combination.monitor.heard([inhibitor], from: .logind)
    combination.monitor.heard([], from: .sessionManager)
    #expect(combination.fullScreen.last == full("mpv", inhibitsIdle: counts))
    combination.monitor.heard([], from: .logind)
    #expect(combination.fullScreen.last == full("mpv", inhibitsIdle: false))
  }

  @Test func `a source is asked again while a window fills the screen, if no event would tell`()
    throws
  {
    let combination = try Combination()
    let (first, second) = (combination.sources[0], combination.sources[1])
    func runs(for milliseconds: Int64) {
      let end = Delay(milliseconds, combination.loop) { combination.loop.stop() }
      combination.loop.run()
      withExtendedLifetime(end) {}
    }
    first.say(window("mpv", fills: FullScreen(inhibitsIdle: nil)))
    runs(for: 20)
    #expect(first.looks == 0)
    first.say(window("mpv", fills: FullScreen(inhibitsIdle: false)))
    runs(for: 50)
    #expect(first.looks > 2 && second.looks == first.looks)
    first.say(window("mpv"))
    let looks = first.looks
    runs(for: 20)
    #expect(first.looks == looks)
  }

  // MARK: The sources

  @Test func `with other variables those that know nothing begin anew, and the old ones are not heard`()
    throws
  {
    let combination = try Combination()
    combination.sources[1].say("org.example.Two")
    combination.monitor.variablesChanged()
    #expect(combination.sources.count == 3)
    #expect(combination.sources[0].isStopped && !combination.sources[1].isStopped)
    combination.sources[0].say("org.example.Old")
    #expect(combination.focus.last == apps("org.example.Two"))
    combination.sources[2].say("org.example.New")
    #expect(combination.focus.last == apps("org.example.New"))
  }

  @Test func `what is over reports nothing`() throws {
    let combination = try Combination()
    let sources = combination.sources
    combination.monitor.stop()
    sources[0].say("org.example.One")
    #expect(sources.count == 2 && sources.filter { !$0.isStopped }.isEmpty)
    #expect(combination.focus == [.unknown])
  }
}
