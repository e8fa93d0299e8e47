import NotificationModel
import Testing

@testable import bellhop

/// The filters of the list.
struct CenterFilterTests {
  private func rig(locale: String = "en") -> CenterRig {
    CenterRig(
      [
        CenterRig.entry(3, "Three", state: .read), CenterRig.entry(2, "Two"),
        CenterRig.entry(1, "One", state: .read),
      ], locale: locale)
  }

  private func numbers(_ rig: CenterRig) -> [Int64] {
    rig.state.list.rows.compactMap { if case .entry(let id, _) = $0 { id.number } else { nil } }
  }

  @Test("A key shows only what is unread, says so above the list, and comes back to all")
  func unread() {
    var rig = rig()
    #expect(numbers(rig) == [3, 2, 1] && rig.state.row?.name == .entry(NotificationID(3)))
    rig.type("f")
    #expect(numbers(rig) == [2] && rig.state.row?.name == .entry(NotificationID(2)))
    #expect(rig.lines[0].hasPrefix(" Only unread · 1 unread"))
    rig.apply([CenterRig.entry(2, "Two", state: .read)])
    #expect(numbers(rig).isEmpty && rig.screen.contains("No new notifications"))
    rig.type("f")
    #expect(
      rig.lines[0].hasPrefix(" Only missed") && rig.screen.contains("Nothing was missed"))
    rig.type("f")
    #expect(numbers(rig) == [3, 2, 1] && rig.lines[0] == " Notifications")
  }

  @Test("Esc ends the search first, and then shows all again")
  func back() {
    var rig = rig()
    rig.type("f/two")
    rig.press(.enter, .escape)
    #expect(numbers(rig) == [2] && rig.state.list.search.isEmpty)
    rig.press(.escape)
    #expect(numbers(rig) == [3, 2, 1])
  }

  @Test("On an app's line only those are meant that are shown")
  func wholeApp() {
    var rig = rig()
    rig.type("f")
    rig.press(.home)
    #expect(rig.type("d") == [.call(.dismiss([NotificationID(2)]))])
  }

  @Test("In Korean it is said, too")
  func korean() {
    var rig = rig(locale: "ko")
    rig.type("f")
    #expect(rig.lines[0].hasPrefix(" 읽지 않은 것만 · 읽지 않음 1개"))
    rig.type("f")
    #expect(rig.lines[0].hasPrefix(" 놓친 것만") && rig.screen.contains("놓친 알림 없음"))
  }
}
