import Front
import Testing

@Suite("A call of the desktop's notification interface")
struct NotifyCallTests {
  @Test func `Without a word about it, nothing is replaced and the server decides how long it stays`() {
    let call = NotifyCall(appName: "notify-send", summary: "Build finished")
    #expect(call.replaces == 0 && call.expireTimeout == -1 && call.hints == NotifyHints())
  }
}
