import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Firefox {
    @Test
    func `a page in Firefox hears of each show, press and closing, and the locked screen hides its words`()
      async throws
    {
      let desk = try await FrontDesk()
      let bus = desk.renaming.bus
      let screen = try await VirtualScreen()
      let dunst = try await DunstServer(on: bus, screen: screen)
      try await desk.open()
      let traffic = try await ServerTraffic(on: bus)
      let page = try await WebPage()
      let home = TemporaryDirectory()
      let firefox = try await Browser.firefox.open(page, on: bus, screen, home: home)

      page.run(
        "show('first', 'Mail from Anna', {body: 'Dinner at <eight>?', tag: 'mail', requireInteraction: true})"
      )
      try await page.tells("first show")
      try await shows(1, dunst)
      let first = try #require(try await traffic.notifications().last)
      #expect(first.app == "Firefox" && first.title == "Mail from Anna" && first.timeout == 0)
      #expect(first.body == "Dinner at &lt;eight&gt;?")
      #expect(first.hints["desktop-entry"] == .string("firefox-esr"))
      try await dunst.screenshot("firefox-dunst")

      // What has the same tag takes its place, and the page hears that the first is gone.
      page.run("show('second', 'Mail from Ben', {body: 'Lunch?', tag: 'mail', requireInteraction: true})")
      try await page.tells("second show")
      try await page.tells("first close")
      try await shows(1, dunst)
      #expect(try desk.rig.unread().map(\.title) == ["Mail from Ben"])

      // What is up is hidden with the screen, and back with it.
      var shown = try await traffic.notifications().count
      try desk.rig.control().setLocked(true)
      try await hides(["Mail", "Ben", "Lunch"], traffic, after: shown)
      try await dunst.screenshot("firefox-dunst-locked")
      try desk.rig.control().setLocked(false)
      try await shows("Mail from Ben", traffic)
      _ = try await dunst.control("action", "0")
      try await page.tells("second click")
      try await shows(0, dunst)
      #expect(try desk.rig.unread().isEmpty)

      // What comes meanwhile is hidden, too.
      shown = try await traffic.notifications().count
      try desk.rig.control().setLocked(true)
      page.run("show('third', 'Mail from Cleo', {body: 'The code is Zq7xMarker.', requireInteraction: true})")
      try await page.tells("third show")
      try await shows(1, dunst)
      try await hides(["Mail", "Cleo", "code", "Zq7xMarker"], traffic, after: shown)
      try desk.rig.control().setLocked(false)
      try await shows("Mail from Cleo", traffic)
      page.run("hide('third')")
      try await page.tells("third close")
      try await shows(0, dunst)

      page.run("show('fourth', 'Mail from Dora', {body: 'Tea?'})")
      try await page.tells("fourth show")
      try await shows("Mail from Dora", traffic)
      _ = try await dunst.control("close-all")
      try await page.tells("fourth close")
      // In order: it has processes of its own, which write to the end.
      firefox.signal(SIGTERM)
      try await firefox.exit()
      #expect(!page.told.contains { $0.hasPrefix("fault") || $0.hasSuffix("error") }, "\(page.told)")
    }

    private func shows(_ count: Int, _ server: DunstServer) async throws {
      try await eventually("\(count) banners", holds: { try await server.count() == count })
    }

    private func shows(_ title: String, _ traffic: ServerTraffic) async throws {
      try await eventually(title, holds: { try await traffic.notifications().last?.title == title })
    }

    /// Waits until the server was given something after so many banners: none of these words is in it.
    private func hides(_ words: [String], _ traffic: ServerTraffic, after count: Int) async throws {
      let given = try await eventually("a hidden banner") {
        let given = try await traffic.notifications().dropFirst(count)
        return given.isEmpty ? nil : Array(given)
      }
      #expect(given.last?.body == "Notification")
      for word in words { #expect(!given.contains { $0.everything.contains(word) }, "\(word)") }
    }
  }
}
