import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

struct CenterListTests {
  private static let mail = AppID(literal: "org.example.Mail")
  private static let chat = AppID(literal: "org.example.Chat")

  private func list(_ entries: [Entry], search: String = "") -> CenterList {
    var list = CenterList()
    list.apply(WatchReply(unread: 0, doNotDisturb: false, changed: entries))
    list.find(search)
    list.arrange()
    return list
  }

  private func names(_ list: CenterList) -> [CenterRow.Name] { list.rows.map(\.name) }

  private static let mixed = [
    CenterRig.entry(1, "One", thread: "t"), CenterRig.entry(2, "Two", app: chat, name: "Chat"),
    CenterRig.entry(3, "Three", thread: "t"), CenterRig.entry(4, "Four", thread: "other"),
    CenterRig.entry(5, "Five", app: chat, name: "Chat", thread: "t", state: .read),
  ]

  @Test(
    "Apps come by their newest notification, threads within them likewise, and older ones are folded away")
  func order() {
    let list = list(Self.mixed)
    #expect(
      list.rows == [
        .app(Self.chat, name: "Chat", count: 2, unread: 1, isFolded: false),
        .entry(NotificationID(5), place: .alone), .entry(NotificationID(2), place: .alone),
        .app(Self.mail, name: "Mail", count: 3, unread: 3, isFolded: false),
        .entry(NotificationID(4), place: .alone),
        .entry(NotificationID(3), place: .newest(older: 1, isOpen: false)),
      ])
  }

  @Test("A thread and an app are shown and folded away again")
  func folding() throws {
    var list = list(Self.mixed)
    let folded = list.rows
    list.fold(try #require(list.rows.last))
    list.arrange()
    #expect(names(list).suffix(2) == [.entry(NotificationID(3)), .entry(NotificationID(1))])
    #expect(list.rows.last == .entry(NotificationID(1), place: .older))
    list.fold(try #require(list.rows.last))
    list.arrange()
    #expect(list.rows == folded)
    list.fold(try #require(list.rows.first))
    list.arrange()
    #expect(names(list).prefix(2) == [.app(Self.chat), .app(Self.mail)])
    #expect(list.entries(of: try #require(list.rows.first)).map(\.id.number) == [5, 2])
  }

  @Test(
    "A search finds in title, body and app name, whatever the case, and shows what is folded away",
    arguments: [
      ("three", [3]), ("ONE", [1]), ("chat", [5, 2]), ("door", [7]), ("회의", [6]), ("nothing", []),
    ])
  func search(text: String, found: [Int64]) {
    let others = [
      CenterRig.entry(6, "회의 시간"), CenterRig.entry(7, "Ann", body: "The Door code"),
    ]
    let rows = list(Self.mixed + others, search: text).rows
    let ids = rows.compactMap { if case .entry(let id, _) = $0 { id.number } else { nil } }
    #expect(ids == found)
  }

  @Test("What is found is shown in an app that is folded away, too")
  func searchFolded() throws {
    var list = list(Self.mixed)
    list.fold(try #require(list.rows.first))
    list.find("five")
    list.arrange()
    #expect(names(list) == [.app(Self.chat), .entry(NotificationID(5))])
  }

  @Test("What has changed is found by its new text alone, and what is gone not at all")
  func searchAfterChange() {
    var list = list(Self.mixed, search: "three")
    list.apply(
      WatchReply(unread: 0, doNotDisturb: false, changed: [CenterRig.entry(3, "Tres", thread: "t")]))
    #expect(list.arrange() && list.rows.isEmpty)
    list.find("tres")
    list.arrange()
    #expect(list.rows.count == 2)
    list.apply(WatchReply(unread: 0, doNotDisturb: false, gone: [NotificationID(3)]))
    list.arrange()
    #expect(list.rows.isEmpty)
  }
}
