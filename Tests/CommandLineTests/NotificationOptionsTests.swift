import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

struct NotificationOptionsTests {
  private func posted(_ words: [String]) throws -> JSON {
    let session = Session(runtimeDirectory: nil, terminal: Terminal(), wording: .english)
    return try NotificationOptions.notification(from: Arguments(words, of: .post), session).json
  }

  @Test(
    "An option becomes the field that it is named after",
    arguments: [
      (["--progress", "40"], "progress", "40"), (["--relevance", "0.7"], "relevance", "0.7"),
      (["--relevance", "1"], "relevance", "1.0"), (["--sender", "Ann"], "sender", #"{"name":"Ann"}"#),
      (
        ["--action", "reply=Reply,text"], "actions", #"[{"id":"reply","title":"Reply","input":{}}]"#
      ),
      (
        ["--action", "a=Say, If You Like,text=To Ann,icon=mail,destructive"], "actions",
        #"[{"id":"a","title":"Say, If You Like","icon":"mail","destructive":true,"#
          + #""input":{"placeholder":"To Ann"}}]"#
      ),
    ])
  func fields(words: [String], field: String, value: String) throws {
    let json = try posted(words + ["Title", "Body"])
    #expect(json[field] == (try JSON(parsing: Array(value.utf8))))
    #expect(json["title"] == .string("Title") && json["body"] == .string("Body"))
    #expect(throws: Never.self) { try WrittenNotification(json: json).checked() }
  }

  @Test(
    "A number that is none, or out of its range, is a mistake",
    arguments: [
      (["--progress", "half"], "--progress is a whole number from 0 to 100"),
      (["--progress", "-1"], "--progress is a whole number from 0 to 100"),
      (["--progress", "101"], "--progress is a whole number from 0 to 100"),
      (["--relevance", "2"], "--relevance is a number from 0 to 1, such as 0.7"),
    ])
  func numbers(words: [String], reason: String) {
    #expect(throws: Failure.usage(reason)) { try posted(words + ["Title"]) }
  }

  @Test("The name of a sender stands in for a TITLE, and nothing else does")
  func untitled() throws {
    let json = try posted(["--sender", "Ann"])
    #expect(json["title"] == nil)
    #expect(try WrittenNotification(json: json).checked().sender?.name == "Ann")
    #expect(throws: Failure.usage("TITLE is missing")) { try posted(["--subtitle", "Ann"]) }
  }

  @Test(
    "A comma can stand in the title of a button",
    arguments: ["Yes, No", "Read,Next", "1,000", "Reply, text", "Tea,coffee", "Tea,Text"])
  func commas(title: String) throws {
    let json = try WrittenAction("a=\(title)", option: "--action").json
    #expect(json == JSON(fields: ["id": "a".json, "title": title.json]))
  }

  @Test(
    "An attribute of a button that is misspelt does not become a part of its title",
    arguments: [
      ("txt", "text"), ("texd=To Ann", "text"), ("icn=mail", "icon"), ("destrutive", "destructive"),
    ])
  func misspelt(mark: String, meant: String) {
    let reason =
      "--action ends in ,\(mark); did you mean ,\(meant)? A comma of the title has a blank behind it"
    #expect(throws: Failure.usage(reason)) { try WrittenAction("r=Reply,\(mark)", option: "--action") }
    #expect(throws: Failure.usage(reason)) {
      try WrittenAction("r=Reply,\(mark),destructive", option: "--action")
    }
  }

  @Test("An attribute of a button has a value where it needs one", arguments: ["icon", "destructive=yes"])
  func values(mark: String) {
    let reason =
      "--action ends in ,\(mark), but the forms are ,icon=NAME ,destructive ,text and ,text=HINT"
    #expect(throws: Failure.usage(reason)) { try WrittenAction("r=Reply,\(mark)", option: "--action") }
  }
}
