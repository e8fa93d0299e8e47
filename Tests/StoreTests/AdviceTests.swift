import Delivery
import NotificationModel
import TestSupport
import Testing

@testable import Store

@Suite struct AdviceTests {
  private let remark = Remark(guideline: "title.case", field: "title", message: .titleNotInTitleStyle)

  @Test func `Advice of another version is passed over, and the rest of it read`() throws {
    let known = try #require(AdviceCoding.bytes([remark]))
    var other: [UInt8] = []
    for text in ["title.rhyme", "title", "titleRhymes", nil, "A Title"] { other.append(text: text) }
    #expect(try AdviceCoding.advice(known + other + known) == [remark, remark])
    #expect(AdviceCoding.bytes([]) == nil)
  }

  @Test func `What is no advice is damage`() throws {
    let known = try #require(AdviceCoding.bytes([remark]))
    for cut in 1..<known.count {
      #expect(throws: SQLiteFault.self) { try AdviceCoding.advice(Array(known.prefix(cut))) }
    }
  }

  @Test func `The advice on an app is read in the order of its list, so many at a time`() throws {
    let scratch = try Scratch()
    let store = try scratch.open()
    var ids: [NotificationID] = []
    for number in 0..<5 {
      var stored = record(request(title: "Title \(number)"))
      stored.advice = number == 2 ? [] : [remark]
      ids.append(try store.insert(stored))
      _ = try store.insert(record(request("org.example.News", title: "Title \(number)")))
    }
    let app = try #require(try store.record(ids[0])?.request.app)
    let first = try store.advice(of: app, before: nil, rows: 3)
    #expect(first.map(\.place.id) == ids[2...].reversed() && first.map(\.advice) == [[remark], [remark], []])
    let rest = try store.advice(of: app, before: first.last?.place, rows: 3)
    #expect(rest.map(\.place.id) == ids[..<2].reversed())
  }
}
