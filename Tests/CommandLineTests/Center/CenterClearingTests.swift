import BellhopClient
import NotificationModel
import Testing

@testable import bellhop

/// Clearing the list, and deleting for good.
struct CenterClearingTests {
  private static let mail = AppID(literal: "org.example.Mail")

  private func rig(columns: Int = 80, locale: String = "en") -> CenterRig {
    CenterRig(
      [
        CenterRig.entry(4, "Four"), CenterRig.entry(3, "Three", state: .read),
        CenterRig.entry(2, "Two", app: AppID(literal: "org.example.Chat"), name: "Chat", state: .read),
        CenterRig.entry(1, "Code 123456", state: .scheduled),
      ], columns: columns, locale: locale)
  }

  @Test(
    "Nothing is cleared or erased without a yes, and the question says what",
    arguments: [
      ("c", CenterCall.clear(nil), "Clear all that is read (2)?", "읽은 알림 2개를 모두 지우겠습니까?"),
      ("C", .clear(mail), "Clear all of Mail that is read (1)?", "Mail의 읽은 알림 1개를 모두 지우겠습니까?"),
      (
        "x", .erase(.notifications([NotificationID(4)])), "Erase “Four” for good?",
        "‘Four’ 알림을 완전히 삭제하겠습니까?"
      ),
      (
        "gx", .erase(.app(mail)), "Erase all that is stored of Mail for good?",
        "Mail의 저장된 알림을 모두 완전히 삭제하겠습니까?"
      ),
    ])
  func asks(keys: String, call: CenterCall, english: String, korean: String) {
    for (locale, question) in [("en", english), ("ko", korean)] {
      for answer in [Key.character("y"), .character("Y")] {
        var rig = rig(locale: locale)
        #expect(rig.type(keys).isEmpty && rig.lines.last == " \(question) [y/N]")
        #expect(rig.press(answer) == [.call(call)] && rig.state.prompt == nil)
      }
      for answer in [Key.character("n"), .enter, .escape, .character("x")] {
        var rig = rig(locale: locale)
        rig.type(keys)
        #expect(rig.press(answer).isEmpty && rig.state.prompt == nil)
      }
    }
  }

  @Test("What answers a question is seen on a narrow screen", arguments: [20, 30, 40])
  func narrow(columns: Int) {
    var rig = rig(columns: columns)
    rig.type("gx")
    #expect(rig.lines.last?.hasSuffix("… [y/N]") == true, "\(rig.screen)")
  }

  @Test("A lock takes the question away, with what it is about")
  func lock() {
    var rig = rig()
    rig.type("x")
    rig.send(.lockChanged)
    #expect(rig.state.prompt == nil && !rig.screen.contains("Four"))
  }

  @Test("Where nothing is read, that is said, and nothing asked")
  func nothingRead() {
    // A notification that was pressed before its banner came is not unread, and yet its state is not `read`.
    var delivered = CenterRig.entry(3, "Three")
    delivered.unread = false
    var rig = CenterRig([
      delivered, CenterRig.entry(1, "One"), CenterRig.entry(2, "Two", state: .scheduled),
    ])
    for key in ["c", "C"] {
      rig.type(key)
      #expect(
        rig.state.prompt == nil
          && rig.lines.last == " No notification here is read, so there is none to clear")
    }
  }

  @Test("What was erased is said, and which server may have a copy")
  func erased() {
    var rig = rig()
    rig.send(.answered(.erased(1, keeper: nil)))
    #expect(rig.lines.last == " Erased for good: 1")
    rig.send(.answered(.erased(12, keeper: "dunst")))
    #expect(rig.lines.last == " Erased for good: 12; dunst may still keep a copy")
  }
}
