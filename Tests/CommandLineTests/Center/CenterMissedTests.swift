import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

/// Notifications that the person could not see when they came.
struct CenterMissedTests {
  private static let chat = AppID(literal: "org.example.Chat")

  private static func entries(secondMissed: Missed.Cause? = .quiet(.doNotDisturb)) -> [Entry] {
    [
      CenterRig.entry(5, "Five"),
      CenterRig.entry(4, "Four", app: chat, name: "Chat", missed: .quiet(.doNotDisturb)),
      CenterRig.entry(3, "Three", missed: .locked), CenterRig.entry(2, "Two", missed: secondMissed),
      CenterRig.entry(1, "One", state: .held, missed: .quiet(.doNotDisturb)),
    ]
  }

  private func rig(columns: Int = 80, locale: String = "en") -> CenterRig {
    CenterRig(Self.entries(), columns: columns, locale: locale)
  }

  private func numbers(_ rig: CenterRig) -> [Int64] {
    rig.state.list.rows.compactMap { if case .entry(let id, _) = $0 { id.number } else { nil } }
  }

  @Test(
    "What was missed stands first, by its reason and with its app's name; what is held back is not missed yet"
  )
  func order() {
    let rig = rig()
    let lines = rig.lines
    #expect(lines[0] == " Notifications · 5 unread · 3 missed")
    #expect(
      lines[1] == "  Missed while Do Not Disturb was on" && lines[4] == "  Missed while the screen was locked"
    )
    #expect(lines[2].hasPrefix(">   * Chat: Four") && lines[3].hasPrefix("    * Mail: Two"))
    #expect(lines[5].hasPrefix("    * Mail: Three") && lines[6] == "  Mail  2 unread")
    #expect(numbers(rig) == [4, 2, 3, 5, 1])
    #expect(self.rig(locale: "ko").lines[1] == "  방해 금지 모드가 켜진 동안 놓친 알림")
  }

  @Test("On a narrow screen a long name leaves room for the title")
  func narrow() {
    let entry = CenterRig.entry(1, "Lunch", name: "org.example.Calendar", missed: .away)
    #expect(CenterRig([entry], columns: 40).lines[2].hasPrefix(">   * org.exam…: Lunch"))
  }

  @Test("A heading folds its notifications, and keys on it are about them alone, but for what is one app's")
  func heading() {
    var rig = rig()
    rig.press(.home)
    #expect(rig.type("d") == [.call(.dismiss([4, 2].map { NotificationID($0) }))])
    for key in ["s", "C", "x", "z"] {
      #expect(
        rig.type(key).isEmpty && rig.lines.last == " This line is a heading; select a notification below it")
    }
    rig.press(.enter)
    #expect(numbers(rig) == [3, 5, 1] && rig.lines[1] == "> Missed while Do Not Disturb was on  [+2]")
  }

  @Test("What is before the person for a moment is marked as looked at: beside the list, or opened")
  func lookedAt() {
    let (four, two) = (NotificationID(4), NotificationID(2))
    var wide = rig(columns: 120)
    #expect(wide.opening == [.look(four)])
    #expect(wide.send(.looked(four)) == [.call(.markSeen(four))])
    #expect(wide.press(.down) == [.look(two)])
    #expect(wide.send(.looked(four)).isEmpty)
    #expect(wide.type("?") == [.look(nil)])
    #expect(wide.send(.looked(two)).isEmpty)
    #expect(wide.press(.escape) == [.look(two)])
    #expect(wide.send(.away) == [.look(nil)])
    var narrow = rig()
    #expect(narrow.opening.isEmpty && narrow.press(.enter) == [.look(four)])
    #expect(narrow.send(.lockChanged) == [.look(nil)])
    #expect(narrow.apply(Self.entries(), locked: true).isEmpty && narrow.press(.enter).isEmpty)
  }

  @Test("What was looked at stays where it is until something else is shown")
  func stays() {
    var rig = rig()
    rig.press(.down)
    rig.apply(Self.entries(secondMissed: nil))
    #expect(numbers(rig) == [4, 2, 3, 5, 1] && rig.lines[0].contains("2 missed"))
    rig.type("ff")
    #expect(numbers(rig) == [4, 3])
    rig.type("f")
    #expect(numbers(rig) == [4, 3, 5, 2, 1])
  }
}
