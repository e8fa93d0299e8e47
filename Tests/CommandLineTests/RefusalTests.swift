import NotificationModel
import NotificationProtocol
import Testing
import Varlink

@testable import bellhop

struct RefusalTests {
  @Test("A post that is refused for its advice says what to do, and has a line for each piece")
  func advice() {
    let error = NotificationsError.againstGuidelines([
      Advice(guideline: "title.case", field: "title", message: "Capitalise it.", suggestion: "Like This"),
      Advice(guideline: "body.length", field: "body", message: "Shorten it.\u{1B}[2J", suggestion: nil),
    ])
    #expect(
      Refusal(error.callError).sentence == """
        not as the guidelines ask; change that, or post without --strict
          advice: title.case: Capitalise it. (title) Try: Like This
          advice: body.length: Shorten it.␛[2J (body)
        """)
  }

  @Test("Who may not speak for an app is told what to do, whatever is known of them")
  func notPermitted() throws {
    let system = NotificationsError.notPermitted(app: .system, verified: "")
    #expect(
      Refusal(system.callError).sentence
        == "io.bellhop.System is root's; --app takes the id of your program")
    let app = try #require(AppID("org.example.Mail"))
    #expect(
      Refusal(NotificationsError.notPermitted(app: app, verified: "org.example.Tea").callError).sentence
        == "this process is known to be org.example.Tea and cannot speak for org.example.Mail")
  }
}
