import NotificationModel
import Testing

@testable import Delivery

@Suite("Whether somebody is there") struct PresenceTests {
  @Test(
    "the sources say it together",
    arguments: [
      ([:], nil), ([.x11: .here], .here), ([.x11: .away], .away),
      // The X server of a Wayland session sees little of the input, and logind's time is another.
      ([.x11: .away, .wayland: .here], .here), ([.x11: .here, .mutter: .away], .here),
      ([.wayland: .away, .logind: .here], .away), ([.logind: .here], .here), ([.logind: .away], .away),
      // A video plays.
      ([.mutter: .away, .gnomeInhibitor: .here], .here), ([.logindInhibitor: .here], .here),
    ] as [([PresenceSource: Presence], Presence?)])
  func together(said: [PresenceSource: Presence], presence: Presence?) {
    var answers = PresenceAnswers()
    for (source, presence) in said { answers.update(presence, from: source) }
    #expect(answers.presence == presence)
    for source in said.keys { answers.update(nil, from: source) }
    #expect(answers.presence == nil)
  }
}
