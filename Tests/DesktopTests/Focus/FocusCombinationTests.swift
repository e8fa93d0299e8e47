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
  private var reporting: (WindowFocus) -> Void = { _ in }

  init(_ name: String) { self.name = name }

  func start(reporting: @escaping (WindowFocus) -> Void) {
    starts += 1
    self.reporting = reporting
  }

  func stop() { isStopped = true }
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
    let background = Background(loop)
    monitor = FocusMonitor(
      { variables[$0] }, background, loop,
      apps: WindowApps(DesktopEntries(dataDirectories: [], languages: []), background), makers: makers
    ) { report($0) }
    report = { [unowned self] in reports.append($0) }
    monitor.whenSearching = { [unowned self] in isSearching = $0 }
    monitor.start()
  }

  var sources: [ScriptedSource] { shelf.made }
  var focus: [DesktopFocus] { reports.compactMap { if case .focus(let focus) = $0 { focus } else { nil } } }
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
      combination.findings.dropFirst() == [
        "Focus is learnt from second.", "Focus is learnt from first.", "Focus is learnt from second.",
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
    #expect(combination.findings.last == "Focus is learnt from first.")
  }

  @Test func `the same twice is told once`() throws {
    let combination = try Combination()
    for _ in 0..<3 { combination.sources[0].say("org.example.One") }
    #expect(combination.focus.count == 2 && combination.findings.count == 2)
  }

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
