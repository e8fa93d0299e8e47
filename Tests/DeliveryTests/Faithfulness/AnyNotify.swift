import BusWire
import Delivery
import NotificationModel
import TestSupport

/// A random call of `Notify`: its arguments, and its D-Bus message.
struct AnyNotify {
  var appName = ""
  var replaces: UInt32 = 0
  var icon = ""
  var summary = ""
  var body = AnyBody()
  /// Keys and labels in turns.
  var actions: [String] = []
  var hints: [String: BusValue] = [:]
  var timeout: Int32 = -1
  /// Whether there are pixels in the call, and whether they make a picture.
  var picture: Bool?
  private var writeHints: [(inout WrittenValues) -> Void] = []

  private static let pieces = [
    "a", "B", "7", " ", ".", "'", "\\", "\n", "\t", "\r", "\u{85}", "é", "微", "🙂", "\u{200D}", "\u{202E}",
    "\u{1B}", "\u{E0041}", "\u{FFFE}", "\u{FEFF}", "\u{2028}", "\u{202A}", "\u{202C}", "\u{2067}", "\u{2069}",
    flag, "\u{1F3F4}\u{E0067}",
  ]
  /// Scotland's, which is spelt in tags.
  static let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"

  static func text(_ most: Int, _ random: inout SeededGenerator) -> String {
    // Two thirds of the texts are of ordinary characters.
    let from = Int.random(in: 0...2, using: &random) == 0 ? pieces[...] : pieces.prefix(6)
    let count = Int.random(in: 0...most, using: &random)
    return (0..<count).map { _ in from.randomElement(using: &random) ?? "a" }.joined()
  }

  /// `number`: makes the text differ from those of earlier calls. `known`: numbers that it may name.
  init(_ number: Int, known: [UInt32], _ random: inout SeededGenerator) {
    func chance(_ one: Int) -> Bool { Int.random(in: 1...one, using: &random) == 1 }
    appName = chance(4) ? Self.text(12, &random) : "mailer"
    replaces = chance(3) ? known.randomElement(using: &random) ?? 0 : chance(9) ? 77_777 : 0
    summary = chance(60) ? String(repeating: "é", count: 40_000) : "\(number)" + Self.text(20, &random)
    body = AnyBody(&random)
    if chance(3) {
      icon = ["mail-unread", "/a/face.svg", "file:///a/face.png"].randomElement(using: &random) ?? ""
    }
    if chance(3) { actions += ["default", chance(6) ? " " : Self.text(8, &random)] }
    for button in 0..<Int.random(in: 0...6, using: &random) {
      let odd = ["a.\(button)", "", "x\n\(button)", "key 0"].randomElement(using: &random) ?? ""
      actions += [chance(9) ? odd : "key \(button)", "Button \(button)"]
    }
    if chance(3) { timeout = [0, 1, 9_000, .max].randomElement(using: &random) ?? 0 }
    for name in Self.names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)) {
      add(name, &random)
    }
  }

  private static let names = [
    "urgency", "category", "desktop-entry", "image-path", "image-data", "sound-name", "sound-file",
    "suppress-sound", "transient", "resident", "value", "x", "y", "x-dunst-stack-tag", "sender-pid",
    "wired-note",
    "x-kde-urls", "SWAYNC_BYPASS_DND", "bytes", "pairs", "names", "wrapped", "a = b", "long", "path",
  ]

  private mutating func add(_ name: String, _ random: inout SeededGenerator) {
    let text = Self.text(10, &random)
    switch name {
    case "urgency":
      let urgency = UInt8(replaces % 3)
      add(name, .byte(urgency)) { $0.add(byte: urgency) }
    case "category":
      add(name, ["im.received", "a,b", "transfer.complete", text].randomElement(using: &random) ?? "")
    case "desktop-entry": add(name, "org.example.Mail")
    case "image-path":
      add(name, ["mail-read", "/a/b.png", "file:///a%20b.svg"].randomElement(using: &random) ?? "")
    case "image-data":
      let isWhole = Bool.random(using: &random)
      picture = isWhole
      hints[name] = .structure([])
      writeHints.append { values in
        values.add("image-data", "(iiibiiay)") { values in
          values.pad(to: 8)
          for number in [1, 1, isWhole ? 3 : 2, 0, 8, 3] as [UInt32] { values.add(number: number) }
          values.addArray(alignedTo: 1) { for byte in [1, 2, 3] as [UInt8] { $0.add(byte: byte) } }
        }
      }
    case "sound-name": add(name, "bell")
    case "sound-file": add(name, "/a/b.oga")
    case "suppress-sound", "transient", "resident", "SWAYNC_BYPASS_DND":
      let flag = Bool.random(using: &random)
      add(name, .bool(flag)) { $0.add(number: flag ? 1 : 0) }
    case "value", "x", "y":
      let number = Int32.random(in: -10...140, using: &random)
      add(name, .int32(number)) { $0.add(number: UInt32(bitPattern: number)) }
    case "sender-pid": add(name, .uint32(7)) { $0.add(number: 7) }
    case "x-kde-urls":
      add(name, .strings(["file:///a", "b"])) {
        $0.addArray(alignedTo: 4) { for text in ["file:///a", "b"] { $0.add(text) } }
      }
    case "bytes":
      add(name, .array(of: "y", [.byte(1), .byte(2), .byte(255)])) {
        $0.addArray(alignedTo: 1) { for byte in [1, 2, 255] as [UInt8] { $0.add(byte: byte) } }
      }
    case "pairs":
      add(name, .array(of: "(su)", [.structure([.string("one"), .uint32(1)])])) { values in
        values.addArray(alignedTo: 8) { pair in
          pair.add("one")
          pair.add(number: 1)
        }
      }
    case "names":
      add(name, .dictionary(["one": .strings([])])) { values in
        values.addArray(alignedTo: 8) { pair in
          pair.add("one")
          pair.add(signature: "as")
          pair.addArray(alignedTo: 4) { _ in }
        }
      }
    case "wrapped":
      add(name, .variant(.variant(.uint32(7)))) { values in
        values.add(signature: "v")
        values.add(signature: "u")
        values.add(number: 7)
      }
    case "path": add(name, .objectPath("/a/b")) { $0.add("/a/b") }
    case "long": add(name, String(repeating: "x", count: 3_000))
    default: add(name, text)
    }
  }

  private mutating func add(_ name: String, _ text: String) { add(name, .string(text)) { $0.add(text) } }

  private mutating func add(
    _ name: String, _ value: BusValue, _ write: @escaping (inout WrittenValues) -> Void
  ) {
    hints[name] = value
    writeHints.append { $0.add(name, value.signature, write) }
  }

  var message: WrittenMessage {
    let name = "org.freedesktop.Notifications"
    return .call("Notify", to: name, path: "/org/freedesktop/Notifications", interface: name)
      .with("susssasa{sv}i") { values in
        values.add(appName)
        values.add(number: replaces)
        for text in [icon, summary, body.written] { values.add(text) }
        values.addArray(alignedTo: 4) { values in for text in actions { values.add(text) } }
        values.addArray(alignedTo: 8) { values in for write in writeHints { write(&values) } }
        values.add(number: UInt32(bitPattern: timeout))
      }
  }
}

