import BusWire
import Front
import NotificationModel
import TestSupport
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
    var origin = DesktopOrigin()
    (origin.appName, origin.isVouchedFor, origin.followsFocus) = ("App", true, true)
    #expect(post.origin == origin)
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

  @Test("Too long a title or body is cut at its end, marked, and noted without its text")
  func longText() throws {
    let whole = String(repeating: "é\n", count: 20_000)
    let post = try post(summary: whole, body: whole)
    #expect(post.origin.title == whole && post.origin.body == whole && post.repairs.isEmpty)
    #expect(post.request.body?.utf8.count == whole.utf8.count - 1, "what is at its end is blank")
    let long = try self.post(summary: whole + whole, body: whole + whole)
    for text in [long.origin.title ?? "", long.request.body ?? ""] {
      #expect(text.hasSuffix("…") && (65_530...65_536).contains(text.utf8.count))
    }
    #expect(
      long.repairs == [
        .cut(.summary, limit: 65_536, given: 120_000, unit: .bytes),
        .cut(.body, limit: 65_536, given: 120_000, unit: .bytes),
      ])
  }

  @Test("A server is given a text as it was laid out, and lists without the blanks around it")
  func layout() throws {
    for body in ["   November 2026\nSu Mo Tu\n 1  2  3", "\n\n\ta\tb ", " a <b", " \n"] {
      let post = try post(summary: " two\nlines ", body: body)
      #expect(post.origin.body == body, "\(body)")
      #expect(post.origin.title == " two\nlines " && post.request.title == "two lines")
      #expect(post.request.body == body.trimmed && post.repairs.isEmpty)
    }
    let blank = try post(summary: " ", body: "text")
    #expect(blank.origin.title == " " && blank.request.title == nil && blank.origin.body == nil)
    #expect(try post(summary: "").origin.title?.isEmpty == true, "nothing is put where nothing was meant")
  }

  @Test(
    "No text has control characters or overrides of the writing direction; a body keeps its lines and its tabs"
  )
  func controls() throws {
    let evil = "a\nb\tc\u{13}d\u{202E}e\u{1B}[1mf\u{85}g\u{2028}h"
    let post = try post(summary: evil, body: evil, buttons: [("yes", evil)], name: evil) {
      $0.handedOn = HandedOnHints {
        $0.add("x-kde-origin-name", text: evil)
        $0.add("x-dunst-number", number: 1)
      }
    }
    let plain = "a\nb\tcde[1mf\ng\u{2028}h"
    #expect(post.origin.title == plain && post.origin.body == plain)
    #expect(post.repairs == [.cleaned(.summary), .cleaned(.body), .cleaned(.hints)])
    #expect(post.request.title == "a b cde[1mf g h")
    #expect(post.request.body == "a\nb\tcde[1mf\ng\nh")
    #expect(post.request.actions?.map(\.title) == ["a b cde[1mf g h"])
    #expect(post.origin.appName == "a b cde[1mf g h")
    #expect(
      try post.handedOn == [
        "x-kde-origin-name": .string(plain), "x-dunst-number": .int32(1),
      ])
  }

  @Test("A summary is plain text, and a body is markup")
  func markup() throws {
    let post = try post(summary: "<b>a</b> &amp;", body: "<b>a</b> &amp;")
    #expect(post.request.title == "<b>a</b> &amp;" && post.request.body == "a &")
    #expect(post.origin.title == nil && post.repairs.isEmpty)
    #expect(post.origin.body == "<b>a</b> &amp;")
    #expect(try self.post(body: "plain").origin.body == nil)
    #expect(try self.post(body: "a & b").origin.body == "a & b", "it is no text that Bellhop may escape")
  }

  @Test("A body goes on as it was written, but for pictures that a server must not open, which is told")
  func bodyPictures() throws {
    for body in ["<span>a</span>", "<b>a & b</b>", "<b>a</b><s>b", #"<img src="/a/b.png" alt="a"/>"#] {
      let post = try post(body: body)
      #expect(post.origin.body == body && post.repairs.isEmpty)
    }
    let remote = try post(body: #"<b>b</b><img src="https://a/b.png" alt="a"/>"#)
    #expect(
      remote.origin.body == "<b>b</b>" && remote.request.body == "b", "the list says what the banner does")
    #expect(remote.repairs == [.bodyPictures])
    for source in ["b.png", "//host/b.png", "file://host/b.png", "file:///a/b.png"] {
      let post = try post(body: "b<img src='\(source)'/>")
      #expect(post.repairs == (source.hasPrefix("file:///") ? [] : [.bodyPictures]))
    }
    let inside = try post("com.example.Inside", .sandbox, body: #"b<img src="/a/b.png" alt="a"/>"#)
    #expect(inside.origin.body == nil && inside.request.body == "b", "its file is another outside")
    #expect(inside.repairs == [.bodyPictures])
  }

  @Test("What is taken out of a text is told, by an entity as well, and so is what is closed at its end")
  func told() throws {
    let post = try post(summary: "\u{202E}a", body: #"<a href="x:&#x202E;y">&#x2067;a</a>"#)
    #expect(post.origin.body == "<a href=\"x:y\">&#x2067;a</a>\u{2069}")
    #expect(post.repairs == [.cleaned(.summary), .cleaned(.body), .directionClosed(.body)])
  }

  @Test("Too long a body is cut outside of its tags, and they are closed")
  func longMarkup() throws {
    let long = try post(body: "<b>" + String(repeating: "a&amp;", count: 20_000) + "</b>")
    let body = long.origin.body ?? ""
    #expect(
      body.hasSuffix("a&amp;…</b>") && body.utf8.count <= 65_536
        && long.request.body?.hasSuffix("a&…") == true)
  }

  @Test(
    "Without a summary it goes by its app's name, and without any text by what the app calls itself, or its id"
  )
  func noText() throws {
    let untitled = try post(summary: " \u{200B}", body: "text")
    #expect(untitled.request.title == nil && untitled.request.body == "text" && untitled.repairs.isEmpty)
    #expect(untitled.origin.title == " \u{200B}")
    let empty = try post(summary: "", body: "\n")
    #expect(empty.request.title == "App" && empty.request.body == nil && empty.repairs == [.withoutText])
    #expect(try post(summary: "", name: " ").request.title == "com.example.App")
  }

  // MARK: Urgency and time

  @Test(
    "Urgency is earned, and a browser's means that the banner stays",
    arguments: [
      ("notify-send", nil, -1, .active, .unset, .serverDecides),
      ("notify-send", 0, -1, .active, .low, .serverDecides),
      ("notify-send", 1, 0, .active, .normal, .never),
      ("notify-send", 2, -1, .timeSensitive, .critical, .serverDecides),
      ("notify-send", 2, 5_000, .timeSensitive, .critical, .after(milliseconds: 5_000)),
      ("notify-send", 2, 0, .timeSensitive, .critical, .never),
      ("notify-send", 9, -7, .active, .unset, .serverDecides),
      ("org.mozilla.firefox", 1, 0, .active, .normal, .never),
      ("firefox-esr", 2, -1, .active, .normal, .never),
      ("google-chrome-beta", 2, 5_000, .active, .normal, .after(milliseconds: 5_000)),
      ("com.microsoft.Edge", 2, -1, .active, .normal, .never),
      ("chromium_chromium", 2, -1, .active, .normal, .never),
      ("com.example.Knowledge", 2, -1, .timeSensitive, .critical, .serverDecides),
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

  @Test("Nobody becomes critical by the desktop's name", arguments: UInt8.min...UInt8.max)
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

  @Test("The press stands apart, four others keep their order, and the rest are in the list alone")
  func buttons() throws {
    let keys = ["1", "default", "un do", "3", "4", "5", "6"]
    let post = try post(buttons: keys.map { ($0, "Label \($0)") })
    #expect(post.request.actions?.map(\.id.text) == ["a.1", "a.2", "a.3", "a.4"])
    #expect(post.request.actions?.map(\.title) == ["Label 1", "Label un do", "Label 3", "Label 4"])
    #expect(post.request.actions?.contains(where: \.destructive) == false)
    #expect(post.origin.keys[.defaultAction] == "default")
    #expect(post.origin.furtherActions.map(\.id.text) == ["a.5", "a.6"])
    #expect(post.origin.keys.all.map(\.1) == ["1", "un do", "3", "4", "5", "6", "default"])
    #expect(post.repairs == [.inListAlone(.buttons, onBanner: 4, further: 2)])
  }

  @Test("More buttons than anybody can choose from are left out")
  func manyButtons() throws {
    let post = try post(buttons: (1...40).map { ("\($0)", "Label \($0)") })
    #expect(post.request.actions?.count == 4 && post.origin.furtherActions.count == 12)
    #expect(
      post.repairs == [
        .inListAlone(.buttons, onBanner: 4, further: 12), .leftOut(.buttons, limit: 16, given: 40),
      ])
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
    #expect(post.repairs.isEmpty)
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
    #expect(post.request.kind == kind && post.request.category == nil)
    #expect(try self.post("x", .claim) { $0.category = category }.request.kind == claimed)
  }

  @Test("Of several categories the first that says what it is counts")
  func severalCategories() throws {
    #expect(try post { $0.category = "mycustom1,call.ended, im.received,call" }.request.kind == .message)
    #expect(try post { $0.category = ",," }.request.kind == nil)
  }

  // MARK: Pictures

  private static let whole = RawImage(
    width: 1, height: 1, rowStride: 3, hasAlpha: false, bitsPerSample: 8, channels: 3, bytes: [1, 2, 3])

  @Test("Of its pictures the first that can be used is shown, and its app's icon beside it")
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
    #expect(data.origin.icon == "/icon.png" && !data.origin.isPictureIcon)
    let path = try choose { $0.imageData = broken }
    #expect(path.picture == nil && path.request.image == "/image path.png")
    #expect(path.repairs == [.pictureRefused(.imageData, .malformed)])
    let icon = try choose {
      $0.imageData = nil
      $0.imagePath = "relative/path.png"
    }
    #expect(
      icon.picture != nil && icon.origin.icon == "/icon.png" && icon.repairs == [.passedOver(.imagePath)])
    let alone = try post(icon: "/icon.png")
    #expect(alone.request.image == "/icon.png" && alone.origin.isPictureIcon && alone.origin.icon.isEmpty)
    let last = try post { $0.iconData = Self.whole }
    #expect(last.picture != nil && last.request.image == nil)
  }

  @Test("A file of which there is no copy goes on by its name, but not out of a sandbox")
  func noCopy() throws {
    func without(_ icon: String, _ path: String?, _ ground: PostingApp.Ground = .name) throws -> FrontPost {
      var post = try post("com.example.App", ground, icon: icon) { $0.imagePath = path }
      post.replaceMissingPicture()
      #expect(post.request.image == nil && post.origin.pictureFile == nil)
      return post
    }
    let icon = try without("/a.svg", nil)
    #expect(icon.origin.pictureName == "/a.svg" && icon.origin.isPictureIcon)
    #expect(icon.repairs == [.pictureByName(.appIcon)])
    let picture = try without("mail-unread", "file:///a%20b.svg")
    #expect(picture.origin.icon == "mail-unread" && picture.repairs == [.pictureByName(.imagePath)])
    #expect(picture.origin.pictureName == "file:///a%20b.svg" && !picture.origin.isPictureIcon)
    let inside = try without("/a.svg", "/b.svg", .sandbox)
    #expect(inside.origin.icon.isEmpty && inside.origin.pictureName.isEmpty)
    #expect(inside.repairs == [.pictureMissing(.appIcon), .pictureMissing(.imagePath)])
  }

  @Test("A file that is copied keeps the name that its app gave it, but not in a sandbox")
  func namedFile() throws {
    let file = PictureFile(path: "/a b.png", identity: "1")
    func copied(_ icon: String, _ path: String?, _ ground: PostingApp.Ground = .name) throws -> DesktopOrigin
    {
      var post = try post("com.example.App", ground, icon: icon) { $0.imagePath = path }
      post.pictureIsCopied(as: file.path, from: file)
      #expect(post.request.image == file.path && post.repairs.isEmpty)
      return post.origin
    }
    let hint = try copied("file:///face.png", "file:///a%20b.png")
    #expect(hint.pictureName == "file:///a%20b.png" && hint.pictureFile == file)
    #expect(hint.icon == "file:///face.png" && !hint.isPictureIcon)
    let icon = try copied("/a b.png", nil)
    #expect(icon.pictureName == "/a b.png" && icon.pictureFile == file && icon.isPictureIcon)
    let inside = try copied("/a b.png", nil, .sandbox)
    #expect(inside.pictureName.isEmpty && inside.pictureFile == nil)
    #expect(try post(icon: "mail-unread").origin.pictureName.isEmpty)
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
      _ app: String = "com.example.App", icon: String = "", buttons: [(String, String)] = [],
      _ hints: (inout NotifyHints) -> Void
    ) throws -> Bool {
      try post(app, icon: icon, buttons: buttons, hints).origin.isOnScreenDisplay
    }
    #expect(try isOne { ($0.tag, $0.isTagSynchronous) = ("anything", true) })
    #expect(try !isOne { $0.tag = "volume" })
    #expect(try !isOne { ($0.tag, $0.value) = ("download", 40) })
    for icon in [
      "audio-volume-high", "/usr/share/icons/display-brightness.svg", "notification-Audio-volume-low",
    ] {
      #expect(try isOne(icon: icon) { ($0.tag, $0.value) = ("level", 40) })
      #expect(try isOne { ($0.tag, $0.value, $0.imagePath) = ("level", 40, icon) })
      #expect(try !isOne(icon: icon) { $0.tag = "level" })
      #expect(try !isOne(icon: icon) { $0.value = 40 })
    }
    #expect(try isOne { ($0.value, $0.isTransient) = (40, true) })
    #expect(try isOne("volumeicon") { _ in })
    #expect(try !isOne { $0.value = 40 })
    #expect(try !isOne { $0.isTransient = true })
    #expect(try !isOne { _ in })
    #expect(try !isOne { ($0.tag, $0.isTagSynchronous, $0.urgency) = ("battery", true, 2) })
    #expect(try !isOne(buttons: [("default", "Open")]) { ($0.tag, $0.isTagSynchronous) = ("mail", true) })
  }

  @Test("All hints go on as they came, but for those by which a guideline speaks")
  func hints() throws {
    let post = try post {
      $0.handedOn = HandedOnHints { hints in
        for (name, text) in [("wired-note", "mute"), ("category", "a,b")] { hints.add(name, text: text) }
        for (name, number) in [("x", 3), ("value", 130)] as [(String, UInt32)] {
          hints.add(name, number: number)
        }
        hints.add("SWAYNC_BYPASS_DND", flag: true)
        hints.add("y", "x", eightBytes: 1 << 40)
        hints.add("x-kde-a b", "d", eightBytes: 0.5.bitPattern)
        hints.add("x-kde-nothing", "h") { $0.add(number: 0) }
        hints.add("x-kde-deep", "av") { values in
          values.addArray(alignedTo: 1) { values in
            values.add(signature: "h")
            values.add(number: 0)
          }
        }
        hints.add("x-kde-endless", "d", eightBytes: Double.infinity.bitPattern)
        for name in ["urgency", "sender-pid"] { hints.add(name, number: 1) }
        for name in ["x-dunst-stack-tag", "image-path", "sound-file"] { hints.add(name, text: "/a") }
        hints.add("x-gnome-privacy-scope", text: "system")
        hints.add("transient", flag: true)
      }
    }
    #expect(
      try post.handedOn == [
        "wired-note": .string("mute"), "SWAYNC_BYPASS_DND": .bool(true), "x": .int32(3),
        "y": .int64(1 << 40), "category": .string("a,b"), "value": .int32(130), "x-kde-a b": .double(0.5),
        "x-kde-endless": .double(.infinity),
      ])
    #expect(post.repairs == [.passedOver(.hints)])
  }

  @Test("Of too many hints, or too long ones, the same are always kept, and no name of them is deceitful")
  func manyHints() throws {
    let many = try post {
      $0.handedOn = HandedOnHints { hints in for place in 10..<60 { hints.add("x-kde-\(place)", flag: true) }
      }
    }
    #expect(try many.handedOn.keys.sorted() == (10..<42).map { "x-kde-\($0)" })
    #expect(many.repairs == [.leftOut(.hints, limit: 32, given: 50)])
    let long = try post {
      $0.handedOn = HandedOnHints {
        $0.add("a", text: String(repeating: "x", count: 16_375))
        $0.add("b", text: "")
        $0.add("c\u{202E}", flag: true)
      }
    }
    #expect(try long.handedOn.keys.sorted() == ["a"])
    #expect(
      long.repairs == [
        .tooLong(.hints, limit: 16_384, given: 16_393), .tooLong(.hints, limit: 16_384, given: 16_392),
      ])
    let deceitful = try post {
      $0.handedOn = HandedOnHints { hints in
        for name in ["c\u{202E}", "", "c\td", "c\nd"] { hints.add(name, flag: true) }
      }
    }
    #expect(deceitful.origin.hints.isEmpty && deceitful.repairs == [.passedOver(.hints)])
  }

  @Test("An installed app that it does not come from is named to no server")
  func anothersName() throws {
    let poster = try #require(PostingApp(AppID("com.example.App"), .sandbox)).naming(another: true, true)
    var hints = NotifyHints()
    hints.handedOn = HandedOnHints {
      $0.add("desktop-entry", text: "org.mozilla.firefox")
      $0.add("x", flag: true)
    }
    let call = NotifyCall(appName: "Firefox", summary: "Title", hints: hints)
    let post = FrontPost(call, from: poster, visibleID: 1, now: Self.now)
    #expect(try post.origin.appName.isEmpty && post.handedOn == ["x": .bool(true)])
    #expect(post.repairs == [.anothersName(.desktopEntry), .anothersName(.appName)])
  }

  @Test("A desktop entry that the poster was not judged by goes on to no server")
  func unjudgedEntry() throws {
    let unjudged = try post {
      $0.handedOn = HandedOnHints { $0.add("desktop-entry", text: "org.mozilla.firefox") }
    }
    #expect(unjudged.origin.hints.isEmpty && unjudged.repairs == [.passedOver(.desktopEntry)])
  }

  @Test("Of several hints of one name the last counts, also where it cannot go on")
  func repeatedHint() throws {
    let repeated = try post {
      $0.handedOn = HandedOnHints { hints in
        hints.add("x", text: "one")
        hints.add("x", "h") { $0.add(number: 0) }
      }
    }
    #expect(repeated.origin.hints.isEmpty && repeated.repairs == [.passedOver(.hints)])
    // Each of them fits alone.
    let long = String(repeating: "x", count: 9_000)
    let twice = try post {
      $0.handedOn = HandedOnHints { hints in for _ in 0..<2 { hints.add("x", text: long) } }
    }
    #expect(try twice.handedOn == ["x": .string(long)] && twice.repairs.isEmpty)
  }

  @Test("A call without text goes by the name of its app, and not by one that is another's")
  func anothersNameAlone() throws {
    let poster = try #require(PostingApp(AppID("claimed-Bellhop"), .claim)).naming(another: false, true)
    let post = FrontPost(
      NotifyCall(appName: "Bellhop", summary: ""), from: poster, visibleID: 1, now: Self.now)
    #expect(post.request.title == "claimed-Bellhop")
  }
}

extension String {
  fileprivate var trimmed: String? {
    let rest = drop(while: \.isWhitespace)
    return rest.isEmpty ? nil : String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension FrontPost {
  fileprivate var handedOn: [String: BusValue] {
    get throws { origin.hints.isEmpty ? [:] : try [String: BusValue](bytes: origin.hints) }
  }
}
