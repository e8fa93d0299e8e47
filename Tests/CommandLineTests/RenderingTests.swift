import NotificationModel
import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

/// As it came in a reply.
private func read<Value: JSONRepresentable>(_ text: String, as _: Value.Type = Value.self) throws -> Value {
  try Value(reply: try json(text), path: "")
}

struct RenderingTests {
  /// 2026-11-20 14:05:30 UTC.
  private let clock = LocalClock(now: Timestamp(milliseconds: 1_795_183_530_000), isUTC: true)
  private let plain = Style(isColoured: false)

  private let lunch = """
    {"id":12,"app":"org.example.Mail","appName":"Mail","thread":"t","title":"Lunch\\u001b[2J","subtitle":"Today",\
    "body":"Are you\\ncoming?","level":"active","state":"delivered","outcome":"presented","repeats":2,\
    "posted":"2026-11-20T14:00:00Z","unread":true,\
    "actions":[{"id":"yes","title":"Yes","destructive":false,"text":true},\
    {"id":"no","title":"No","destructive":true}]}
    """
  private let later = """
    {"id":7,"app":"io.bellhop.Shell","appName":"Shell","title":"Tea","level":"active","state":"scheduled",\
    "outcome":"scheduled","repeats":0,"posted":"2026-11-19T09:30:00Z","until":"2026-11-20T15:00:00Z",\
    "unread":false,"actions":[]}
    """

