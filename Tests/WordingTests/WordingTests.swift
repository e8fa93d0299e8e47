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

  @Test("English counts one and many")
  func plural() {
    #expect(Wording.english.moreNotifications(1, "Mail") == "1 more notification from Mail")
    #expect(Wording.english.moreNotifications(2, "Mail") == "2 more notifications from Mail")
  }

  @Test("Every reason and every piece of advice has words, whatever is missing, and no two the same")
  func reasons() {
    for wording in [Wording.english, .korean] {
      let told = Reason.Key.allCases.map { wording.sentence(Reason($0)) }
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
        == "It was due at 09:00, when the computer or the daemon was not running, or before the clock was set "
        + "forward. What only the app wants waits: the screen is locked (GNOME).")
  }

  @Test("A reason of another version is told as far as it is known")
  func otherVersion() {
    #expect(
      Wording.english.sentence(Reason(key: "lunchBreak", arguments: [.count(1)]))
        == "This version of Bellhop has no words for it (lunchBreak).")
    #expect(
      Wording.english.sentence(Reason(.occurred, .count(3))) == "Its occurrence of 3 is notification ….")
  }
}
