import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Sounds {
    /// A sound device that writes its input to `heard.raw`, and the next inputs to files of the same name with a
    /// number.
    private func soundCard(in directory: TemporaryDirectory) -> [String: String?] {
      let configuration = "\(directory.path)/asound.conf"
      writeFile(
        configuration,
        """
        pcm.!default { type file slave.pcm nowhere file "\(directory.path)/heard.raw" format raw truncate no }
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
      let rig = try await DaemonRig.started(
        bus: bus, configuration: DaemonRig.unlimited, environment: soundCard(in: directory))
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
      #expect(try rig.control().explain(id).decisions.map(\.decision.effect).last == "played")
      #expect(server.notifications.allSatisfy { $0.hints?["sound-name"] == nil })

      func post(_ title: String) async throws -> String? {
        let id = try rig.notifications().post(
          NotificationRequest(app: .mail, title: title, sound: "message-new-instant")
        ).id
        try await rig.isShown(id)
        return try rig.control().explain(id).decisions.map(\.decision.effect).last
      }
      func plays() -> Int {
        shell("ls \(quoted(directory.path)) | grep -c heard").output.first?.wholeNumberValue ?? 0
      }
      // An answer counts for a second.
      try await server.command("capabilities body,sound")
      try await eventually("a sound of the server's") {
        let before = plays()
        _ = try await post("Dong \(server.notifications.count)")
        return server.notifications.last?.hints?["sound-name"] != nil ? before : nil
      }
      let before = plays()
      try await server.command("capabilities body")
      var last: String?
      try await eventually("a sound of our own again") {
        last = try await post("Ding \(server.notifications.count)")
        return last == "played" ? () : nil
      }
      // Had one been played beside the server, it would have been before this one.
      try await eventually("one more sound", holds: { plays() > before })
      #expect(plays() == before + 1)
    }
  }
}
