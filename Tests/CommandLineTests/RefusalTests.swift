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

  @Test("Who is not let in is told why, and where to call from")
  func notAdmitted() {
    #expect(
      Refusal(NotificationsError.notAdmitted(why: "It is in a sandbox.").callError).sentence
        == "the daemon does not let this process in. It is in a sandbox. Have it posted from outside, such as "
        + "with 'systemd-run --user --quiet --pipe bellhop post …'")
  }

  @Test(
    "A parameter is named where its fault is told of it, and fields of a notification always",
    arguments: [
      ("ids[0]", "notification 12 is still to come", "notification 12 is still to come"),
      ("app", "io.bellhop.Shell speaks for the person", "io.bellhop.Shell speaks for the person"),
      ("until", "this time is past", "this time is past"),
      ("app", "must be an id", "app must be an id"),
      ("search", "has 5 bytes", "search has 5 bytes"),
      ("notification.title", "has no visible text", "notification.title has no visible text"),
      ("notification.title", "a title is needed", "notification.title: a title is needed"),
      ("notification.trigger.at", "there is no time", "notification.trigger.at: there is no time"),
      ("ids[0]", "", "ids[0] is not valid"),
    ])
  func parameters(path: String, reason: String, sentence: String) {
    #expect(Refusal(ServiceError.invalidParameter(path, reason: reason)).sentence == sentence)
  }
}
