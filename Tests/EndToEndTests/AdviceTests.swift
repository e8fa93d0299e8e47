import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct AdviceTests {
    @Test func `advice is printed beside the answer, and refuses what is posted with --strict`() async throws
    {
      let rig = try await DaemonRig.started()
      let post = ["--app", "org.example.Mail", "two letters are here", "They are from Ada."]
      let told = try await rig.bellhop("post", post[0], post[1], post[2], post[3])
      #expect(told.status == 0)
      #expect(
        told.output.contains("advice: title.case: ") && told.output.contains("Try: Two Letters Are Here"))
      let refused = try await rig.bellhop("post", "--strict", post[0], post[1], "Tea is ready.", post[3])
      #expect(refused.status == 1)
      #expect(refused.output.contains("io.bellhop.Notifications.AgainstGuidelines"))
      #expect(refused.output.contains("advice: title.punctuation: "))
      #expect(try rig.unread().map(\.title) == ["two letters are here"])
      let clean = try await rig.bellhop(
        "post", "--strict", "--action", "reply=Reply,icon=mail-reply-sender", post[0], post[1],
        "Two More Letters", post[3])
      #expect(clean.status == 0 && !clean.output.contains("advice"))
    }

    @Test func `categories and purposes are advised on in the replies that take them`() async throws {
      let rig = try await DaemonRig.started(configuration: "")
      let client = try rig.notifications()
      let app: AppID = .literal("org.example.Mail")
      var fields: [String] = []
      let authorization = try client.requestAuthorization(app: app, purpose: "Notifications") {
        fields += $0.map(\.guideline)
      }
      #expect(authorization == .notDetermined)
      #expect(fields == ["consent.early", "consent.purpose"])
      let reply = Action(id: .literal("reply"), title: "Reply!")
      let category = Category(id: .literal("letter"), actions: [reply], hiddenPreviewBody: "Letter 4711")
      let advice = try client.registerCategories([category], app: app)
      #expect(
        Set(advice.map(\.field)) == ["categories[0].hiddenPreviewBody", "categories[0].actions[0].title"])
    }
  }
}
