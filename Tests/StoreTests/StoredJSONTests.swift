import NotificationModel
import Testing
import Varlink

@testable import Store

@Suite struct StoredJSONTests {
  /// As it is read from a column.
  private func parsed(_ json: JSON) throws -> JSON { try JSON(parsing: Array(json.text.utf8)) }

  @Test func `An origin that is as usual takes no room`() {
    #expect(DesktopOrigin().json == .object([]))
    #expect(DesktopOrigin(json: .object([])) == DesktopOrigin())
  }

  @Test func `An origin is read as it was written, whatever characters it has`() throws {
    var origin = DesktopOrigin()
    origin.appName = "a=b\\n\n\r\u{301}\\"
    origin.title = ""
    origin.body = "<b>a</b>\n = \\"
    origin.icon = "/a=b\n"
    origin.pictureName = "file:///b"
    origin.pictureFile = PictureFile(path: "/b", identity: "1:2:3:4.5")
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
    #expect(try DesktopOrigin(json: parsed(origin.json)) == origin)
    origin.body = ""
    origin.expiry = .never
    #expect(try DesktopOrigin(json: parsed(origin.json)) == origin)
  }

  @Test func `Parts of an origin that another version has written are passed over`() throws {
    var resident = DesktopOrigin()
    resident.isResident = true
    let other = #"{"colour":"red","resident":true,"urgency":"dire","expiry":"soon","keys":[],"title":7}"#
    #expect(try DesktopOrigin(json: JSON(parsing: Array(other.utf8))) == resident)
    #expect(DesktopOrigin(json: .array([])) == nil)
  }

  @Test(arguments: [
    (#"{"markup":"<b>a</b> &amp;"}"#, "<b>a</b> &amp;"), (#"{"body":"<b> a & b"}"#, "&lt;b&gt; a &amp; b"),
    ("{}", nil),
  ])
  func `A body that an earlier version stored as plain text is read as markup that says the same`(
    stored: String, body: String?
  ) throws {
    #expect(try DesktopOrigin(json: JSON(parsing: Array(stored.utf8)))?.body == body)
  }

  @Test func `Sentences within sentences are stored three deep`() {
    func nested(_ levels: Int) -> [Reason.Argument] {
      levels == 0 ? [] : [.reason(Reason(key: "k", arguments: nested(levels - 1)))]
    }
    #expect(nested(6).json == nested(3).json)
    #expect([Reason.Argument](json: nested(3).json) == nested(3))
  }
}
