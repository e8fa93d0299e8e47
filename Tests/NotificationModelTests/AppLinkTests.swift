import NotificationModel
import TestSupport
import Testing

/// The way back to an app through the life of its notification.
@Suite struct AppLinkTests {
  private static let caller = BusCaller(bus: "bus", name: ":1.7")
  private static let desktop = AppLink.desktop(DesktopLink(to: caller, number: 1_000_001))
  private static let told = AppLink.desktop(DesktopLink(to: caller, number: 1_000_001, isToldClosed: true))

  @Test(
    arguments: [
      (.shown(missed: nil), desktop), (.ended(.seen), told), (.ended(.dismissed), nil),
      (.ended(.takenBack), nil), (.withheld, nil),
    ] as [(LifeEvent, AppLink?)])
  func `A number means its notification until that has ended for good`(event: LifeEvent, after: AppLink?) {
    var events = record(link: .events)
    var desktop = record(link: Self.desktop)
    #expect(desktop.awaitsClosing && !desktop.hearsEvents && desktop.number == 1_000_001)
    for change in [events.apply(event), desktop.apply(event)] { #expect(change != nil) }
    #expect(desktop.link == after && desktop.awaitsClosing == (after == Self.desktop))
    #expect(events.hearsEvents && !events.awaitsClosing && events.number == 0)
  }

  @Test func `A reply goes to the caller that posted, and every other signal to all that share the number`() {
    var link = DesktopLink(to: Self.caller, number: 1_000_001)
    let signals: [FrontSignal] = [.closed(.expired), .invoked(key: "a", token: nil), .replied(text: "Yes")]
    #expect(signals.map(link.receiver) == [Self.caller, Self.caller, Self.caller])
    link.isShared = true
    #expect(signals.map(link.receiver) == [.everybody, .everybody, Self.caller])
  }
}
