import TestSupport
import Testing

@testable import Desktop

@Suite struct XAuthorityTests {
  private static func entry(
    _ family: UInt16, _ number: String, _ kind: String, _ data: String, host: String = "host"
  ) -> [UInt8] {
    func field(_ text: String) -> [UInt8] { number16(UInt16(text.utf8.count)) + Array(text.utf8) }
    func number16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xff)] }
    return number16(family) + field(host) + field(number) + field(kind) + field(data)
  }

  private static let file =
    entry(0, "0", "MIT-MAGIC-COOKIE-1", "internet") + entry(256, "0", "XDM-AUTHORIZATION-1", "other kind")
    + entry(256, "0", "MIT-MAGIC-COOKIE-1", "local") + entry(65_535, "", "MIT-MAGIC-COOKIE-1", "any")

  @Test(arguments: [("0", "local"), ("7", "any")])
  func `a cookie is found by the display's number`(display: String, data: String) {
    #expect(XCookie.find(in: Self.file, display: display, host: "host")?.data == Array(data.utf8))
  }

  @Test func `of several machines' cookies the own one is taken, then any machine's, then the first`() {
    func found(_ file: [[UInt8]]) -> [UInt8]? {
      XCookie.find(in: Array(file.joined()), display: "0", host: "new")?.data
    }
    let kind = XCookie.kind
    let (old, older) = (
      Self.entry(256, "0", kind, "old", host: "old"), Self.entry(256, "0", kind, "older", host: "older")
    )
    let (any, own) = (
      Self.entry(65_535, "0", kind, "any", host: ""), Self.entry(256, "0", kind, "own", host: "new")
    )
    #expect(found([old, any, own]) == Array("own".utf8))
    #expect(found([old, any]) == Array("any".utf8))
    #expect(found([old, older]) == Array("old".utf8))
  }

  @Test func `a file that is cut anywhere gives what is whole, and no crash`() {
    for length in 0..<Self.file.count {
      let cookie = XCookie.find(in: Array(Self.file.prefix(length)), display: "0", host: "host")
      #expect(cookie == nil || cookie?.data == Array("local".utf8))
    }
    #expect(XCookie.find(in: [UInt8](repeating: 0xff, count: 64), display: "0", host: "") == nil)
  }

  @Test(arguments: [
    (":0", "/tmp/.X11-unix/X0"), (":12.1", "/tmp/.X11-unix/X12"), ("unix:3", "/tmp/.X11-unix/X3"),
    ("localhost:10.0", nil), ("remote:0", nil), (":", nil), ("nonsense", nil), (":../x", nil),
    (":80\u{301}", "/tmp/.X11-unix/X80"), (":0:\u{301}1", nil),
  ])
  func `the socket of a display of this machine is known`(display: String, path: String?) throws {
    let address = try #require(XAddress(in: { $0 == "DISPLAY" ? display : nil }))
    #expect(address.socketPath == path)
  }

  @Test func `the authority file is the one that is named, else the one at home`() {
    var variables = ["DISPLAY": ":0", "HOME": "/home/me"]
    #expect(XAddress(in: { variables[$0] })?.authorityFile == "/home/me/.Xauthority")
    variables["XAUTHORITY"] = "/run/user/1000/gdm/Xauthority"
    #expect(XAddress(in: { variables[$0] })?.authorityFile == "/run/user/1000/gdm/Xauthority")
    variables["DISPLAY"] = nil
    #expect(XAddress(in: { variables[$0] }) == nil)
  }
}
