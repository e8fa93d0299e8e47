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
}
