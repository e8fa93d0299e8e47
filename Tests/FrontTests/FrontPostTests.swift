import Front
import NotificationModel
import Testing

@Suite("A call as a request")
struct FrontPostTests {
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func post(
    _ app: String = "com.example.App", _ ground: PostingApp.Ground = .desktopEntry, icon: String = "",
    summary: String = "Title", body: String = "", buttons: [(String, String)] = [], timeout: Int32 = -1,
    name: String = "App", _ hints: (inout NotifyHints) -> Void = { _ in }
  ) throws -> FrontPost {
    var given = NotifyHints()
    hints(&given)
    let call = NotifyCall(
      appName: name, icon: icon, summary: summary, body: body,
      buttons: buttons.map { NotifyCall.Button(key: $0.0, label: $0.1) }, hints: given, expireTimeout: timeout
    )
    return FrontPost(
      call, from: try #require(PostingApp(AppID(app), ground)), visibleID: 1_000_007, now: Self.now)
  }

  // MARK: Who and what

  @Test("An ordinary call needs no repair")
  func ordinary() throws {
    let post = try post(body: "Body")
    #expect(
      post.request
        == NotificationRequest(
          app: try #require(AppID("com.example.App")), identifier: OpaqueName("1000007"), title: "Title",
          body: "Body",
          level: .active))
    #expect(post.repairs.isEmpty && post.picture == nil && post.origin.keys == ActionKeys())
    #expect(post.origin.text == "appName=App\nvouchedFor=yes\nfollowsFocus=yes\n")
  }

  @Test(
    "It goes by its tag where it has one, and else by the number that apps know it by",
    arguments: [
      (nil, "1000007"), ("", "1000007"), ("volume", "volume"), ("991049", "tag:991049"), ("a\nb", "ab"),
      ("\n", "1000007"),
    ] as [(String?, String)])
  func identifier(_ tag: String?, _ name: String) throws {
    let post = try post { $0.tag = tag }
    #expect(post.request.identifier?.text == name)
    #expect(post.repairs == (tag?.contains("\n") == true ? [.cleaned(.tag)] : []))
  }

  // MARK: Text

  @Test("Too long a title is cut at its end, marked, and noted without its text")
  func longTitle() throws {
    let post = try post(summary: String(repeating: "x", count: 300))
    #expect(post.request.title == String(repeating: "x", count: 255) + "…")
    #expect(post.repairs == [.cut(.summary, limit: 256, given: 300, unit: .characters)])
  }

  @Test("Too long a body is cut within its bytes and its lines")
  func longBody() throws {
    let long = try post(body: String(repeating: "é", count: 3_000))
    #expect(long.request.body?.hasSuffix("é…") == true && (long.request.body ?? "").utf8.count <= 4_096)
    #expect(long.repairs == [.cut(.body, limit: 4_096, given: 6_000, unit: .bytes)])
    let high = try post(body: (1...50).map(String.init).joined(separator: "\r\n"))
    #expect(high.request.body?.split(whereSeparator: \.isNewline).count == 40)
    #expect(high.repairs == [.cutLines(limit: 40, given: 50)])
  }

  @Test("Blank lines before a body do not take its place")
  func blankLines() throws {
    #expect(try post(body: String(repeating: "\n", count: 60) + "text").request.body == "text")
  }

