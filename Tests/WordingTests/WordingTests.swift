import NotificationModel
import Testing

@testable import Wording

struct WordingTests {
  @Test(
    "The locale chooses the language, the most particular variable first; what is unknown is English",
    arguments: [
      (["LANG": "ko_KR.UTF-8"], "알림"), (["LANG": "ko"], "알림"), (["LANG": "en_GB.UTF-8"], "Notification"),
      (["LANG": "de_DE.UTF-8"], "Notification"), ([:], "Notification"), (["LANG": "C"], "Notification"),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR"], "알림"),
      (["LANG": "ko_KR", "LC_ALL": "", "LC_MESSAGES": ""], "알림"),
      (["LC_ALL": "C.UTF-8", "LANG": "ko_KR"], "Notification"), (["LANG": "kok_IN"], "Notification"),
    ])
  func locale(_ environment: [String: String], _ notification: String) {
    #expect(Wording(environment: environment).notification == notification)
  }

  @Test(
    "A tag of BCP 47 chooses the language of sentences; without one, and where none are in it, they are English",
    arguments: [
      ("ko", "방해 금지 모드가 끝났습니다."), ("ko-Kore-KR", "방해 금지 모드가 끝났습니다."),
      ("KO", "방해 금지 모드가 끝났습니다."), ("kok-IN", "Do Not Disturb is over."), ("de", "Do Not Disturb is over."),
      (nil, "Do Not Disturb is over."), ("", "Do Not Disturb is over."),
    ])
  func language(_ tag: String?, _ sentence: String) {
    #expect(Wording(language: tag).sentence(Reason(.doNotDisturb, .isOver)) == sentence)
  }

  /// Every reason, with these arguments.
  private static func reasons(_ arguments: [Reason.Argument]) -> [Reason] {
    Reason.Key.allCases.map { Reason($0, arguments) }
      + QuietKind.allCases.flatMap { kind in
        QuietKind.Sentence.allCases.map { Reason(kind, $0, arguments) }
      }
  }

  @Test("Korean sentences name what the English ones name")
  func sameArguments() {
    let names = (0..<4).map { "<\($0)>" }
    let named = { (text: String) in Set(names.filter(text.contains)) }
    for reason in Self.reasons(names.map { .name($0) }) {
      #expect(
        named(Wording.korean.sentence(reason)) == named(Wording.english.sentence(reason)), "\(reason.key)")
    }
    for message in Remark.Message.allCases {
      let (korean, english) = (
        Wording.korean.advises(message, "<0>"), Wording.english.advises(message, "<0>")
      )
      #expect(named(korean) == named(english), "\(message)")
      #expect(korean != english)
    }
  }

  @Test("English counts one and many")
  func plural() {
    #expect(Wording.english.moreNotifications(1, "Mail") == "1 more notification from Mail")
    #expect(Wording.english.moreNotifications(2, "Mail") == "2 more notifications from Mail")
  }

  @Test("Every reason and every piece of advice has words, whatever is missing, and no two the same")
  func reasons() {
    for wording in [Wording.english, .korean] {
      let told = Self.reasons([]).map { wording.sentence($0) }
      #expect(told.allSatisfy { !$0.isEmpty || $0 == told.first })
      #expect(
        Set(Remark.Message.allCases.map { wording.advises($0, nil) }).count == Remark.Message.allCases.count)
    }
  }

  @Test("What a reason speaks of stands in its sentence, moments as the clock says them, parts as words")
  func arguments() {
    let reason = Reason(
      .several, .reason(Reason(.wasLate, .time(Timestamp(milliseconds: 0)))),
      .reason(Reason(.awaitsUnlocking, .reason(Reason(.isLockedBy, .name("GNOME"))))))
    #expect(
      Wording.english.sentence(reason) { _ in "09:00" }
        == "It was due at 09:00, but the computer or the daemon was not running then, or the clock was set "
        + "forward past it. Marketing and rating prompts wait: the screen is locked (GNOME).")
  }

  @Test("A reason of another version is told as far as it is known")
  func otherVersion() {
    #expect(
      Wording.english.sentence(Reason(key: "lunchBreak", arguments: [.count(1)]))
        == "This version of Bellhop has no words for it (lunchBreak).")
    #expect(
      Wording.english.sentence(Reason(.occurred, .count(3))) == "Its occurrence due at 3 is notification ….")
  }

  @Test(
    "How a command ended is told with its name, its status or signal, and the two largest parts of its time",
    arguments: [
      (CommandEnd.Way.status(0), Int64(12), "make Has Finished", "It ended with status 0 after 12 s."),
      (.status(2), 65, "make Has Failed", "It ended with status 2 after 1 min 5 s."),
      (.signal(9), 7_263, "make Has Failed", "Signal 9 ended it after 2 h 1 min."),
      (.status(0), 3_603, "make Has Finished", "It ended with status 0 after 1 h."),
      (.status(0), 0, "make Has Finished", "It ended with status 0 after 0 s."),
    ])
  func commandEnd(way: CommandEnd.Way, seconds: Int64, title: String, body: String) {
    let end = CommandEnd(program: "make", way: way, seconds: seconds)
    #expect(Wording.english.notification(of: end) == (title, body))
    let korean = Wording.korean.notification(of: end)
    #expect(korean.title == (way == .status(0) ? "make 완료" : "make 실패"))
    #expect(korean.body.contains(" 걸림, 종료 "))
  }
}