  @Test("The list has a line for each notification, and marks unread ones")
  func list() throws {
    let entries = EntryList(entries: [try read(lunch), try read(later)], clock: clock)
    #expect(
      entries.text(style: plain, columns: nil) == """
           ID  TIME       APP    STATE                TEXT
        *  12  14:00      Mail   delivered            Lunch␛[2J — Are you coming? (×3)
            7  Thu 09:30  Shell  scheduled for 15:00  Tea

        """)
    #expect(EntryList(entries: [], clock: clock).text(style: plain, columns: nil) == "")
    let again = EntryList(
      entries: [try read(lunch.replacing(#""repeats":2"#, with: #""repeats":1"#))], clock: clock)
    #expect(again.text(style: .plain, columns: nil).contains("coming?, twice, unread"))
    #expect(
      entries.text(style: .plain, columns: nil) == """
        Mail: Lunch␛[2J — Are you coming?, 3 times, unread, 14:00, id 12
        Shell: Tea, scheduled for 15:00, Thu 09:30, id 7

        """)
    #expect(
      EntryText(entry: try read(later), clock: clock).text(style: plain).contains(
        "due:      15:00 (in 54 min)\n"))
  }

  @Test("The list and a shown notification tell when it last came, what of, and what a press opens")
  func came() throws {
    let told = lunch.replacing(
      #""unread":true"#,
      with:
        #""came":"2026-11-20T14:04:00Z","occurred":"2026-11-19T08:00:00Z","url":"https://example.org","unread":true"#
    )
    let list = EntryList(entries: [try read(told)], clock: clock)
    #expect(list.text(style: plain, columns: nil, header: false).hasPrefix("*  12  14:04 (Thu 08:00)  Mail"))
    #expect(list.text(style: .plain, columns: nil).contains(", 14:04, happened Thu 08:00, id 12"))
    let whole = EntryText(entry: try read(told), clock: clock).text(style: plain)
    for line in [
      "posted:     14:00 (5 min ago)", "last came:  14:04 (1 min ago)", "happened:   Thu 08:00 (1 d ago)",
      "opens:      https://example.org",
    ] { #expect(whole.contains(line), "\(whole)") }
  }

  @Test("The list marks what was missed, and a shown notification says why")
  func missed() throws {
    let missed = try read(
      lunch.replacing(#""unread":true"#, with: #""missed":"locked","unread":true"#), as: Entry.self)
    let list = EntryList(entries: [missed], clock: clock)
    #expect(list.text(style: plain, columns: nil, header: false).contains("  delivered, missed  "))
    #expect(list.text(style: .plain, columns: nil).contains(", unread, delivered, missed, 14:00"))
    for (words, why) in [(Wording.english, "while the screen was locked"), (.korean, "화면이 잠긴 동안")] {
      let text = EntryText(entry: missed, clock: clock, wording: words).text(style: plain)
      #expect(text.contains("missed:   \(why)\n"), "\(text)")
    }
  }

  @Test("Those of one thread stand together below the newest of them, and what is in none stands alone")
  func threads() throws {
    let entries = try [
      ("9", "Mail", "x"), ("8", "Chat", "x"), ("7", "Mail", ""), ("6", "Mail", "x"), ("5", "Mail", ""),
    ]
    .map { id, app, thread in
      let named = thread.isEmpty ? "" : #""thread":"\#(thread)","#
      return try read(
        #"{"id":\#(id),"app":"\#(app)",\#(named)"appName":"\#(app)","title":"t\#(id)","state":"read","repeats":0,"#
          + #""level":"active","outcome":"presented","posted":"2026-11-20T14:00:00Z","unread":false,"actions":[]}"#,
        as: Entry.self)
    }
    let list = EntryList(entries: entries, isGrouped: true, clock: clock)
    #expect(
      list.text(style: plain, columns: nil, header: false) == """
          9  14:00  Mail  read  t9
          6  14:00  Mail  read    t6
          8  14:00  Chat  read  t8
          7  14:00  Mail  read  t7
          5  14:00  Mail  read  t5

        """)
  }

  @Test("On a narrow terminal the list leaves room for the text")
  func narrowList() throws {
    let entries = EntryList(entries: [try read(lunch), try read(later)], clock: clock)
    #expect(
      entries.text(style: plain, columns: 20) == """
           ID  TEXT
        *  12  Lunch␛[2J — …
            7  Tea

        """)
  }

  @Test("A shown notification has its whole text, then its facts")
  func show() throws {
    #expect(
      EntryText(entry: try read(lunch), clock: clock).text(style: plain) == """
        Lunch␛[2J
        Today
        Are you
        coming?

        id:       12
        app:      Mail (org.example.Mail)
        thread:   t
        posted:   14:00 (5 min ago)
        level:    active
        state:    delivered, unread
        outcome:  presented
        repeats:  2
        action:   yes (Yes, asks for text)
        action:   no (No, destructive)

        """)
  }

  @Test("The status names who says that the screen is locked, and the server's own Do Not Disturb")
  func lockedStatus() throws {
    var status = try read(Self.status, as: DaemonStatus.self)
    status.server = "dunst 1.9"
    status.serverAnswers = true
    status.serverMuted = true
    status.lockedBy = ["logind"]
    let text = statusText(status, clock: clock, style: plain)
    #expect(text.contains("dunst 1.9, its own Do Not Disturb is on\n"))
    #expect(text.contains("locked (logind)\n"))
    status.inhibitedBy = ["Film: A talk", "Call?"]
    #expect(statusText(status, clock: clock, style: plain).contains("quiet for:       Film: A talk, Call?\n"))
    status.inhibitedBy = []
    #expect(statusText(status, clock: clock, style: plain).contains("quiet for:       an app\n"))
    status.lockedBy = []
    let inDoubt = statusText(status, clock: clock, style: plain)
    #expect(inDoubt.contains("locked, until it is known\n"))
  }

  private static let status = """
    {"version":"0.1.0","sink":"libnotify","server":"mako 1.7","serverAnswers":false,"locked":true,\
    "foreground":["org.example.Mail"],"doNotDisturb":true,"doNotDisturbUntil":"2026-11-20T15:05:30Z",\
    "quietHoursUntil":"2026-11-20T16:05:30Z","nextSummary":"2026-11-20T18:05:30Z",\
    "silent":false,"unread":3,"held":1,"scheduled":0,"posted":10,"refused":2,"ratingPrompts":true}
    """

  @Test("The status says how the daemon and the desktop stand")
  func status() throws {
    #expect(
      statusText(try read(Self.status), clock: clock, style: plain) == """
        version:         0.1.0
        sink:            libnotify
        server:          mako 1.7, not answering
        screen:          locked
        somebody there:  nothing tells
        foreground:      org.example.Mail
        Do Not Disturb:  on, until 15:05 (in 1 h)
        quiet hours:     on, until 16:05 (in 2 h)
        next summary:    18:05 (in 4 h)
        silent:          off
        rating prompts:  on
        unread:          3
        held:            1
        scheduled:       0
        posted:          10
        refused:         2

        """)
  }

