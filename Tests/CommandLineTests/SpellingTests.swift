import Configuration
import NotificationProtocol
import TestSupport
import Testing
import Varlink

@testable import bellhop

struct SpellingTests {
  @Test(
    "A word that is not known is taken for a known one that differs by little, whatever its capitals",
    arguments: [
      ("identifer", "identifier"), ("titel", "title"), ("Title", "title"), ("tilte", "title"),
      ("bdy", "body"),
      ("timesensitive", "timeSensitive"), ("zzz", nil), ("", nil), ("x", nil), ("levle", "level"),
      ("level", nil), ("bodi", "body"), ("--titel", "title"), ("--id", nil),
    ])
  func nearest(word: String, known: String?) {
    let words = ["identifier", "title", "body", "timeSensitive", "level"]
    #expect(Spelling.nearest(to: word, among: words) == known)
  }

  @Test(
    "A field is compared with those of its own object",
    arguments: [
      ("notification.icon", nil), ("notification.name", nil), ("notification.text", nil),
      ("notification.id", nil), ("notification.strict", nil), ("notification.message", nil),
      ("notification.actions[0].image", nil), ("notification.icons", nil),
      ("notification.titel", "title"), ("notification.Body", "body"), ("notification.trigger.aftr", "after"),
      ("notification.actions[0].icons", "icon"),
      ("notification.actions[12].input.placehodler", "placeholder"),
      ("notification.trigger.calendar.hours", "hour"), ("notification.sender.nam", "name"),
      ("notification.title.x", nil), ("nowhere.title", nil), ("conditions.tim", nil),
      ("notificatoin", "notification"),
    ])
  func fields(path: String, meant: String?) throws {
    let error = ServiceError.invalidParameter(path, reason: "is unknown")
    #expect(Refusal(error).sentence == "\(path) is unknown" + (meant.map { "; did you mean \($0)?" } ?? ""))
  }

  @Test(
    "A misspelt option, subcommand or setting is answered with the one that was meant",
    arguments: [
      ("post --progres 5 t", "--progress"), ("dimsiss 1", "dismiss"), ("list --unraed", "--unread"),
      ("set a timesensitve=off", "timeSensitive"), ("help dismis", "dismiss"), ("post --ap x t", "--app"),
    ])
  func meant(words: String, meant: String) {
    let result = shell("\(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1")
    #expect(result.status == 2)
    #expect(result.output.contains("did you mean \(meant)?\n"), "\(result.output)")
  }
}
