import Front
import NotificationModel
import Testing

@Suite("Conventions as they are stored")
struct ConventionsTests {
  @Test("What is as usual takes no room")
  func usual() {
    #expect(Conventions().text.isEmpty)
    #expect(Conventions(text: "") == Conventions())
  }

  @Test("What is written is read again, whatever characters it has")
  func roundTrip() {
    var conventions = Conventions()
    conventions.appName = "a=b\\n\n\r\u{301}\\"
    conventions.category = "im.received"
    conventions.urgency = .critical
    conventions.expiry = .after(milliseconds: .max)
    conventions.isResident = true
    conventions.isTransient = true
    conventions.isOnScreenDisplay = true
    conventions.suppressesSound = true
    conventions.soundFile = "/a b\n.oga"
    conventions.hints = [
      "x-kde-a": .string("x\ny=\\"), "x-kde-b": .integer(.min), "SWAYNC_BYPASS_DND": .flag(true),
      "x-dunst-c": .number(0.1), "x-kde-d": .flag(false),
    ]
    #expect(Conventions(text: conventions.text) == conventions)
    conventions.expiry = .never
    #expect(Conventions(text: conventions.text) == conventions)
  }

  @Test("What another version has written is passed over")
  func unknown() {
    var resident = Conventions()
    resident.isResident = true
    #expect(
      Conventions(text: "colour=red\nresident=yes\nurgency=dire\nexpiry=soon\nset x=1\nno equals") == resident
    )
  }
}
