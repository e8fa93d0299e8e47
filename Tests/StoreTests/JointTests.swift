import NotificationModel
import Records
import Store
import TestSupport
import Testing

/// What the store knows of the notifications of banners that speak for several.
@Suite struct JointTests {
  private let store: SQLiteStore
  private let scratch: Scratch
  private let chat = AppID.literal("org.example.Chat")

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  private func insert(
    _ title: String, of app: AppID = .mail, relevance: Double? = nil, cause: Missed.Cause = .away,
    summary: Joint.Part? = nil, notice: Joint.Part? = nil
  ) throws {
    var request = NotificationRequest(app: app)
    (request.title, request.relevance) = (title, relevance)
    var joint = Joint()
    (joint.summary, joint.notice) = (summary, notice)
    _ = try store.insert(
      NotificationRecord(
        request: request, life: .delivered, outcome: .presented, posted: .at(1), missed: Missed(cause),
        joint: joint))
  }

  private func titles(_ records: [NotificationRecord]) -> [String] { records.compactMap(\.request.title) }

  @Test func `A summary counts those that waited with a lower number, and those that its round has told`()
    throws
  {
    try insert("waited", summary: Joint.Part(3, mayStandAlone: true))
    try insert("too fast", relevance: 0.5, summary: Joint.Part(4, mayStandAlone: false))
    try insert("told", summary: Joint.Part(5, mayStandAlone: true, isTold: true))
    try insert("told before", summary: Joint.Part(2, mayStandAlone: true, isTold: true))
    try insert("later", summary: Joint.Part(6, mayStandAlone: true))
    try insert("theirs", of: chat, summary: Joint.Part(1, mayStandAlone: false))
    try insert("nowhere")
    let count = try store.summaryCount(of: .mail, round: 5)
    #expect((count.count, count.tooFast) == (3, 1))
    #expect(try store.summaryIDs(of: .mail, round: 5).map(\.number) == [1, 2, 3])
    #expect(
      titles(try store.summarised(of: .mail, round: 5, limit: 9)) == ["too fast", "told", "waited"])
    #expect(titles(try store.summarised(of: .mail, round: 5, limit: 1)) == ["too fast"])
    #expect(
      titles(try store.untold(by: .summary, of: .mail, round: 5, limit: 9)) == ["waited", "too fast"])
    #expect(try store.waits(for: .summary, of: .mail, after: 5))
    #expect(try !store.waits(for: .summary, of: .mail, after: 6))
    let toCome = try store.summariesToCome().map { "\($0.app.text) \($0.number) \($0.isReleased)" }
    #expect(toCome.sorted() == ["\(chat.text) 1 false", "\(AppID.mail.text) 3 true"])
    #expect(try store.lastPlaceNumber() == 6)
  }

  @Test func `The missed notice counts those of all apps, and knows their one cause`() throws {
    try insert("alone", notice: Joint.Part(1, mayStandAlone: true))
    try insert("counted", of: chat, notice: Joint.Part(2, mayStandAlone: false))
    try insert("later", cause: .locked, notice: Joint.Part(4, mayStandAlone: true))
    let first = try #require(try store.missedCount(round: 3))
    #expect((first.count, first.apps, first.cause) == (2, 2, .away))
    let all = try #require(try store.missedCount(round: 5))
    #expect((all.count, all.apps, all.cause) == (3, 2, nil))
    #expect(try store.appsMissed(round: 3) == [chat, .mail])
    #expect(titles(try store.missedAlone(after: 0, limit: 9)) == ["alone", "later"])
    #expect(titles(try store.untold(by: .notice, of: .mail, round: 3, limit: 9)) == ["alone"])
    #expect(try store.countsMissed(round: 1) && !store.countsMissed(round: 0))
    #expect(try store.waits(for: .notice, of: .mail, after: 3))
    #expect(try !store.waits(for: .notice, of: .mail, after: 4))
  }
}
