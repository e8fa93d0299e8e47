import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Focus {
    private static let one = "org.example.One"
    private static let two = "org.example.Two"

    private func post(_ title: String, of app: String, to rig: DaemonRig) throws -> Receipt {
      try rig.notifications().post(
        NotificationRequest(app: try #require(AppID(app)), title: title))
    }

    private func isInFront(_ app: String, for rig: DaemonRig) throws -> Bool {
      try rig.control().status().foreground.map(\.text).contains(app)
    }

    @Test
    func `the app in front gets no banner, the other one does, and that changes with the focus in 100 ms`()
      async throws
    {
      let bus = try await PrivateBus()
      let screen = try await VirtualScreen()
      let manager = try await screen.manager()
      let windows = [try await screen.window(Self.one), try await screen.window(Self.two)]
      let dunst = try await DunstServer(on: bus, screen: screen)
      let rig = try await DaemonRig.started(bus: bus, environment: ["DISPLAY": screen.display])
      try await rig.meetsServer()
      try await eventually("the window in front", holds: { try isInFront(Self.two, for: rig) })
      #expect(try await rig.bellhop("doctor").output.contains("Focus is learnt from X11."))

      // One that would not hear of it is shown, also in front.
      let unheard = try post("Unheard", of: Self.two, to: rig)
      try await rig.isShown(unheard.id)
      try rig.notifications().withdraw(app: try #require(AppID(Self.two)), ids: [unheard.id])
      let followers = [
        try await WireClient.subscribed(to: rig, app: try #require(AppID(Self.one))),
        try await WireClient.subscribed(to: rig, app: try #require(AppID(Self.two))),
      ]

      let pager = try screen.pager()
      var times: [Duration] = []
      for number in 1...8 {
        let (front, other) = number % 2 == 1 ? (Self.one, Self.two) : (Self.two, Self.one)
        let asked = ContinuousClock.now
        try pager.activate(front)
        try await eventually("\(front) in front", holds: { try isInFront(front, for: rig) })
        times.append(ContinuousClock.now - asked)
        let quiet = try post("Seen \(number)", of: front, to: rig)
        #expect(quiet.outcome == .suppressed)
        #expect(
          quiet.decisions.map(\.why) == ["The desktop reports the app in front, which shows it itself."])
        let shown = try post("News \(number)", of: other, to: rig)
        #expect(shown.outcome == .presented)
        try await rig.isShown(shown.id)
      }
      times.sort()
      print("end to end: a switch counts after \(times[4]) (median), \(times[7]) (slowest)")
      #expect(times[4] < .milliseconds(100))
      #expect(times[7] < .seconds(1))
      let history = try await dunst.control("history")
      let count = try await dunst.control("count", "displayed")
      #expect(!history.contains("Seen"))
      #expect(count.hasPrefix("8"), "\(count)")
      try await dunst.screenshot("end-to-end-focus")
      #expect(followers.map { $0.events().count { $0.kind == .received } } == [4, 4])
      withExtendedLifetime((manager, windows)) {}
    }

    @Test func `what an app claims does not count against the window in front`() async throws {
      let screen = try await VirtualScreen()
      let manager = try await screen.manager()
      let rig = try await DaemonRig.started(environment: ["DISPLAY": screen.display])
      let claiming = try rig.notifications()
      let app = try #require(AppID("org.example.Claiming"))
      try claiming.setForeground(true, app: app)
      // Without a window there is nothing in front.
      try await eventually("a desktop that knows", holds: { try rig.control().status().foreground == [] })
      let overruled = try claiming.post(NotificationRequest(app: app, title: "One"))
      #expect(overruled.outcome != .suppressed)
      #expect(
        overruled.decisions.first?.why
          == "The app says that it is in front, but the desktop reports that it is not.")
      let window = try await screen.window(app.text)
      try await eventually("its window", holds: { try isInFront(app.text, for: rig) })
      #expect(try claiming.post(NotificationRequest(app: app, title: "Two")).outcome == .suppressed)
      // Without a desktop its word is enough again.
      screen.stop()
      try await eventually(
        "nothing known", holds: { try rig.control().status().foreground == [app] })
      let believed = try claiming.post(NotificationRequest(app: app, title: "Three"))
      #expect(believed.outcome == .suppressed)
      #expect(believed.decisions.first?.why.hasPrefix("The app says") == true)
      withExtendedLifetime((manager, window)) {}
    }
  }
}
