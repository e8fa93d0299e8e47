import NotificationModel
import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

private func read<Value: JSONRepresentable>(_ text: String, as _: Value.Type = Value.self) throws -> Value {
  try Value(reply: try JSON(parsing: Array(text.utf8)), path: "")
}

@Suite("In Korean")
struct KoreanTests {
  /// 2026-11-20 14:05:30 UTC.
  private let clock = LocalClock(
    now: Timestamp(milliseconds: 1_795_183_530_000), isUTC: true, words: .korean)
  private let plain = Style(isColoured: false)
  private let words = CommandWording.korean

  @Test(
    "moments are told as Korean tells them",
    arguments: [
      ("2026-11-20T14:00:30Z", "14:00(5분 전)"), ("2026-11-20T15:49:30Z", "15:49(1시간 44분 후)"),
      ("2026-11-19T14:05:30Z", "목 14:05(1일 전)"), ("2026-10-02T14:05:30Z", "10월 2일 14:05(49일 전)"),
      ("2025-10-02T14:05:30Z", "2025년 10월 2일(414일 전)"), ("2026-11-20T14:05:30Z", "14:05(지금)"),
    ])
  func times(_ time: String, _ told: String) throws {
    #expect(clock.long(try #require(Timestamp(rfc3339: time))) == told)
  }

  @Test("the status has a line for each fact, aligned by the columns that Hangul takes")
  func status() throws {
    let status: DaemonStatus = try read(
      """
      {"version":"0.1.0","sink":"libnotify","server":"mako 1.7","serverAnswers":false,"locked":true,\
      "lockedBy":["logind"],"foreground":[],"doNotDisturb":true,"doNotDisturbUntil":"2026-11-20T15:05:30Z",\
      "silent":false,"unread":3,"held":1,"scheduled":0,"posted":10,"refused":2}
      """)
    let text = statusText(status, words, clock: clock, style: plain)
    let lines = text.split(separator: "\n")
    #expect(text.contains("mako 1.7, 응답 없음\n") && text.contains("잠김 (logind)\n"))
    #expect(text.contains("켬, 15:05(1시간 후)까지\n"))
    // All values begin in the same column.
    let starts = lines.map { line in
      let name = line.prefix { $0 != ":" }
      return name.displayWidth + 1 + line.dropFirst(name.count + 1).prefix { $0 == " " }.count
    }
    #expect(Set(starts).count == 1, "\(text)")
  }

  @Test("a notification is shown with the words of the list, and its advice")
  func show() throws {
    let entry: Entry = try read(
      """
      {"id":12,"app":"org.example.Mail","appName":"Mail","title":"점심","level":"active","state":"delivered",\
      "outcome":"quiet","repeats":2,"posted":"2026-11-20T14:00:00Z","unread":true,\
      "actions":[{"id":"no","title":"아니요","destructive":true}]}
      """)
    let advice: Advice = try read(
      #"{"guideline":"title.brief","field":"title","message":"깁니다.","suggestion":"밥"}"#)
    let text = EntryText(entry: entry, advice: [advice], words: words, clock: clock).text(style: plain)
    for part in [
      "상태:       읽지 않음\n", "결과:       조용히\n", "no (아니요, 삭제나 종료)\n", "조언: title.brief: 깁니다. (title) 제안: 밥\n",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("a receipt, a change of the list and the doctor's findings are told")
  func others() throws {
    let receipt = Receipt(
      id: NotificationID(5), outcome: .held, repeats: 1, until: clock.now.advanced(bySeconds: 3_600),
      unread: 0)
    #expect(
      ReceiptText(receipt: receipt, words: words, clock: clock).text == "5 15:05(1시간 후)까지 보류, 1번 반복됨\n")
    var told = WatchText(style: plain, columns: nil, words: words)
    let change: WatchReply = try read(#"{"unread":2,"doNotDisturb":true,"changed":[],"gone":[]}"#)
    #expect(told.news(in: change, clock: clock) == "읽지 않음 2개, 방해 금지 모드\n")
    let findings = [DesktopFact.noDock, .noServerToMute].map(Wording.korean.finding)
    let lines = examinationText(findings, words.doctor, style: plain).split(separator: "\n")
    #expect(lines[0].hasPrefix("제한  배지                   배지를 보내고"), "\(lines)")
    #expect(lines[2].hasPrefix("제한  서버의 방해 금지 모드  방해 금지 모드를"), "\(lines)")
  }

  @Test("the list is aligned by the columns that Hangul takes, also at 80 columns")
  func list() throws {
    let entries: [Entry] = try [("12", "delivered", "점심"), ("7", "scheduled", "회의실에서 만나요")].map {
      id, state, title in
      try read(
        #"{"id":\#(id),"app":"a.Mail","appName":"메일","title":"\#(title)","level":"active","state":"\#(state)","#
          + #""until":"2026-11-20T15:05:30Z","outcome":"presented","repeats":0,"posted":"2026-11-20T14:00:00Z","#
          + #""unread":true,"actions":[]}"#)
    }
    let text = EntryList(entries: entries, words: words, clock: clock).text(style: plain, columns: 80)
    let lines = text.split(separator: "\n").map(String.init)
    let starts = zip(lines, ["텍스트", "점심", "회의실"]).map { line, text in
      line.firstRange(of: text).map { (line[..<$0.lowerBound]).displayWidth }
    }
    #expect(Set(starts).count == 1 && starts[0] != nil, "\(text)")
    #expect(text.contains("15:05에 예약됨"))
  }

  @Test(
    "a refusal says what to do next",
    arguments: [
      (
        Failure.refused(NotificationsError.notAuthorized(app: .shell, authorization: .denied).callError),
        "‘bellhop allow io.bellhop.Shell’"
      ),
      (.refused(ControlError.notFound(what: "notification 5").callError), "찾을 수 없음: 알림 5번."),
      (.refused(NotificationsError.notFound(what: "category a.b").callError), "찾을 수 없음: 카테고리 a.b."),
      (.refused(NotificationsError.notFound(what: "follower window").callError), "찾을 수 없음: 팔로워 window"),
      (
        .refused(ServiceError.invalidParameter("id", reason: "notification 7 is still to come")),
        "알림 7번은 아직 오지 않았거나 앱 허용을 기다리고 있습니다"
      ),
      (.noDaemon(path: "/run/x"), "/run/x에 데몬이 없습니다."), (.silent(.doesNotAnswer), "데몬이 응답하지 않습니다."),
    ])
  func refusals(failure: Failure, says: String) {
    #expect(failure.message(words).contains(says))
    #expect(failure.message(words) != failure.message)
  }

  @Test("an app is told with the words of the centre's settings")
  func apps() throws {
    let app: AppEntry = try read(
      """
      {"app":"c","name":"C","authorization":"notDetermined","question":"Tell you","unread":0,"held":1,"banners":false,\
      "badges":true,"sounds":true,"timeSensitive":true,"critical":false,"marketing":false,"previews":"never",\
      "locked":[]}
      """)
    let list = appList([app], words.apps, clock: clock, style: plain, columns: nil)
    for part in ["미정", "배너 끔", "미리보기 안 함", "허용 요청 중: “Tell you”"] { #expect(list.contains(part), "\(list)") }
    let one = AppText(app: app, words: words, clock: clock)
      .text(style: plain, columns: nil)
    #expect(one.contains("배너") && one.contains("지난 7일: 온 알림 없음."), "\(one)")
  }
}
