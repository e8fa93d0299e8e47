import NotificationModel
import TestSupport
import Testing

/// The words of errors, as they are written and read.
@Suite struct RefusalWordsTests {
  @Test(arguments: [
    (Missing.notification(NotificationID(7)), "notification 7"),
    (.text(of: NotificationID(7)), "text of notification 7"), (.category(.literal("old")), "category old"),
    (.app(.mail), "app org.example.Mail"), (.action, "action"),
  ])
  func `What is missing is read as it was written`(missing: Missing, words: String) {
    #expect(missing.words == words)
    #expect(Missing(words: words) == missing)
  }

  @Test(arguments: [
    "", "moon", "notification", "notification x", "notification 07", "category", "a category old",
  ])
  func `Other words name nothing`(words: String) { #expect(Missing(words: words) == nil) }

  @Test(arguments: StillToCome.allCases)
  func `A notification that is still to come is found in the reason`(reason: StillToCome) {
    #expect(StillToCome.notification(in: reason.words(NotificationID(7))) == NotificationID(7))
    #expect(StillToCome.notification(in: reason.words(NotificationID(7)) + "!") == nil)
  }
}
