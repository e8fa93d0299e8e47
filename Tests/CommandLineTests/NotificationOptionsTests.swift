import Glibc
import NotificationProtocol
import TestSupport
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
      (["--progress", "40"], "progress", "40"), (["--progress", "unknown"], "progress", "-1"),
      (["--relevance", "0.7"], "relevance", "0.7"),
      (["--url", "https://example.org/a?b#c"], "url", #""https://example.org/a?b#c""#),
      (["--url", "/"], "url", #""file:///""#), (["--url", "file:///"], "url", #""file:///""#),
      (["--target", #"{"a": [1, null]}"#], "target", #"{"a":[1,null]}"#),
      (["--expires-at", "2026-12-01T08:00:00+01:00"], "expiresAt", #""2026-12-01T07:00:00Z""#),
      (["--occurred", "2026-01-01T08:00:00Z"], "occurred", #""2026-01-01T08:00:00Z""#),
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
    "What is no value of its option, or out of its range, is a mistake",
    arguments: [
      (["--progress", "half"], "--progress is a whole number from 0 to 100, or unknown"),
      (["--progress", "-1"], "--progress is a whole number from 0 to 100, or unknown"),
      (["--progress", "101"], "--progress is a whole number from 0 to 100, or unknown"),
      (["--relevance", "2"], "--relevance is a number from 0 to 1, such as 0.7"),
      (["--target", "[1]"], "--target is no JSON object"), (["--target", "{"], "--target is no JSON object"),
      (
        ["--url", "example.org"],
        "--url is an https, http or mailto address without blanks, or the path of a file of yours"
      ),
    ])
  func numbers(words: [String], reason: String) {
    #expect(throws: Failure.usage(reason)) { try posted(words + ["Title"]) }
  }

  @Test("A file that a press is to open is there, and the person's own; the bytes of its path are told")
  func files() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/a b-é"
    writeFile(path, "")
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let told = try #require(resolved.map { String(cString: $0) })
    let expected = told.replacing("a b-é", with: "a%20b-%c3%a9")
    #expect(try posted(["--url", path, "Title"])["url"] == .string("file://" + expected))
    for (wrong, reason) in [
      ("/nonexistent", "No such file or directory"), ("/dev/null", "neither a file nor a directory"),
    ] {
      for text in [wrong, "file://" + wrong] {
        #expect(throws: Failure.failed("--url \(text): \(reason)")) { try posted(["--url", text, "Title"]) }
      }
    }
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
