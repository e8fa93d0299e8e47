import CSQLite
import Delivery
import Glibc
import Guidelines
import NotificationModel
import TestSupport
import Testing

@Suite("What is deleted for good while something else goes on")
struct ErasingCrossingTests {
  /// Erases in pieces, each a transaction of its own, as a caller's request does.
  private func erase(_ subject: Erasure.Subject, _ desk: Desk) throws -> Erased {
    var erasure = Erasure(subject)
    while true {
      let now = desk.now
      let erased = try desk.engine.assumeIsolated { try $0.erase(&erasure, now: now) }
      desk.run()
      if let erased { return erased }
    }
  }

  @Test("one whose sound was left out can go while its banner is under way, alone or in a summary")
  func sounding() throws {
    for isSummary in [false, true] {
      var policy = Desk.allowing
      if isSummary { policy.limits.alertBurst = 1 }
      let desk = try Desk(policy)
      try desk.perform { engine, _ in try engine.setSilent(true) }
      if isSummary { try desk.post("first") }
      desk.server = .silent
      let ids = try ["a", "b"].map { try desk.post($0) { $0.sound = "default" }.id }
      if isSummary { desk.pass(seconds: 6) }
      #expect(desk.unanswered.count == 1)
      #expect(try erase(.named(isSummary ? ids : [ids[0]]), desk).count == (isSummary ? 2 : 1))
      desk.serverAnswersAtLast()
      #expect(desk.failedTransactions == 0)
      let next = try desk.post("next").id
      #expect(try desk.records().map(\.id).contains(next))
    }
  }

  /// Another program that reads the database, so that traces in its log cannot be erased.
  private struct Reader {
    private var database: OpaquePointer?

    init(_ desk: Desk) throws {
      try #require(sqlite3_open("\(desk.directory.path)/state/bellhop.db", &database) == SQLITE_OK)
      let began = sqlite3_exec(database, "BEGIN; SELECT * FROM notifications", nil, nil, nil)
      try #require(began == SQLITE_OK)
    }

    func close() { sqlite3_close(database) }
  }

  @Test("what cannot go off the disk at once is named, tried again, and made up for by the next start")
  func traces() throws {
    let desk = try Desk()
    let first = try desk.post("marker-of-a-secret").id
    let second = try desk.post("b").id
    let found = {
      shell("grep -rac marker-of-a-secret \(quoted(desk.directory.path)) | grep -v ':0$'").output
    }
    var reader = try Reader(desk)
    #expect(try erase(.named([first]), desk).left == ["\(desk.directory.path)/state/bellhop.db"])
    #expect(!found().isEmpty)
    desk.pass(seconds: 1)
    let now = desk.now
    let wake = desk.engine.assumeIsolated { $0.wakes(now: now).uptime }
    #expect(wake == now.uptime.advanced(byMilliseconds: 9_000))
    reader.close()
    desk.pass(seconds: 9)
    #expect(found().isEmpty)
    #expect(try desk.disk.value("traces") == nil)
    reader = try Reader(desk)
    #expect(try erase(.named([second]), desk).count == 1)
    #expect(try desk.disk.value("traces") != nil)
    reader.close()
    try desk.restart()
    desk.pass(seconds: 10)
    #expect(try desk.disk.value("traces") == nil)
    #expect(try erase(.everything, desk).left.isEmpty)
  }

  @Test("a database that was set aside is named, as long as it is there")
  func setAside() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    let path = "\(desk.directory.path)/state/bellhop.db.corrupt-1"
    writeFile(path, "a")
    #expect(try erase(.named([id]), desk).left == [path])
    #expect(try erase(.everything, desk).left.isEmpty)
  }

  @Test("a database that was set aside goes after the days for which notifications are kept")
  func setAsideEnds() throws {
    let desk = try Desk()
    let path = "\(desk.directory.path)/state/bellhop.db.corrupt-\(desk.now.wall.milliseconds)"
    writeFile(path, "a")
    desk.pass(seconds: Int64(desk.policy.keepDays - 1) * 86_400)
    #expect(access(path, F_OK) == 0)
    desk.pass(seconds: 2 * 86_400)
    #expect(access(path, F_OK) != 0)
  }

  @Test("what takes the place of one that was there goes with it")
  func replaced() throws {
    let desk = try Desk()
    for number in 0..<40 {
      try desk.post("\(number)") {
        $0.level = .passive
        $0.identifier = name("\(number)")
      }
    }
    try desk.perform { engine, now in
      var erasure = Erasure(.app(mail))
      #expect(try engine.erase(&erasure, now: now) == nil)
      var request = NotificationRequest(app: mail, identifier: name("39"), title: "newer")
      request.level = .passive
      let later = Moment(wall: now.wall.advanced(bySeconds: 1), uptime: now.uptime)
      #expect(try engine.post(request, by: app, now: later).outcome == .replaced)
      while try engine.erase(&erasure, now: later) == nil {}
    }
    #expect(try desk.records().isEmpty)
  }

  @Test("the question leaves the screen once nothing waits for its answer, and is not put again at once")
  func question() throws {
    let desk = try Desk(Desk.asking)
    let ids = [try desk.post("a").id, try desk.post("b").id]
    let handle = desk.questionHandle
    _ = try erase(.named([ids[0]]), desk)
    #expect(desk.questionHandle == handle && handle != nil)
    _ = try erase(.named([ids[1]]), desk)
    #expect(desk.questionHandle == nil && desk.closed.last == handle)
    try desk.post("c")
    #expect(desk.subjects == [.consent(mail)])
  }

  @Test("what is shown in passing leaves the screen with what else there is of its app")
  func passing() throws {
    let desk = try Desk()
    try desk.postFront("passing") { $1.isTransient = true }
    let handle = desk.lastShownHandle
    _ = try erase(.app(chat), desk)
    #expect(desk.closed.isEmpty)
    _ = try erase(.app(mail), desk)
    #expect(desk.closed == [handle])
  }

  @Test("one that is unknown is found before anybody is asked, and the last server is named when it is gone")
  func asking() throws {
    let desk = try Desk(hasServer: false)
    desk.serverAppears(product: "dunst")
    let id = try desk.post("a").id
    #expect(throws: Refusal.notFound(.notification(NotificationID(99)))) {
      try desk.perform { engine, _ in try engine.countToErase(.named([id, NotificationID(99)])) }
    }
    desk.serverVanishes()
    try desk.restart(hasServer: false)
    #expect(try erase(.named([id]), desk).server == "dunst")
  }
}
