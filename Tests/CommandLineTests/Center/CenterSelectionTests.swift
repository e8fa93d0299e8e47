import NotificationModel
import Testing

@testable import bellhop

/// The selection after the selected line is gone.
struct CenterSelectionTests {
  /// Three apps, one below the other, with the numbers of their notifications.
  private static let numbers: [(app: AppID, ids: [Int64])] = [
    (AppID(literal: "a.x"), [9, 8]), (b, [7, 6, 5]), (AppID(literal: "c.x"), [4]),
  ]
  private static let b = AppID(literal: "b.x")

  private static func entry(_ id: Int64, thread: String? = nil) -> Entry {
    let app = numbers.first { $0.ids.contains(id) }?.app ?? b
    return CenterRig.entry(id, "Number \(id)", app: app, name: "App", thread: thread)
  }

  private func rig() -> CenterRig { CenterRig(Self.numbers.flatMap(\.ids).map { Self.entry($0) }) }

  private func select(_ id: Int64, in rig: inout CenterRig) throws {
    let place = rig.state.list.rows.firstIndex { $0.name == .entry(NotificationID(id)) }
    rig.send(.clicked(.row(try #require(place))))
  }

  private func selected(_ rig: CenterRig) -> Int64? {
    guard case .entry(let id, _)? = rig.state.row else { return nil }
    return id.number
  }

  @Test(
    "Where the selected one goes, the next in its app is selected, else the one before, else one of another app",
    arguments: [
      (9, [9], 8), (8, [8], 9), (6, [6], 5), (5, [5], 6), (6, [6, 5], 7), (6, [7, 6], 5),
      (9, [9, 8], 7), (7, [7, 6, 5], 4), (4, [4], 5), (5, [7, 6, 5, 4], 8), (4, [9, 8, 4], 5),
    ] as [(Int64, [Int64], Int64)])
  func neighbours(id: Int64, gone: [Int64], next: Int64) throws {
    var rig = rig()
    try select(id, in: &rig)
    rig.apply([], gone: gone.map { NotificationID($0) })
    #expect(selected(rig) == next)
  }

  @Test("However often it is pressed, d dismisses one notification at a time")
  func oneByOne() throws {
    var rig = rig()
    try select(8, in: &rig)
    for id: Int64 in [8, 9, 7, 6, 5, 4] {
      #expect(rig.type("d") == [.call(.dismiss([NotificationID(id)]))])
      rig.apply([], gone: [NotificationID(id)])
    }
    #expect(rig.state.list.rows.isEmpty)
  }

  @Test("What has come together with the end of the selected one does not draw the selection to it")
  func togetherWithOthers() throws {
    var rig = rig()
    try select(8, in: &rig)
    // The app of the other one comes to the top with it.
    rig.apply([Self.entry(10)], gone: [NotificationID(8)])
    #expect(selected(rig) == 9)
  }

  @Test("The older ones of a folded thread follow the newest")
  func foldedThread() {
    var rig = CenterRig([9, 8].map { Self.entry($0, thread: "t") } + [Self.entry(4)])
    #expect(selected(rig) == 9)
    rig.apply([], gone: [NotificationID(9)])
    #expect(selected(rig) == 8)
  }

  @Test("An app that goes with its selected line leaves the selection to a notification, not to the next app")
  func goneApp() {
    var rig = rig()
    rig.press(.home)
    #expect(rig.type("d") == [.call(.dismiss([9, 8].map { NotificationID($0) }))])
    rig.apply([], gone: [9, 8].map { NotificationID($0) })
    #expect(selected(rig) == 7)
  }

  @Test("An app that is folded away is passed over, and selected only where there is nothing else")
  func foldedApp() throws {
    var rig = rig()
    try select(7, in: &rig)
    rig.press(.up, .enter)
    try select(9, in: &rig)
    rig.apply([], gone: [9, 8].map { NotificationID($0) })
    #expect(selected(rig) == 4)
    rig.apply([], gone: [NotificationID(4)])
    #expect(selected(rig) == nil && rig.state.row?.name == .app(Self.b))
  }

  @Test("At first the newest notification is selected that is not folded away")
  func first() {
    var rig = rig()
    rig.press(.home, .enter)
    rig.send(.lockChanged)
    rig.apply(Self.numbers.flatMap(\.ids).map { Self.entry($0) })
    #expect(selected(rig) == 7)
  }
}
