import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct LockedSettings {
    private static let locking = """
      [Locked]
      Keys=Previews/Show;Ratings/Prompts;App org.example.Mail/Authorization;App org.example.Mail/Marketing
      [App org.example.Mail]
      Authorization=authorized
      Marketing=false
      """

    @Test func `what an administrator has locked is refused, naming app, setting and file`() async throws {
      let rig = try await DaemonRig.started(configuration: Self.locking)
      let control = try rig.control()
      let file = rig.configurationPath
      func refused(_ app: String, _ setting: String, _ change: () throws(ClientError) -> Void) {
        let error = #expect(throws: ClientError.self) { try change() }
        #expect(error?.controlError == .locked(app: app, setting: setting, by: file))
      }
      let name = DaemonRig.app.text
      refused(name, "Authorization") { () throws(ClientError) in
        try control.setAuthorization(.denied, app: DaemonRig.app)
      }
      refused(name, "Marketing") { () throws(ClientError) in
        try control.change(AppSettings(marketing: true), app: DaemonRig.app)
      }
      refused(name, "Previews") { () throws(ClientError) in
        try control.change(AppSettings(previews: .always), app: DaemonRig.app)
      }
      refused("", "Ratings/Prompts") { () throws(ClientError) in try control.setRatingPrompts(false) }
      let set = try await rig.bellhop("set", name, "marketing=on")
      #expect(set.status == 1)
      #expect(set.output.contains("Marketing for \(name) in \(file)"))
      let ratings = try await rig.bellhop("ratings", "off")
      #expect(ratings.status == 1)
      #expect(ratings.output.contains("fixed Ratings/Prompts in \(file)"))
      try control.change(AppSettings(banners: false), app: DaemonRig.app)
      #expect(try control.apps().first { $0.app == DaemonRig.app }?.settings.banners == false)
      let setup = try await rig.bellhop("doctor", "--json").output
      for decided in [
        #"{"settings":["Authorization","Marketing"],"file":"\#(file)"}"#, #"{"settings":["Banners"]}"#,
      ] {
        #expect(setup.contains(decided), "\(setup)")
      }
    }

    @Test func `marketing and rating prompts are refused and allowed from the command line`() async throws {
      let rig = try await DaemonRig.started()
      let app = DaemonRig.app.text
      let refused = try await rig.bellhop("post", "--app", app, "--kind", "marketing", "Sale")
      #expect(refused.status == 1)
      #expect(refused.output.contains("Nobody has allowed this app to send marketing"))
      #expect(try await rig.bellhop("set", app, "marketing=on").status == 0)
      #expect(try await rig.bellhop("post", "--app", app, "--kind", "marketing", "Sale").status == 0)
      let early = try await rig.bellhop("post", "--app", app, "--kind", "rating", "Nice?")
      #expect(early.status == 1)
      #expect(early.output.contains("once a week has passed since it was first seen"))
      #expect(try await rig.bellhop("ratings", "off").status == 0)
      #expect(try await rig.bellhop("status").output.contains("rating prompts:  off"))
      let off = try await rig.bellhop("post", "--app", app, "--kind", "rating", "Nice?")
      #expect(off.output.contains("bellhop ratings on"))
    }

    @Test func `a purpose is at most 160 characters, and marketing has its own answer`() async throws {
      let rig = try await DaemonRig.started()
      let client = try rig.notifications()
      let long = String(repeating: "é", count: 161)
      let error = #expect(throws: ClientError.self) {
        try client.requestAuthorization(app: DaemonRig.app, purpose: long)
      }
      #expect(
        error?.notificationsError == .tooLarge(field: "purpose", limit: 160, given: 161, unit: .characters))
      let app = DaemonRig.app
      #expect(try client.requestAuthorization(app: app, purpose: "Mail.") == .authorized)
      #expect(try client.requestAuthorization(app: app, purpose: "Mail.", marketing: true) == .notDetermined)
      #expect(try rig.control().apps().first { $0.app == app }?.marketingQuestion == "Mail.")
      let waiting = Task.detached {
        try rig.notifications().waitForAuthorization(app: app, purpose: "Mail.", marketing: true)
      }
      try rig.control().change(AppSettings(marketing: true), app: app)
      #expect(try await waiting.value == .authorized)
    }
  }
}
