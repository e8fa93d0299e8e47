import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Sounds {
    /// A sound device that writes what it is given to `heard.raw`.
    private func soundCard(in directory: TemporaryDirectory) -> [String: String?] {
      let configuration = "\(directory.path)/asound.conf"
      writeFile(
        configuration,
        """
        pcm.!default { type file slave.pcm nowhere file "\(directory.path)/heard.raw" format raw }
        pcm.nowhere { type null }
        """)
      return ["ALSA_CONFIG_PATH": configuration, "CANBERRA_DRIVER": "alsa"]
    }

    @Test func `a sound of the theme is heard where the server plays none, and not where it does`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus, modes: ["capabilities body"])
      let directory = TemporaryDirectory()
      let heard = "\(directory.path)/heard.raw"
      let rig = try await DaemonRig.started(bus: bus, environment: soundCard(in: directory))
      let silent = try rig.post("Silent").id
      try await rig.isShown(silent)
      #expect((try? readFile(heard)) == nil)
      let id = try rig.notifications().post(
        NotificationRequest(app: .mail, title: "Ding", sound: "message-new-instant")
      ).id
      try await rig.isShown(id)
      // Two channels of two bytes: more than a tenth of a second.
      try await eventually("a sound", holds: { ((try? readFile(heard)) ?? []).count > 17_640 })
      #expect(try readFile(heard).contains { $0 != 0 })
      #expect(try rig.control().explain(id).map(\.decision.effect).last == "played")
      #expect(server.notifications.allSatisfy { $0.hints?["sound-name"] == nil })
    }
  }
}
