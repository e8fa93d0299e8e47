import Front
import NotificationModel
import Testing

@Suite("DesktopOrigin as they are stored")
struct DesktopOriginTests {
  @Test("What is as usual takes no room")
  func usual() {
    #expect(DesktopOrigin().text.isEmpty)
    #expect(DesktopOrigin(text: "") == DesktopOrigin())
  }

  @Test("What is written is read again, whatever characters it has")
  func roundTrip() {
    var origin = DesktopOrigin()
    origin.appName = "a=b\\n\n\r\u{301}\\"
    origin.category = "im.received"
    origin.urgency = .critical
    origin.expiry = .after(milliseconds: .max)
    origin.isResident = true
    origin.isTransient = true
    origin.isOnScreenDisplay = true
    origin.suppressesSound = true
    origin.soundFile = "/a b\n.oga"
    origin.hints = [
      "x-kde-a": .string("x\ny=\\"), "x-kde-b": .integer(.min), "SWAYNC_BYPASS_DND": .flag(true),
      "x-dunst-c": .number(0.1), "x-kde-d": .flag(false),
    ]
    #expect(DesktopOrigin(text: origin.text) == origin)
    origin.expiry = .never
    #expect(DesktopOrigin(text: origin.text) == origin)
  }

  @Test("What another version has written is passed over")
  func unknown() {
    var resident = DesktopOrigin()
    resident.isResident = true
    #expect(
      DesktopOrigin(text: "colour=red\nresident=yes\nurgency=dire\nexpiry=soon\nset x=1\nno equals")
        == resident
    )
  }
}
