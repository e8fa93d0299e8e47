import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct OtherClients {
    private static let script = """
      import sys, varlink
      with varlink.Client(address="unix:" + sys.argv[1]) as client:
          with client.open("io.bellhop.Notifications") as app:
              for _ in range(2):
                  receipt = app.Post({"app": "org.example.Mail", "title": "From Python", "body": "Grüße"})["receipt"]
                  print(receipt["outcome"], receipt["unread"])
              try:
                  actions = [{"id": str(n), "title": str(n)} for n in range(5)]
                  app.Post({"app": "org.example.Mail", "title": "Too many", "actions": actions})
              except varlink.VarlinkError as error:
                  print(error.error(), error.parameters()["given"])
      """

    @Test func `Python's Varlink client posts, and understands a refusal`() async throws {
      let python = try VarlinkPython.path.get()
      let rig = try await DaemonRig.started()
      let client = try rig.run([python, "-c", Self.script, rig.paths.notifications])
      #expect(try await client.exit(within: testTimeout * 2) == 0, "\(client.output())")
      #expect(
        client.output().split(separator: "\n").dropFirst() == [
          "coalesced 1", "io.bellhop.Notifications.TooManyActions 5",
        ])
      #expect(try rig.unread().map(\.body) == ["Grüße"])
    }
  }
}
