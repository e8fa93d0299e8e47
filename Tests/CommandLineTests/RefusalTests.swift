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
}
