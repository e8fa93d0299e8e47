import NotificationProtocol
import TestSupport
import Testing

@testable import bellhop

struct SpellingTests {
  @Test(
    "A word that is not known is taken for a known one that differs by little, whatever its capitals",
    arguments: [
      ("identifer", "identifier"), ("titel", "title"), ("Title", "title"), ("tilte", "title"),
      ("bdy", "body"),
      ("timesensitive", "timeSensitive"), ("zzz", nil), ("", nil), ("x", nil), ("levle", "level"),
    ])
  func nearest(word: String, known: String?) {
    let words = ["identifier", "title", "body", "timeSensitive", "level"]
    #expect(Spelling.nearest(to: word, among: words) == known)
  }

  @Test("The fields of an interface are those that it declares, and no word of its comments")
  func fields() {
    let fields = notificationsInterface.fieldNames
    #expect(fields.isSuperset(of: ["app", "title", "identifier", "placeholder", "retryAfterMilliseconds"]))
    #expect(!fields.contains { $0.isEmpty } && !fields.contains("alarm"))
  }

  @Test(
    "A misspelt option, subcommand or setting is answered with the one that was meant",
    arguments: [
      ("post --progres 5 t", "--progress"), ("dimsiss 1", "dismiss"), ("list --unraed", "--unread"),
      ("set a timesensitve=off", "timeSensitive"),
    ])
  func meant(words: String, meant: String) {
    let result = shell("\(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1")
    #expect(result.status == 2)
    #expect(result.output.contains("did you mean \(meant)?\n"), "\(result.output)")
  }
}
