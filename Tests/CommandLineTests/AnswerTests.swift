import NotificationModel
import Testing
import Varlink

@testable import bellhop

struct AnswerTests {
  @Test(
    "Only the shell's very next kept event is acknowledged",
    arguments: [
      ("io.bellhop.Shell", "activated", 5, true), ("io.bellhop.Shell", "dismissed", 5, true),
      ("io.bellhop.Shell", "activated", 6, false), ("io.bellhop.Shell", "activated", 4, false),
      ("io.bellhop.Shell", "read", 5, false), ("org.example.Mail", "activated", 5, false),
    ])
  func settles(app: String, kind: String, sequence: Int64, expected: Bool) throws {
    let event = Event(
      sequence: EventSequence(sequence), time: Timestamp(milliseconds: 0),
      kind: try #require(EventKind(rawValue: kind)), id: NotificationID(1))
    #expect(
      Answer.settles(event, of: try #require(AppID(app)), after: EventSequence(4)) == expected)
  }

  private func event(target: String?) -> Event {
    Event(
      time: Timestamp(milliseconds: 0), kind: .activated, id: NotificationID(1),
      target: target.map(OpaqueObject.init(json:)))
  }

  private func written(_ text: String) throws -> WrittenNotification {
    WrittenNotification(json: try JSON(parsing: Array(text.utf8)))
  }

  @Test(
    "A post that is waited for is told from another under its identifier, and not from its own words again")
  func told() throws {
    let own = Answer.marked(try written(#"{"title":"Shot 1","identifier":"shot"}"#))
    let again = Answer.marked(try written(#"{"title":"Shot 1","identifier":"shot"}"#))
    let other = Answer.marked(try written(#"{"title":"Shot 2","identifier":"shot"}"#))
    func target(_ notification: WrittenNotification) throws -> String {
      try #require(notification.json["target"]).text
    }
    #expect(try !Answer.isOfAnother(event(target: target(own)), than: own))
    #expect(try !Answer.isOfAnother(event(target: target(again)), than: own))
    #expect(try Answer.isOfAnother(event(target: target(other)), than: own))
    #expect(!Answer.isOfAnother(event(target: nil), than: own))
  }

  @Test(
    "A post that is to come is followed into the entry that it joins, and ends where a later one took its place"
  )
  func toCome() throws {
    func event(_ id: Int64, _ identifier: String = "shot", target: String?) throws -> Event {
      Event(
        time: Timestamp(milliseconds: 0), kind: .presented, id: NotificationID(id),
        identifier: OpaqueName(identifier), target: target.map(OpaqueObject.init(json:)))
    }
    let trigger = #","trigger":{"after":60}"#
    let own = Answer.marked(try written(#"{"title":"Shot","identifier":"shot"\#(trigger)}"#))
    let target = try #require(own.json["target"]).text
    #expect(try Answer.isOwn(event(1, target: target), own))
    for other in [nil, #"{"a":1}"#] {
      #expect(try !Answer.isOwn(event(7, target: other), own))
      #expect(try Answer.supersedes(event(7, target: other), of: NotificationID(5), own))
      #expect(try !Answer.supersedes(event(4, target: other), of: NotificationID(5), own))
      #expect(try !Answer.supersedes(event(7, "other", target: other), of: NotificationID(5), own))
    }
    let forNow = Answer.marked(try written(#"{"title":"Shot","identifier":"shot"}"#))
    #expect(try !Answer.supersedes(event(7, target: nil), of: NotificationID(5), forNow))
    let series = #","trigger":{"after":60,"repeats":true}"#
    let repeating = Answer.marked(try written(#"{"title":"Shot","identifier":"shot"\#(series)}"#))
    #expect(try !Answer.supersedes(event(7, target: nil), of: NotificationID(5), repeating))
  }

  @Test("A target of its own stays, and what has no identifier gets none")
  func unmarked() throws {
    for text in [#"{"title":"a"}"#, #"{"title":"a","identifier":"b","target":{"c":1}}"#] {
      #expect(Answer.marked(try written(text)).json == (try written(text)).json)
    }
    let own = try written(#"{"title":"a","identifier":"b","target":{"c":1}}"#)
    #expect(!Answer.isOfAnother(event(target: #"{"c": 1}"#), than: own))
    #expect(Answer.isOfAnother(event(target: #"{"c":2}"#), than: own))
    #expect(!Answer.isOfAnother(event(target: #"{"c":2}"#), than: try written(#"{"title":"a"}"#)))
  }
}
