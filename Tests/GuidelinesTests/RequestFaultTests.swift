import Guidelines
import NotificationModel
import Testing

@Suite("What is wrong with a request in itself")
struct RequestFaultTests {
  @Test(
    "a sound alone says nothing: without visible text a request is at fault",
    arguments: [nil, "", "\u{200B}"])
  func soundOnly(_ text: String?) {
    let request = PlainText.cleaned(
      with {
        $0.title = text
        $0.body = nil
        $0.sound = "default"
        $0.image = "face-smile"
      })
    guard case .invalid("notification", _) = RequestFault.first(in: request) else {
      Issue.record("no fault")
      return
    }
    #expect(RequestFault.first(in: with { $0.sound = "default" }) == nil)
  }
}
