import Guidelines
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Any call")
struct AnyCallTests {
  @Test("Any call becomes a request within all limits, in which nothing is at fault", arguments: 0..<25)
  func limits(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let call = AnyCall.make(using: &generator)
      let poster = try #require(PostingApp(AppID("com.example.Any"), .claim))
      let post = FrontPost(call, from: poster, visibleID: 1_000_001, now: Timestamp(milliseconds: 5))
      let request = post.request
      #expect(request.identifier.flatMap { OpaqueName($0.text) } == request.identifier)
      #expect((request.title ?? "").utf8.count <= 65_536 && (request.body ?? "").utf8.count <= 65_536)
      #expect((post.origin.title ?? "").utf8.count <= 65_536)
      #expect(HandedOnText(post.origin.title ?? "").changes.isEmpty)
      let body = post.origin.body ?? ""
      #expect(HandedOnText(body: body) { $0.hasPrefix("/") || $0.hasPrefix("file:") }.text == body)
      #expect((request.image ?? "").utf8.count <= Limits.pathBytes)
      #expect((request.sound ?? "").utf8.count <= Limits.wordBytes)
      #expect((0...100).contains(request.progress ?? 0))
      let actions = request.actions ?? []
      #expect(actions.count <= Limits.actions && Set(actions.map(\.id)).count == actions.count)
      for action in actions {
        #expect(Limits.label.excess(of: action.title) == nil)
        #expect(Limits.line.excess(of: action.input?.placeholder ?? "") == nil)
        #expect(Limits.label.excess(of: action.input?.button ?? "") == nil)
        #expect(post.origin.keys[action.id] != nil)
      }

      #expect(PlainText.cleaned(request) == request)
      #expect(RequestFault.first(in: request) == nil)
      #expect(PlainText.isVisible(request))

      #expect(post.repairs.count < 40)
    }
  }
}