/// A body: as it is written, and as servers are to be given it, before what it leaves open is closed.
struct AnyBody {
  private(set) var written = ""
  private(set) var handedOn = ""
  /// Whether there are pictures in it that no server is given.
  private(set) var hasPictures = false

  private static let markup = [
    "<b>", "</b>", "<i>x</i>", "<u>", "<span size='1'>y</span>", "<p>", "<br>",
    "<a href=\"https://a/?b=1&c\">d</a>",
    "<a href=x>", "</u>", " <3 ", " & ", "&amp;", "&hellip;", "&#233;", "&#x2067;", "&#x2069;", "<a && c>",
    "<img@example.org>", "&#x1F3F4;&#xE0067;&#xE007F;",
    "<img src=\"/a/b.png\" alt=\"a cat\"/>", "<img src='file:///a/b.png'>", "<IMG SRC=\"/a.png\"></img>",
  ]
  private static let pictures = [
    "<img src=\"https://a/b.png\" alt=\"a dog\"/>", "<IMG SRC='http://a'>", "<img src=/a.png>",
    "<img src=\"b.png\"/>",
    "< img src=x>", "<img src='/a' src='http://a'/>", "<img alt='>' src=\"&#x68;ttp://a\">", "<img/>",
  ]

  init() {}

  init(_ random: inout SeededGenerator) {
    let isLong = Int.random(in: 1...60, using: &random) == 1
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let text = AnyNotify.text(10, &random)
      add(text, Comparison.cleaned(text))
      switch Int.random(in: 0...9, using: &random) {
      case 0:
        add(Self.pictures.randomElement(using: &random) ?? "", "")
        hasPictures = true
      case 1: add("&#x202E;", "")
      default: add(Self.markup.randomElement(using: &random) ?? "")
      }
    }
    // A picture's tag that never ends.
    if Int.random(in: 1...20, using: &random) == 1 { add("<img src=\"http://a", "") }
    if isLong { written = "<b>" + String(repeating: "a&amp;", count: 20_000) + "</b>" }
  }

  private mutating func add(_ part: String, _ kept: String? = nil) {
    written += part
    handedOn += kept ?? part
  }
}
