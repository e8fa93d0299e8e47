import BellhopClient
import Testing

@Suite struct ClientErrorTests {
  @Test(
    "A refusal reads as the error's name and what goes with it, of lists how long they are",
    arguments: [
      (
        #"{"error":"io.bellhop.Notifications.TooLarge","parameters":{"field":"notification.body","limit":4096,"given":5000}}"#,
        "the daemon refused: TooLarge (field: notification.body, limit: 4096, given: 5000)"
      ),
      (
        #"{"error":"io.bellhop.Notifications.AgainstGuidelines","parameters":{"advice":[{"guideline":"g","field":"f","message":"m"}]}}"#,
        "the daemon refused: AgainstGuidelines (advice: 1)"
      ),
      (#"{"error":"org.varlink.service.PermissionDenied"}"#, "the daemon refused: PermissionDenied"),
    ])
  func refusal(reply: String, description: String) throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(reply)
      }
    ])
    let client = NotificationsClient(connection: try VarlinkConnection(to: peer.path))
    let app = try #require(AppID("org.example.App"))
    let error = #expect(throws: ClientError.self) { try client.badge(app: app) }
    #expect(error.map { "\($0)" } == description)
  }
}
