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
    origin.title = ""
    origin.body = WrittenMarkup(text: "<b>a</b>\n = \\", isMarkup: true)
    origin.icon = "/a=b\n"
    origin.isPictureIcon = true
    origin.urgency = .critical
    origin.expiry = .after(milliseconds: .max)
    origin.isResident = true
    origin.isTransient = true
    origin.isOnScreenDisplay = true
    origin.suppressesSound = true
    origin.pressLabel = "Open = the\\Mail"
    for key in ["a=b", "\n", "", "ja, bitte"] { origin.keys[.literal("a.\(key.utf8.count)")] = key }
    origin.furtherActions = [
      Action(id: .defaultAction, title: "a = b\\"),
      Action(id: .defaultAction, title: "Reply", input: TextInput(placeholder: "To Bob")),
      Action(id: .defaultAction, title: "Reply", input: TextInput(button: "Send")),
    ]
    origin.poster = ScriptID(number: .min)
    origin.soundFile = "/a b\n.oga"
    origin.hints = [
      "a = b": .string("x\n\ty='\\'"), "x": .int32(.min), "SWAYNC_BYPASS_DND": .flag(true),
      "urls": HintValue(type: "as", text: "['a','b']"),
    ]
    #expect(DesktopOrigin(text: origin.text) == origin)
    origin.body = WrittenMarkup(text: "", isMarkup: false)
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
