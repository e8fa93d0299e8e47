import NotificationModel
import Testing

@testable import Intake

struct EventBufferTests {
  private func event(_ number: Int, _ kind: EventKind = .read) -> EventBuffer.Item {
    EventBuffer.Item(event: Event(time: Timestamp(milliseconds: Int64(number)), kind: kind, unread: number))
  }

  @Test func `each reads on from where it was`() {
    var news = EventBuffer()
    for number in 0..<10 { _ = news.append(event(number)) }
    #expect(news.items(from: 3, limit: 4).map(\.event.unread) == [3, 4, 5, 6])
    news.drop(before: 5)
    #expect(news.first == 5)
    #expect(news.items(from: 8, limit: 4).map(\.event.unread) == [8, 9])
    #expect(news.items(from: news.end, limit: 4).isEmpty)
  }

  @Test func `the oldest give way, and the newest badge is remembered`() {
    var news = EventBuffer()
    _ = news.append(event(0, .badge))
    var dropped: [EventBuffer.Item] = []
    for number in 1...EventBuffer.most { dropped += news.append(event(number)) }
    #expect(dropped.count == EventBuffer.most / 2)
    #expect(dropped.first?.event.unread == 0)
    #expect(news.first == EventBuffer.most / 2)
    #expect(news.end == EventBuffer.most + 1)
    #expect(news.badge?.number == 0)
  }
}

struct ChangeBufferTests {
  private func ids(_ numbers: Int...) -> [NotificationID] { numbers.map { NotificationID(Int64($0)) } }

  @Test func `what has changed twice is told once, by its newest change`() {
    var changes = ChangeBuffer()
    for id in ids(1, 2, 3, 1) { changes.insert(id) }
    let (first, next) = changes.ids(from: 0, limit: 2)
    #expect(first == ids(2, 3))
    let (second, end) = changes.ids(from: next, limit: 2)
    #expect(second == ids(1))
    #expect(end == changes.end)
    changes.insert(NotificationID(2))
    #expect(changes.ids(from: end, limit: 2).ids == ids(2))
  }

  @Test func `a thing that changes without end takes no room`() {
    var changes = ChangeBuffer()
    for _ in 0..<50_000 { changes.insert(NotificationID(1)) }
    #expect(changes.first == 0)
    #expect(changes.ids(from: 0, limit: 10).ids == ids(1))
  }

  @Test func `past the bound the oldest are not known any more`() {
    var changes = ChangeBuffer()
    for number in 0...ChangeBuffer.most { changes.insert(NotificationID(Int64(number))) }
    #expect(changes.first == ChangeBuffer.most / 2)
    #expect(changes.ids(from: changes.first, limit: 1).ids == ids(ChangeBuffer.most / 2))
    changes.drop(before: changes.end)
    #expect(changes.ids(from: changes.first, limit: 1).ids.isEmpty)
  }
}
