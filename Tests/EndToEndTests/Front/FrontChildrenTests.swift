import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct FrontChildren {
    @Test(arguments: [SIGKILL, SIGTERM])
    func `a browser that dunst's hook has started outlives dunst, bellhop-bus and the daemon`(
      signal: Int32
    ) async throws {
      guard Browser.firefox.isInstalled else { return print("Firefox is not installed, and not tried") }
      let desk = try await FrontDesk()
      let (screen, page, home) = (try await VirtualScreen(), try await WebPage(), TemporaryDirectory())
      let hook = "\(home.path)/hook"
      let environment = Browser.environment(home: home.path).map { "\($0)=\(quoted($1))" }.joined(
        separator: " ")
      let command = Browser.firefox.command(page, home: home.path).map(quoted).joined(separator: " ")
      writeFile(
        hook,
        """
        #!/bin/sh
        echo $$ > \(home.path)/pid
        echo "$DBUS_SESSION_BUS_ADDRESS" > \(home.path)/address
        exec env \(environment) \(command)

        """)
      chmod(hook, 0o700)
      let dunst = try await DunstServer(
        on: desk.renaming.bus, screen: screen, settings: "[open]\nsummary=Open\nscript=\(hook)")
      try await desk.open()
      try await desk.notifySend("Open")
      try await eventually("a page that a hook has opened", within: Browser.patience) {
        page.told.contains("open granted")
      }

      func posts(_ title: String) async throws {
        page.run("show('\(title)', '\(title)', {})")
        try await eventually("a post of the browser's") { try desk.entry(title) != nil ? () : nil }
        #expect(try desk.entry(title)?.app == AppID("firefox-esr"))
      }
      try await posts("Before")
      dunst.process.kill()
      try await posts("Without dunst")
      try #require(desk.renaming.process).signal(signal)
      _ = try await desk.renaming.process?.exit()
      try await posts("Without bellhop-bus")
      #expect(try await desk.rig.terminate() == 0)
      try await desk.rig.start()
      try await desk.ownsName()
      try await posts("With another daemon")

      // What the hook starts later is on the session bus as well.
      let address = shell("cat \(home.path)/address").output.filter { !$0.isNewline }
      #expect(address.contains("/bellhop-bus/session-"), "\(address)")
      try await desk.notifySend(
        ["Later"], by: ["/usr/bin/env", "DBUS_SESSION_BUS_ADDRESS=\(address)", "/usr/bin/notify-send"])
      #expect(try desk.entry("Later") != nil)
      let process = pid_t(shell("cat \(home.path)/pid").output.filter(\.isNumber))
      kill(try #require(process), SIGKILL)
    }
  }
}