  @Test(
    "No text has control characters or overrides of the writing direction; a body keeps its lines and its tabs"
  )
  func controls() throws {
    let evil = "a\nb\tc\u{13}d\u{202E}e\u{1B}[1mf\u{85}g\u{2028}h"
    let post = try post(summary: evil, body: evil, buttons: [("yes", evil)], name: evil) {
      $0.others = ["x-kde-origin-name": .string(evil), "x-dunst-number": .integer(1)]
    }
    #expect(post.request.title == "a b cde[1mf g h")
    #expect(post.request.body == "a\nb\tcde[1mf\ng\nh")
    #expect(post.request.actions?.map(\.title) == ["a b cde[1mf g h"])
    #expect(post.origin.appName == "a b cde[1mf g h")
    #expect(
      post.origin.hints == [
        "x-kde-origin-name": .string("a\nb\tcde[1mf\ng\nh"), "x-dunst-number": .integer(1),
      ])
  }

  @Test("A summary is plain text, and a body is markup")
  func markup() throws {
    let post = try post(summary: "<b>a</b> &amp;", body: "<b>a</b> &amp;")
    #expect(post.request.title == "<b>a</b> &amp;" && post.request.body == "a &")
  }

  @Test(
    "Without a summary it goes by its app's name, and without any text by what the app calls itself, or its id"
  )
  func noText() throws {
    let untitled = try post(summary: " \u{200B}", body: "text")
    #expect(untitled.request.title == nil && untitled.request.body == "text" && untitled.repairs.isEmpty)
    let empty = try post(summary: "", body: "\n")
    #expect(empty.request.title == "App" && empty.request.body == nil && empty.repairs == [.withoutText])
    #expect(try post(summary: "", name: " ").request.title == "com.example.App")
  }

  // MARK: Urgency and time

  @Test(
    "Urgency is earned, and a browser's means that the banner stays",
    arguments: [
      ("notify-send", nil, -1, .active, .normal, .serverDecides),
      ("notify-send", 0, -1, .active, .low, .serverDecides),
      ("notify-send", 1, 0, .active, .normal, .never),
      ("notify-send", 2, -1, .timeSensitive, .critical, .never),
      ("notify-send", 2, 5_000, .timeSensitive, .critical, .after(milliseconds: 5_000)),
      ("notify-send", 2, 0, .timeSensitive, .critical, .never),
      ("notify-send", 9, -7, .active, .normal, .serverDecides),
      ("org.mozilla.firefox", 1, 0, .active, .normal, .never),
      ("firefox-esr", 2, -1, .active, .normal, .never),
      ("google-chrome-beta", 2, 5_000, .active, .normal, .never),
      ("com.microsoft.Edge", 2, -1, .active, .normal, .never),
      ("chromium_chromium", 2, -1, .active, .normal, .never),
      ("com.example.Knowledge", 2, -1, .timeSensitive, .critical, .never),
    ] as [(String, UInt8?, Int32, InterruptionLevel, DesktopOrigin.Urgency, DesktopOrigin.Expiry)])
  func urgency(
    _ app: String, _ urgency: UInt8?, _ timeout: Int32, _ level: InterruptionLevel,
    _ handedOn: DesktopOrigin.Urgency, _ expiry: DesktopOrigin.Expiry
  ) throws {
    let post = try post(app, timeout: timeout) { $0.urgency = urgency }
    #expect(post.request.level == level && post.origin.urgency == handedOn)
    #expect(post.origin.expiry == expiry)
    #expect(post.request.relevantDate == (level == .timeSensitive ? Self.now : nil))
    #expect(post.repairs == (urgency == 9 ? [.passedOver(.urgency)] : []))
  }

  @Test("Nobody becomes critical by this door", arguments: UInt8.min...UInt8.max)
  func neverCritical(_ urgency: UInt8) throws {
    #expect(try post { $0.urgency = urgency }.request.level != .critical)
  }

  @Test("Resident and transient are remembered")
  func residentAndTransient() throws {
    let post = try post {
      $0.isResident = true
      $0.isTransient = true
    }
    #expect(post.origin.isResident && post.origin.isTransient)
  }

  // MARK: Buttons

  @Test("The press stands apart, four others keep their order, and the rest are left out")
  func buttons() throws {
    let keys = ["1", "default", "un do", "3", "4", "5", "6"]
    let post = try post(buttons: keys.map { ($0, "Label \($0)") })
    #expect(post.request.actions?.map(\.id.text) == ["a.1", "a.2", "a.3", "a.4"])
    #expect(post.request.actions?.map(\.title) == ["Label 1", "Label un do", "Label 3", "Label 4"])
    #expect(post.request.actions?.contains(where: \.destructive) == false)
    #expect(post.origin.keys[.defaultAction] == "default")
    #expect(
      post.origin.text.contains("key a.1=1\nkey a.2=un do\nkey a.3=3\nkey a.4=4\nkey default=default\n"))
    #expect(post.repairs == [.leftOut(.buttons, limit: 4, given: 6)])
  }

  @Test("A button without a label is called by its key, and one that has neither is passed over")
  func labels() throws {
    let post = try post(buttons: [("open", " "), (" ", ""), ("x", String(repeating: "y", count: 70))])
    #expect(post.request.actions?.map(\.title) == ["open", String(repeating: "y", count: 63) + "…"])
    #expect(post.repairs.contains(.passedOver(.buttonLabel)))
    #expect(post.repairs.contains(.cut(.buttonLabel, limit: 64, given: 70, unit: .characters)))
  }

  @Test("A key that nobody could keep takes its button along")
  func longKey() throws {
    let post = try post(buttons: [(String(repeating: "k", count: 5_000), "One"), ("2", "Two")])
    #expect(post.request.actions?.map(\.title) == ["Two"])
    #expect(post.repairs == [.tooLong(.buttonKey, limit: 4_096, given: 5_000)])
  }

  @Test("However many buttons there are, what is noted of them has an end")
  func manyKeys() throws {
    let buttons = (0..<500).map { (String(repeating: "k", count: 4_097 + $0), "Label") }
    let post = try post(buttons: buttons)
    #expect(post.request.actions == nil && (1...64).contains(post.repairs.count))
  }

  @Test("A reply is a line of text, with its own words")
  func reply() throws {
    let post = try post(buttons: [("inline-reply", "Reply")]) {
      $0.replyPlaceholder = "Say something"
      $0.replyButton = "Send"
    }
    #expect(post.request.actions?.first?.input == TextInput(placeholder: "Say something", button: "Send"))
    let bare = try self.post(buttons: [("inline-reply", "")]) { $0.replyButton = "Send" }
    #expect(bare.request.actions?.first?.title == "Send")
    #expect(
      try self.post(buttons: [("a", "A")]) { $0.replyButton = "Send" }.request.actions?.first?.input == nil)
  }

  // MARK: Progress, sound, category

  @Test(
    "A value is a percentage; volumes go past it, and below there is none",
    arguments: [(nil, nil), (0, 0), (42, 42), (100, 100), (130, 100), (.max, 100), (-1, nil), (.min, nil)]
      as [(Int64?, Int?)])
  func progress(_ value: Int64?, _ progress: Int?) throws {
    let post = try post { $0.value = value }
    #expect(post.request.progress == progress)
    #expect(post.repairs == ((0...100).contains(value ?? 0) ? [] : [.passedOver(.value)]))
  }

  @Test("Sounds are names of the theme, files are for servers that play them, and silence is kept")
  func sound() throws {
    let named = try post {
      $0.soundName = "message-new-instant"
      $0.soundFile = "/usr/share/a.oga"
    }
    #expect(named.request.sound == "message-new-instant" && named.origin.soundFile == "/usr/share/a.oga")
    let wrong = try post {
      $0.soundName = "../x"
      $0.soundFile = "x.oga"
    }
    #expect(wrong.request.sound == nil && wrong.origin.soundFile == nil)
    #expect(wrong.repairs == [.passedOver(.soundName), .passedOver(.soundFile)])
    let silent = try post {
      $0.soundName = "bell"
      $0.soundFile = "/a.oga"
      $0.suppressesSound = true
    }
    #expect(
      silent.request.sound == nil && silent.origin.soundFile == nil && silent.origin.suppressesSound
    )
    let low = try post {
      $0.soundName = "bell"
      $0.urgency = 0
    }
    #expect(low.request.sound == nil && !low.origin.suppressesSound)
  }

  @Test(
    "A category says what it is; an alarm only from who is vouched for",
    arguments: [
      ("im", .message, .message), ("im.received", .message, .message), ("im.error", .message, .message),
      ("call.incoming", .call, .call), ("call.unanswered", nil, nil), ("call.ended", nil, nil),
      ("alarm.ringing", .alarm, nil), ("device.added", nil, nil), ("network.error", nil, nil),
      ("transfer.complete", nil, nil), ("email.arrived", nil, nil), ("imagine", nil, nil),
      ("x-vendor.im", nil, nil),
    ] as [(String, Kind?, Kind?)])
  func category(_ category: String, _ kind: Kind?, _ claimed: Kind?) throws {
    let post = try post { $0.category = category }
    #expect(
      post.request.kind == kind && post.origin.category == category && post.request.category == nil)
    #expect(try self.post("x", .claim) { $0.category = category }.request.kind == claimed)
  }

  @Test("A category that is no name is passed over")
  func wrongCategory() throws {
    let post = try post { $0.category = "im received\n" }
    #expect(post.request.kind == nil && post.origin.category == nil)
    #expect(post.repairs == [.passedOver(.category)])
  }

  // MARK: Pictures

  private static let whole = RawImage(
    width: 1, height: 1, rowStride: 3, hasAlpha: false, bitsPerSample: 8, channels: 3, bytes: [1, 2, 3])

  @Test("Of its pictures the first that can be used is shown")
  func pictures() throws {
    var broken = Self.whole
    broken.width = 2
    func choose(_ hints: (inout NotifyHints) -> Void) throws -> FrontPost {
      try post(icon: "/icon.png") {
        $0.imageData = Self.whole
        $0.imagePath = "file:///image%20path.png"
        $0.iconData = Self.whole
        hints(&$0)
      }
    }
    let data = try choose { _ in }
    #expect(data.picture == (try PictureData(Self.whole)) && data.request.image == nil)
    let path = try choose { $0.imageData = broken }
    #expect(path.picture == nil && path.request.image == "/image path.png")
    #expect(path.repairs == [.pictureRefused(.imageData, .malformed)])
    let icon = try choose {
      $0.imageData = nil
      $0.imagePath = "relative/path.png"
    }
    #expect(icon.request.image == "/icon.png" && icon.repairs == [.passedOver(.imagePath)])
    let last = try post { $0.iconData = Self.whole }
    #expect(last.picture != nil && last.request.image == nil)
  }

  @Test(
    "Pictures by name are the theme's icons or files of this machine",
    arguments: [
      ("dialog-error", "dialog-error"), ("/a/b.png", "/a/b.png"), ("file:///a%20b%C3%A9.png", "/a bé.png"),
      ("FILE://localhost/a", "/a"), ("/literal%20name", "/literal%20name"), ("file://elsewhere/a", nil),
      ("https://example.com/a.png", nil), ("file:///%", nil), ("file:///a%0Ab", nil), ("file:///%FF", nil),
      ("a\nb", nil),
      ("/a\nb", nil), (".hidden", nil), ("", nil),
    ] as [(String, String?)])
  func names(_ text: String, _ image: String?) throws {
    let post = try post(icon: text)
    #expect(post.request.image == image)
    #expect(post.repairs == (image == nil && !text.isEmpty ? [.passedOver(.appIcon)] : []))
  }

  // MARK: Lanes and hints

  @Test("Loudness and brightness have a lane of their own, in which nothing that matters is lost")
  func onScreenDisplay() throws {
    func isOne(
      _ app: String = "com.example.App", buttons: [(String, String)] = [],
      _ hints: (inout NotifyHints) -> Void
    ) throws -> Bool {
      try post(app, buttons: buttons, hints).origin.isOnScreenDisplay
    }
    #expect(try isOne { $0.tag = "volume" })
    #expect(try isOne { ($0.value, $0.isTransient) = (40, true) })
    #expect(try isOne("volumeicon") { _ in })
    #expect(try !isOne { $0.value = 40 })
    #expect(try !isOne { $0.isTransient = true })
    #expect(try !isOne { _ in })
    #expect(try !isOne { ($0.tag, $0.urgency) = ("battery", 2) })
    #expect(try !isOne(buttons: [("default", "Open")]) { $0.tag = "mail" })
  }

  @Test("Hints of one desktop alone are handed on by a list, and everything else is not")
  func hints() throws {
    let post = try post {
      $0.others = [
        "x-kde-eventId": .string("new"), "SWAYNC_BYPASS_DND": .flag(true), "x-dunst-a": .integer(3),
        "hlcolor": .string("#fff"), "x-gnome-privacy-scope": .string("system"), "sender-pid": .integer(1),
        "x-dunst-stack-tag": .string("t"), "x-kde-nothing": .number(.nan), "x-kde-a b": .flag(true),
        "x-kde-long": .string(String(repeating: "x", count: 2_000)),
      ]
    }
    #expect(
      post.origin.hints == [
        "x-kde-eventId": .string("new"), "SWAYNC_BYPASS_DND": .flag(true), "x-dunst-a": .integer(3),
        "hlcolor": .string("#fff"),
      ])
    #expect(post.repairs == [.tooLong(.hints, limit: 1_024, given: 2_000)])
  }

  @Test("Of too many hints the same ones are always kept")
  func manyHints() throws {
    let post = try post { hints in
      for index in 10..<40 { hints.others["x-kde-\(index)"] = .flag(true) }
    }
    #expect(post.origin.hints.keys.sorted() == (10..<26).map { "x-kde-\($0)" })
    #expect(post.repairs == [.leftOut(.hints, limit: 16, given: 30)])
  }
}
