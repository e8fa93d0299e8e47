import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// The daemon is killed between apps' calls and their answers, and the bus starts the next.
  ///
  /// `BELLHOP_KILLS=100`: this many kills, with printed results.
  @Suite struct FrontKills {
    private static let asked = getenv("BELLHOP_KILLS").flatMap { Int(String(cString: $0)) }
    private static let rounds = max(4, asked ?? 4)
    private static let posts = 8
    private static let errors: Set = [
      // The bus's own words for a call that had come to who died, and for one to who had died a moment before.
      "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
    ]

    @Test func `nothing answered is lost, nothing private is shown while locked, and later calls wait`()
      async throws
    {
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      let bus = desk.renaming.bus
      let server = try await ScriptedServer(on: bus, modes: ["evict 40"])
      try await desk.rig.isActivated(by: bus)
      let traffic = try await ServerTraffic(on: bus)
      try await desk.notifySend("First")
      let browsers = try await openBrowsers(on: bus)
      for (index, browser) in browsers.enumerated() {
        // Firefox asks once for the server's capabilities; without an answer it never notifies.
        browser.page.run("show('first', 'First \(index)', {body: 'Tea?'})")
        try await shows(["First \(index)"], server)
      }
      var (hidden, answered): (Int, Set<String>) = (0, [])
      var locking: Locking?
      for round in 1...Self.rounds {
        try await desk.ownsName()
        // Two rounds each, so that there is a start on a locked screen, too.
        let isLocked = (round / 2).isMultiple(of: 2) == false
        if isLocked, round.isMultiple(of: 2) {
          // A notification that waits when the screen locks is hidden as well.
          try await shows(answered, server)
          answered = []
          locking = try lock(desk, server)
        }
        let titles = try await kill(in: round, isLocked, desk, browsers)
        if !isLocked { answered.formUnion(titles) }
        if let last = locking, !isLocked || !round.isMultiple(of: 2) {
          hidden += try await unlock(last, desk, server)
          locking = nil
        }
      }
      try await desk.ownsName()
      if let locking { hidden += try await unlock(locking, desk, server) }
      try await shows(answered, server)
      for (index, browser) in browsers.enumerated() {
        browser.page.run("show('last', 'Last \(index)', {body: 'Tea?'})")
        try await shows(["Last \(index)"], server)
      }
      try judge(try await settled(traffic), hidden, desk)
      for browser in browsers {
        browser.process.signal(SIGTERM)
        try await browser.process.exit()
      }
    }

    /// The notifications at the moment of the lock.
    private struct Locking {
      let newest: NotificationID?
      /// The number of entries in the server's traffic.
      let entries: Int
    }

    private func lock(_ desk: FrontDesk, _ server: ScriptedServer) throws -> Locking {
      let newest = try desk.rig.entries().first?.id
      try desk.rig.control().setLocked(true)
      return Locking(newest: newest, entries: server.entries.count)
    }

    /// Not before all that was posted meanwhile is shown: else there is nothing to see. Returns how many hidden banners
    /// there were.
    private func unlock(_ locking: Locking, _ desk: FrontDesk, _ server: ScriptedServer) async throws -> Int {
      let posted = try desk.rig.entries().map(\.id).filter { id in locking.newest.map { id > $0 } ?? true }
      try #require(!posted.isEmpty)
      for id in posted { try await desk.rig.isShown(id) }
      let given = server.entries.dropFirst(locking.entries).filter { $0.method == "Notify" }
      #expect(!given.contains { "\($0)".contains("Secret") })
      try desk.rig.control().setLocked(false)
      return given.count { $0.body == "Notification" }
    }

    private struct Opened {
      let page: WebPage
      let process: ChildProcess
      /// Kept for as long as the browser.
      let screen: VirtualScreen
      let home: TemporaryDirectory
    }

    private func openBrowsers(on bus: PrivateBus) async throws -> [Opened] {
      var opened: [Opened] = []
      for browser in [Browser.firefox, .chromium] where browser.isInstalled {
        let (page, screen, home) = (try await WebPage(), try await VirtualScreen(), TemporaryDirectory())
        let process = try await browser.open(page, on: bus, screen, home: home)
        opened.append(Opened(page: page, process: process, screen: screen, home: home))
      }
      return opened
    }

    private func shows(_ titles: Set<String>, _ server: ScriptedServer) async throws {
      try await eventually("\(titles) on the server", within: testTimeout * 3) {
        titles.isSubset(of: server.notifications.compactMap(\.title)) ? () : nil
      }
    }

    /// The titles of those that notify-send has an answer for.
    private func kill(in round: Int, _ isLocked: Bool, _ desk: FrontDesk, _ browsers: [Opened]) async throws
      -> Set<String>
    {
      let owner = try #require(try await desk.owner)
      let word = isLocked ? "Secret" : "Post"
      for (index, browser) in browsers.enumerated() {
        browser.page.run("show('r\(round)', '\(word) \(round).page \(index)', {body: '\(word) text'})")
      }
      let posts = try (0..<Self.posts).map {
        try desk.run("/usr/bin/notify-send", "\(word) \(round).\($0)", "\(word) text")
      }
      // Each time another number of them has its answer, and the others are on their way.
      try await eventually("some answers", holds: { posts.count { !$0.isRunning } >= round % Self.posts })
      #expect(Glibc.kill(owner, SIGKILL) == 0)
      try await eventually("the end of the daemon", holds: { try await desk.owner != owner })
      // Calls from now on wait for the next daemon, and are answered.
      try await desk.notifySend("\(word) \(round).after", "\(word) text")
      var answered: Set = ["\(word) \(round).after"]
      for (number, post) in posts.enumerated() {
        let status = try await post.exit()
        if status == 0 { answered.insert("\(word) \(round).\(number)") }
        #expect(
          status == 0 || Self.errors.contains { post.output().contains($0) }, "\(round): \(post.output())")
      }
      for browser in browsers {
        try await eventually("a word of the page") {
          browser.page.told.contains { $0.hasPrefix("r\(round) ") } ? () : nil
        }
      }
      return answered
    }

    /// All calls of apps, once each has its answer.
    private func settled(_ traffic: ServerTraffic) async throws -> [ServerTraffic.Notify] {
      try await eventually("an answer for each", within: testTimeout * 3) {
        let calls = try await traffic.notifications(of: RenamingBus.a)
        return calls.contains { $0.number == nil && $0.error == nil } ? nil : calls
      }
    }

    private func judge(_ calls: [ServerTraffic.Notify], _ hidden: Int, _ desk: FrontDesk) throws {
      let answered = calls.filter { $0.number != nil }
      let titles = Set(answered.map(\.title))
      #expect(answered.allSatisfy { $0.number ?? 0 > 1_000_000 })
      #expect(titles.subtracting(try desk.rig.entries().map(\.title)).isEmpty, "what is lost")
      let unanswered = calls.compactMap(\.error)
      #expect(Set(unanswered).isSubset(of: Self.errors), "\(Set(unanswered))")
      #expect(calls.allSatisfy { $0.error == nil || $0.isOfBus }, "what the daemon has refused")
      guard Self.asked != nil else { return }
      let pages = calls.filter { $0.title.contains("page") }
      print(
        """
        killed \(Self.rounds) times: \(calls.count) calls, \(answered.count) answered and all of them kept; without an \
        answer \(Self.errors.sorted().map { error in "\(unanswered.count { $0 == error }) \(error)" }); of \
        \(pages.count) calls of pages \(pages.count { $0.number != nil }) answered; \(hidden) hidden banners, no private \
        word
        """)
    }
  }
}
