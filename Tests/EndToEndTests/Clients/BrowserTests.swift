import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Browsers {
    private static let installed = [Browser.firefox, .chromium].filter {
      if !$0.isInstalled { print("\($0.program) is not installed, and not tried") }
      return $0.isInstalled
    }

    @Test(arguments: installed)
    func `a page hears of each show, press and closing, and the locked screen hides its words`(
      browser: Browser
    ) async throws {
      let desk = try await FrontDesk()
      let bus = desk.renaming.bus
      let screen = try await VirtualScreen()
      let dunst = try await DunstServer(on: bus, screen: screen)
      try await desk.open()
      let traffic = try await ServerTraffic(on: bus)
      let page = try await WebPage()
      let home = TemporaryDirectory()
      let process = try await browser.open(page, on: bus, screen, home: home)

      page.run(
        "show('first', 'Mail from Anna', {body: 'Dinner at <eight>?', tag: 'mail', requireInteraction: true})"
      )
      try await page.tells("first show")
      try await shows(1, dunst)
      let first = try #require(try await traffic.notifications().last)
      #expect(first.app == browser.name && first.title == "Mail from Anna")
      // Chromium begins with where the page is from.
      #expect(first.body.hasSuffix("Dinner at &lt;eight&gt;?"))
      #expect(first.hints["desktop-entry"] == .string(browser.entry))
      try await dunst.screenshot("\(browser)-dunst")

      // A notification with the same tag replaces the first, and the page hears that the first is gone.
      page.run("show('second', 'Mail from Ben', {body: 'Lunch?', tag: 'mail', requireInteraction: true})")
      try await page.tells("second show")
      try await page.tells("first close")
      try await shows(1, dunst)
      let unread = try desk.rig.unread()
      #expect(unread.map(\.title) == ["Mail from Ben"])

      // The banner goes at the lock, one line tells it at the unlock, and it can be answered in the list.
      try desk.rig.control().setLocked(true)
      try await shows(0, dunst)
      try await dunst.screenshot("\(browser)-dunst-locked")
      try await explains(try #require(unread.first).id, ["focus.locked", "The screen was locked"], desk)
      try desk.rig.control().setLocked(false)
      try await tellsInLine("Mail from Ben", traffic)
      try await dunst.screenshot("\(browser)-dunst-unlocked")
      try desk.rig.control().activate(try #require(unread.first).id, action: .defaultAction)
      try await page.tells("second click")
      try await shows(0, dunst)
      #expect(try desk.rig.unread().isEmpty)

      // A notification posted meanwhile is hidden, too.
      let shown = try await traffic.notifications().count
      try desk.rig.control().setLocked(true)
      page.run("show('third', 'Mail from Cleo', {body: 'The code is Zq7xMarker.', requireInteraction: true})")
      try await page.tells("third show")
      try await shows(1, dunst)
      try await hides(["Mail", "Cleo", "code", "Zq7xMarker", "127.0.0.1"], browser, traffic, after: shown)
      try desk.rig.control().setLocked(false)
      try await tellsInLine("Mail from Cleo", traffic)
      page.run("hide('third')")
      try await page.tells("third close")
      try await shows(0, dunst)

      page.run("show('fourth', 'Mail from Dora', {body: 'Tea?'})")
      try await page.tells("fourth show")
      try await shows("Mail from Dora", traffic)
      _ = try await dunst.control("close-all")
      try await page.tells("fourth close")
      // In order: it has processes of its own, which write to the end.
      process.signal(SIGTERM)
      try await process.exit()
      #expect(!page.told.contains { $0.hasPrefix("fault") || $0.hasSuffix("error") }, "\(page.told)")
    }

    /// The line about what was missed names it.
    private func tellsInLine(_ title: String, _ traffic: ServerTraffic) async throws {
      try await eventually(
        "a line about \(title)",
        holds: { try await traffic.notifications().last?.title.hasSuffix(": \(title)") == true })
    }

    private func shows(_ count: Int, _ server: DunstServer) async throws {
      try await eventually("\(count) banners", holds: { try await server.count() == count })
    }

    private func shows(_ title: String, _ traffic: ServerTraffic) async throws {
      try await eventually(title, holds: { try await traffic.notifications().last?.title == title })
    }

    /// Waits until the server was given another banner after this many. The app's name and "Notification" are its only
    /// readable text, and none of these words is in it.
    private func hides(_ words: [String], _ browser: Browser, _ traffic: ServerTraffic, after count: Int)
      async throws
    {
      let given = try await eventually("a hidden banner") {
        let given = try await traffic.notifications().dropFirst(count)
        return given.isEmpty ? nil : Array(given)
      }
      #expect(given.last?.title == browser.fullName && given.last?.body == "Notification")
      for word in words { #expect(!given.contains { $0.everything.contains(word) }, "\(word)") }
    }

    private func explains(_ id: NotificationID, _ words: [String], _ desk: FrontDesk) async throws {
      let (status, output) = try await desk.rig.bellhop("explain", "\(id)")
      #expect(status == 0)
      for word in words { #expect(output.contains(word), "\(word): \(output)") }
    }
  }
}

extension Browser {
  /// The name that it gives itself.
  fileprivate var name: String {
    switch self {
    case .firefox: "Firefox"
    case .chromium: "Chromium"
    }
  }

  /// Its desktop entry, and the name there.
  fileprivate var entry: String {
    switch self {
    case .firefox: "firefox-esr"
    case .chromium: "chromium"
    }
  }

  fileprivate var fullName: String {
    switch self {
    case .firefox: "Firefox ESR"
    case .chromium: "Chromium Web Browser"
    }
  }
}