  @Test("What an older daemon does not say of its state is left out")
  func olderStatus() throws {
    var status = try read(Self.status, as: DaemonStatus.self)
    status.ratingPrompts = nil
    let text = statusText(status, clock: clock, style: plain)
    #expect(text.contains("silent:") && !text.contains("rating prompts:"))
    #expect(!text.contains("configuration:"))
    status.configurationFault = "a.conf:3: no"
    #expect(statusText(status, clock: clock, style: plain).contains("configuration:   a.conf:3: no\n"))
    #expect(statusText(status, clock: clock, style: .plain).contains("configuration: a.conf:3: no\n"))
  }

  @Test("Apps are listed with what differs from the usual, and what was refused")
  func apps() throws {
    let apps: [AppEntry] = try [
      """
      {"app":"a.B","name":"B","authorization":"authorized","unread":2,"held":0,"banners":true,"badges":true,\
      "sounds":true,"timeSensitive":true,"critical":false,"marketing":false,"previews":"whenUnlocked","locked":[],\
      "week":12,"refused":3}
      """,
      """
      {"app":"c","name":"C","authorization":"notDetermined","question":"Tell you","unread":0,"held":1,"banners":false,\
      "badges":true,"sounds":true,"timeSensitive":true,"critical":true,"marketing":false,"previews":"never",\
      "store":"titles","keepDays":7,"locked":["Banners"]}
      """,
    ].map { try read($0) }
    #expect(
      appList(apps.askingFirst, clock: clock, style: plain, columns: nil) == """
        APP  NAME  AUTHORIZATION  UNREAD  HELD  WEEK  REMARKS
        c    C     notDetermined       0     1     0  no banners, critical, previews never, store titles, keepDays 7, locked: Banners, asks: “Tell you”
        a.B  B     authorized          2     0    12  3 refused

        """)
  }

  @Test("Of a question that nobody answered they say when it was put, and when it comes again")
  func questions() throws {
    var app: AppEntry = try read(
      """
      {"app":"c","name":"C","authorization":"notDetermined","question":"","unread":0,"held":1,"banners":true,\
      "badges":true,"sounds":true,"timeSensitive":true,"critical":false,"marketing":false,\
      "previews":"whenUnlocked","locked":[]}
      """)
    func remark(_ standing: QuestionStanding?) -> Substring? {
      app.questionStanding = standing
      return appList([app], clock: clock, style: plain, columns: nil).split(separator: "\n").last?
        .split(separator: "1     0  ").last
    }
    let (last, again) = (clock.now, clock.now.advanced(bySeconds: 86_400))
    #expect(remark(nil) == "asks")
    #expect(remark(QuestionStanding(.onScreen, asked: 1, last: last)) == "asks")
    #expect(remark(QuestionStanding(.waiting, asked: 1, last: last)) == "is to ask")
    #expect(
      remark(QuestionStanding(.unanswered, asked: 1, last: last, again: again))
        == "asked \(clock.short(last)), went unanswered, asks again from \(clock.short(again)) on")
    #expect(
      remark(QuestionStanding(.unanswered, asked: 3, last: last))
        == "asked \(clock.short(last)), went unanswered, asks no more")
    let ends: [(QuestionEnd.Way, String)] = [
      (.pressed, "pressed without an answer"), (.dismissed, "dismissed"), (.expired, "went unanswered"),
    ]
    for (way, words) in ends {
      #expect(
        remark(QuestionStanding(.unanswered, asked: 3, last: last, end: QuestionEnd(way, at: again)))
          == "asked \(clock.short(last)), \(words) \(clock.short(again)), asks no more")
    }
  }

  @Test("Of what was chosen for a while they say until when")
  func endsOfChoices() throws {
    var app: AppEntry = try read(
      """
      {"app":"c","name":"C","authorization":"authorized","unread":0,"held":1,"banners":false,\
      "badges":true,"sounds":true,"timeSensitive":true,"critical":false,"marketing":false,\
      "previews":"whenUnlocked","locked":[]}
      """)
    app.ending = ["Authorization", "Banners", "Sounds", "Previews"].map {
      ChoiceEnd(setting: $0, until: clock.now)
    }
    let end = "until \(clock.short(clock.now))"
    #expect(
      appList([app], clock: clock, style: plain, columns: nil).contains(
        "authorized \(end)       0     1     0  no banners \(end), sounds \(end), previews whenUnlocked \(end)\n"
      ))
  }

  @Test(
    "Remarks go on below themselves where a line is too short for them, and below the app where it leaves no room"
  )
  func narrowApps() throws {
    var app: AppEntry = try read(
      """
      {"app":"org.example.Mail","name":"Mail","authorization":"authorized","unread":0,"held":1,"banners":false,\
      "badges":false,"sounds":false,"timeSensitive":true,"critical":false,"marketing":false,\
      "previews":"whenUnlocked","locked":[]}
      """)
    app.ending = [ChoiceEnd(setting: "Authorization", until: clock.now)]
    let header = "APP               NAME  AUTHORIZATION           UNREAD  HELD  WEEK  REMARKS\n"
    let start = "org.example.Mail  Mail  authorized until 14:05       0     1     0"
    #expect(
      appList([app], clock: clock, style: plain, columns: 90)
        == header + start + "  no banners, no badges,\n" + String(repeating: " ", count: 68) + "no sounds\n")
    #expect(
      appList([app], clock: clock, style: plain, columns: 78)
        == header + start + "\n    no banners, no badges, no sounds\n")
  }

  @Test("A receipt says the outcome and what shaped it; its advice is a line for each")
  func receipt() throws {
    let receipt: Receipt = try read(
      """
      {"id":5,"outcome":"held","repeats":0,"until":"2026-11-20T15:05:30Z","unread":1,"decisions":[\
      {"guideline":"doNotDisturb","effect":"held","why":"Do Not Disturb is on"}],"advice":[\
      {"guideline":"title.punctuation","field":"title","message":"The title ends with a full stop.",\
      "suggestion":"Tea Is\\u001b[2J Ready"}]}
      """)
    #expect(
      ReceiptText(receipt: receipt, clock: clock).text == """
        5 held until 15:05 (in 1 h)
          doNotDisturb: Do Not Disturb is on

        """)
    #expect(
      ReceiptText(receipt: receipt, clock: clock).advice == """
        advice: title.punctuation: The title ends with a full stop. (title) Try: Tea Is␛[2J Ready

        """)
  }

  @Test("A receipt says as what level something counts that was posted with another")
  func level() {
    let decision = Decision(
      guideline: "urgency.timeSensitive", effect: "active", why: "There is no relevantDate.")
    let receipt = Receipt(
      id: NotificationID(5), outcome: .presented, repeats: 0, unread: 1, decisions: [decision])
    #expect(
      ReceiptText(receipt: receipt, clock: clock).text
        == "5 presented\n  urgency.timeSensitive: counts as active. There is no relevantDate.\n")
  }

  @Test("A picture that a post comes without has a line of its own")
  func lostPicture() {
    let why = "It comes without its picture: the file is a link."
    let decisions = [
      Decision(guideline: "delivery", effect: "presented", why: "There is nothing in the way."),
      Decision(guideline: "images.files", effect: "leftOut", why: why),
    ]
    let receipt = Receipt(
      id: NotificationID(5), outcome: .presented, repeats: 0, unread: 1, decisions: decisions)
    #expect(ReceiptText(receipt: receipt, clock: clock).lostPictures == "bellhop: \(why)\n")
  }

  @Test("A receipt counts repeats in words", arguments: [(1, "repeated once"), (2, "repeated 2 times")])
  func repeats(count: Int, says: String) {
    let receipt = Receipt(id: NotificationID(5), outcome: .coalesced, repeats: count, unread: 1)
    #expect(ReceiptText(receipt: receipt, clock: clock).text == "5 coalesced, \(says)\n")
  }

  @Test("A receipt says until when before it counts")
  func repeatedUntil() {
    let receipt = Receipt(
      id: NotificationID(5), outcome: .scheduled, repeats: 1,
      until: clock.now.advanced(bySeconds: 3_600), unread: 0)
    #expect(
      ReceiptText(receipt: receipt, clock: clock).text == "5 scheduled for 15:05 (in 1 h), repeated once\n")
  }

  @Test("An explanation and a watched change have a line each")
  func explainAndWatch() throws {
    let decision: DatedDecision = try read(
      #"{"guideline":"consent","effect":"waits","why":"undecided","time":"2026-11-20T13:00:00Z"}"#)
    #expect(
      explanation([decision], clock: clock, style: plain)
        == "TIME   GUIDELINE  EFFECT  WHY\n13:00  consent    waits   undecided\n")
    let again: DatedDecision = try read(
      #"{"guideline":"consent","effect":"waits","why":"undecided","time":"2026-11-20T13:09:00Z"}"#)
    #expect(
      explanation([decision, decision, again], clock: clock, style: plain)
        == "TIME   GUIDELINE  EFFECT  WHY\n13:00  consent    waits   undecided (3 times, 13:00–13:09)\n")
    let long: DatedDecision = try read(
      #"{"guideline":"consent","effect":"waits","why":"It waits for you to decide.","time":"2026-11-20T13:00:00Z"}"#
    )
    #expect(
      explanation([decision, long], clock: clock, style: plain, columns: 48) == """
        TIME   GUIDELINE  EFFECT  WHY
        13:00  consent    waits   undecided
        13:00  consent    waits   It waits for you to
                                  decide.

        """)
    let advice: Advice = try read(#"{"guideline":"title.brief","field":"title","message":"It is long."}"#)
    #expect(
      explanation([], [advice], clock: clock, style: plain)
        == "TIME  GUIDELINE  EFFECT  WHY\nadvice: title.brief: It is long. (title)\n")
    let change: WatchReply = try read(#"{"unread":2,"doNotDisturb":true,"changed":[\#(later)],"gone":[3,4]}"#)
    var told = WatchText(style: plain, columns: nil)
    #expect(
      told.news(in: change, clock: clock)
        == "  7  Thu 09:30  Shell  scheduled for 15:00  Tea\n2 unread, Do Not Disturb\n")
  }

  @Test("What is watched is told once, and again where it looks otherwise; what was never told does not go")
  func watchedOnce() throws {
    var told = WatchText(style: plain, columns: nil)
    let (tea, held) = (later, later.replacing(#""scheduled""#, with: #""held""#))
    var news = ""
    for changed in [tea, tea, held, ""] {
      let change: WatchReply = try read(
        #"{"unread":1,"doNotDisturb":false,"changed":[\#(changed)],"gone":[]}"#)
      news += told.news(in: change, clock: clock)
    }
    #expect(
      news == """
          7  Thu 09:30  Shell  scheduled for 15:00  Tea
        1 unread
          7  Thu 09:30  Shell  held until 15:00  Tea

        """)
    let gone: WatchReply = try read(#"{"unread":0,"doNotDisturb":false,"changed":[],"gone":[7]}"#)
    #expect(told.news(in: gone, clock: clock) == "gone: 7\n0 unread\n")
  }

  @Test("A long finding is broken between words, below where it begins")
  func wrapping() throws {
    let finding: DesktopFinding = try read(
      #"{"subject":"lock","verdict":"works","text":"a word and another one, and a third","remedy":"do it"}"#)
    #expect(
      examinationText([finding], style: plain, columns: 37) == """
        works    lock  a word and another
                       one, and a third
                       → do it

        """)
    #expect(examinationText([finding], style: plain).split(separator: "\n").count == 2)
    #expect(wrapped("a b", to: 1) == ["a b"])
  }

  @Test("Of several faults of a configuration each has its line")
  func severalFaults() throws {
    let parameters =
      #"{"file":"/f","line":3,"reason":"bad","further":[{"file":"/g","line":1,"reason":"worse"}]}"#
    let error = CallError(
      name: "io.bellhop.Control.BadConfiguration", parameters: try JSON(parsing: Array(parameters.utf8)))
    #expect(
      Failure.refused(error).message
        == "/f:3: bad\n/g:1: worse\ncorrect them; until then the last good files hold in the place of that layer"
    )
  }

  @Test(
    "A refusal says in a sentence what to do next",
    arguments: [
      (
        "io.bellhop.Notifications.NotAuthorized", #"{"app":"a.B","authorization":"denied"}"#,
        "'bellhop allow a.B'"
      ),
      (
        "io.bellhop.Notifications.TooLarge", #"{"field":"notification.title","limit":256,"given":300}"#,
        "at most 256"
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded",
        #"{"quota":"posts","limit":9,"retryAfterMilliseconds":1200}"#,
        "refused: The app posts too fast: 9 at once are the most. Try again in 2 s."
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded", #"{"quota":"unread","limit":9}"#,
        "read, dismiss or withdraw some"
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded",
        #"{"quota":"ratings.spacing","limit":1,"retryAfterMilliseconds":86400001}"#,
        "Try again in 2 days."
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded", #"{"quota":"ratings.off","limit":0,"why":"Off in /f."}"#,
        "refused: Off in /f."
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded", #"{"quota":"apps","limit":9,"why":"Allow it."}"#,
        "refused: Allow it."
      ),
      (
        "io.bellhop.Notifications.QuotaExceeded", #"{"quota":"new","limit":9}"#,
        "refused: new is limited to 9."
      ),
      (
        "io.bellhop.Notifications.NotFound", #"{"what":"category old"}"#,
        "not found: category old; its app registers it, or post without --category"
      ),
      ("io.bellhop.Control.BadConfiguration", #"{"file":"/f","line":3,"reason":"bad"}"#, "/f:3: bad"),
      (
        "io.bellhop.Control.NotFound", #"{"what":"notification 5"}"#,
        "not found: notification 5; 'bellhop list"
      ),
      ("io.bellhop.Control.NotFound", #"{"what":"moon"}"#, "not found: moon"),
      ("io.bellhop.Control.Locked", #"{"app":"a","setting":"Banners","by":"/etc/x"}"#, "/etc/x"),
      ("org.varlink.service.InvalidParameter", #"{"parameter":"id"}"#, "id is not"),
      (
        "org.varlink.service.InvalidParameter",
        #"{"parameter":"notification.identifer","reason":"is unknown"}"#,
        "notification.identifer is unknown; did you mean identifier?"
      ),
      (
        "org.varlink.service.InvalidParameter", #"{"parameter":"notification.zzz","reason":"is unknown"}"#,
        "notification.zzz is unknown"
      ),
      (
        "org.varlink.service.InvalidParameter", #"{"parameter":"notification.app","reason":"must be short"}"#,
        "notification.app must be short"
      ),
      (
        "org.varlink.service.InvalidParameter", #"{"parameter":"until","reason":"this time is past"}"#,
        "this time is past"
      ),
      ("org.example.New", "{}", "refused"),
    ])
  func refusals(name: String, parameters: String, says: String) throws {
    let failure = Failure.refused(CallError(name: name, parameters: try json(parameters)))
    #expect(failure.message.contains(says))
    #expect(!failure.message.contains("\n") && !failure.message.contains(name))
    #expect(failure.status == .refused)
  }

  @Test(
    "An answer is an event about this notification, not older than the post",
    arguments: [
      (#"{"kind":"activated","id":5,"action":"yes","time":"2026-11-20T14:05:31Z"}"#, "yes"),
      (#"{"kind":"replied","id":5,"text":"on\nmy way","time":"2026-11-20T14:05:31Z"}"#, "on my way"),
      (#"{"kind":"dismissed","id":5,"time":"2026-11-20T14:05:31Z"}"#, "dismissed"),
      (#"{"kind":"authorization","authorization":"denied","time":"2026-11-20T14:05:31Z"}"#, "denied"),
      (#"{"kind":"activated","id":6,"action":"yes","time":"2026-11-20T14:05:31Z"}"#, nil),
      (#"{"kind":"activated","id":5,"action":"yes","time":"2026-11-20T14:05:29Z"}"#, nil),
      (#"{"kind":"presented","id":5,"time":"2026-11-20T14:05:31Z"}"#, nil),
    ])
  func answers(event: String, expected: String?) throws {
    let event: Event = try read(
      #"{"sequence":1,"#
        + event.dropFirst().split(separator: "\n").joined(separator: "\\n"))
    #expect(Answer.isAnswer(event, to: NotificationID(5), since: clock.now) == (expected != nil))
    if let expected { #expect(Answer.text(of: event) == expected) }
  }
}
