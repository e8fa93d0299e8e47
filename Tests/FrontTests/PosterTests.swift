import Front
import NotificationModel
import TestSupport
import Testing

@Suite("Whose a call is")
struct PosterTests {
  private struct Entries: DesktopEntryTable {
    var names = [
      "org.mozilla.firefox": "Firefox", "org.telegram.desktop": "Telegram", "org.gnome.Nautilus": "Files",
      "io.elementary.files": "Files", "org.gnome.Terminal": "Terminal", "com.example.Mail": "Mail",
    ]
    func hasEntry(_ app: AppID) -> Bool { names[app.text] != nil }
    func showsOthers(_ app: AppID) -> Bool {
      ["org.mozilla.firefox", "org.gnome.Terminal"].contains(app.text)
    }
    func apps(named name: String) -> [AppID] {
      names.filter { $0.value == name }.keys.compactMap { AppID($0) }
    }
    var programs = [
      "firefox-esr": "/usr/lib/firefox-esr/firefox-esr", "com.example.Mail": "/opt/mail/mail",
      "org.gnome.Display": "/usr/bin/settings", "org.gnome.Sound": "/usr/bin/settings",
    ]
    func apps(running program: String) -> [AppID] {
      programs.filter { $0.value == program }.keys.compactMap { AppID($0) }
    }
  }

  private func found(_ poster: Poster) -> String {
    let app = poster.app(among: Entries())
    return "\(app.app) \(app.ground)"
  }

  private func ids(_ texts: String...) -> [AppID] { texts.compactMap { AppID($0) } }

  @Test("An app in a sandbox is what the sandbox says, whatever it and the sandbox's name say")
  func sandboxed() {
    for sandbox in ids("io.bellhop.X", "b.ell.hop", "Be.ll.Hop") {
      let poster = Poster(sandbox: sandbox, desktopEntry: "org.mozilla.firefox", appName: "Telegram")
      let app = poster.app(among: Entries())
      #expect(app.app == .unknown && !app.isVouchedFor, "\(sandbox)")
    }
  }

  @Test(
    "A window in front says something about an app that is vouched for, and is no browser and no terminal")
  func focus() throws {
    let names = [
      ("Mail", true), ("Firefox", false), ("Terminal", false), ("Something Else", false), ("Telegram", true),
    ]
    for (name, followsFocus) in names {
      let poster = Poster(appName: name).app(among: Entries())
      let call = NotifyCall(appName: name, summary: "Title")
      let post = FrontPost(call, from: poster, visibleID: nil, now: Timestamp(milliseconds: 0))
      #expect(post.origin.followsFocus == followsFocus, "\(name)")
    }
  }

  @Test("The first of sandbox, hint, name, executable, scope and its own word says whose it is")
  func order() {
    var poster = Poster(
      sandbox: AppID("com.example.Inside"), desktopEntry: "org.mozilla.firefox", appName: "Telegram",
      scope: ids("com.example.Mail"), program: "/usr/lib/firefox-esr/firefox-esr")
    #expect(found(poster) == "com.example.Inside sandbox")
    poster.sandbox = nil
    #expect(found(poster) == "org.mozilla.firefox desktopEntry")
    poster.desktopEntry = "com.example.Missing"
    #expect(found(poster) == "org.telegram.desktop name")
    poster.appName = "Something Else"
    #expect(found(poster) == "firefox-esr executable")
    poster.program = "/usr/bin/elsewhere"
    #expect(found(poster) == "com.example.Mail scope")
    poster.scope = ids("com.example.Missing")
    #expect(found(poster) == "Something-Else claim")
  }

  @Test("An installed app that is not the poster is named by no hint and no name of its")
  func naming() {
    func names(_ poster: Poster) -> [Bool] {
      let app = poster.app(among: Entries())
      return [app.hintNamesAnotherApp, app.nameIsOfAnotherApp]
    }
    let inside = AppID("com.example.Inside")
    #expect(
      names(Poster(sandbox: inside, desktopEntry: "org.mozilla.firefox.desktop", appName: "Telegram")) == [
        true, true,
      ])
    #expect(
      names(Poster(sandbox: inside, desktopEntry: "com.example.Inside", appName: "Inside")) == [false, false])
    #expect(names(Poster(desktopEntry: "org.mozilla.firefox", appName: "Firefox ESR")) == [false, false])
    #expect(
      names(Poster(desktopEntry: "org.mozilla.firefox", appName: "org.telegram.desktop")) == [false, true])
    #expect(
      names(Poster(desktopEntry: "org.gnome.Nautilus", appName: "Files")) == [false, false], "two have it")
    #expect(
      names(Poster(desktopEntry: "org.mozilla.firefox", appName: "Mail", isUnverified: true)) == [true, true])

    // As servers are given them.
    for name in [
      " Telegram", "Tele\u{200B}gram", "Tele\u{AD}gram", "Telegram\u{FE0F}", "\u{3164}Telegram",
      "\u{7}Telegram", String(repeating: "\u{7}", count: 3_000) + "Telegram",
    ] {
      #expect(
        names(Poster(sandbox: inside, desktopEntry: "\u{7}org.mozilla.firefox", appName: name)) == [
          true, true,
        ])
    }
  }

  @Test("A program in a container is the app whose entry starts it; else what it says goes on, as a claim")
  func contained() {
    let firefox = Poster(
      isContained: true, desktopEntry: "org.telegram.desktop", appName: "Telegram",
      scope: ids("com.example.Mail"), program: "/usr/lib/firefox-esr/firefox-esr")
    #expect(found(firefox) == "firefox-esr executable")
    #expect(firefox.app(among: Entries()).nameIsOfAnotherApp, "as from outside")

    let claims = [
      ("Telegram", "org.mozilla.firefox", "Telegram"), ("com.example.Mail", nil, "claimed-com.example.Mail"),
      ("", "com.example.Mail", "claimed-com.example.Mail"), ("Something Else", nil, "Something-Else"),
    ]
    for (name, hint, app) in claims {
      let poster = Poster(
        isContained: true, desktopEntry: hint, appName: name, scope: ids("com.example.Mail"), program: nil)
      let posting = poster.app(among: Entries())
      #expect(posting.app.text == app && !posting.isVouchedFor)
      #expect(!posting.nameIsOfAnotherApp && !posting.hintNamesAnotherApp)
    }
    let bellhop = Poster(
      isContained: true, desktopEntry: "io.bellhop.Shell", appName: "Bellhop", isOwnCommand: true
    )
    .app(among: Entries())
    #expect(
      bellhop.app.text == "claimed-Bellhop" && bellhop.nameIsOfAnotherApp && bellhop.hintNamesAnotherApp)
  }

  @Test("Debian's Firefox, which calls itself Firefox, is the app whose entry starts its program")
  func executable() {
    let firefox = Poster(
      desktopEntry: "Firefox", appName: "Firefox", program: "/usr/lib/firefox-esr/firefox-esr")
    var entries = Entries()
    entries.names = ["firefox-esr": "Firefox ESR"]
    let app = firefox.app(among: entries)
    #expect(app.app == AppID("firefox-esr") && app.ground == .executable && app.isVouchedFor)
    #expect(!app.hintNamesAnotherApp && !app.nameIsOfAnotherApp)
  }

  @Test("A program that several entries start counts for the one that the process runs as, or for none")
  func sharedPrograms() {
    var poster = Poster(appName: "Panel", program: "/usr/bin/settings")
    #expect(found(poster) == "Panel claim")
    poster.scope = ids("org.gnome.Sound")
    #expect(found(poster) == "org.gnome.Sound executable")
  }

  @Test("A program says nothing of a forwarder, of a script's tool, and of what cannot be verified")
  func programsOfOthers() {
    let program = "/opt/mail/mail"
    #expect(found(Poster(isForwarder: true, appName: "a", program: program)) == "a claim")
    #expect(found(Poster(appName: "notify-send", program: program)) == "notify-send claim")
    #expect(found(Poster(appName: "a", program: program, isUnverified: true)) == "a claim")
  }

  @Test(
    "No app is Bellhop, by whatever sign it says so, and none is told by Bellhop's name",
    arguments: [
      "Bellhop", "bellhop", " Bell hop\u{200B}", "BeIIhop", "Веllhор", "io.bellhop.Shell",
      "IO.Bellhop.Center",
    ])
  func bellhop(_ name: String) {
    var entries = Entries()
    entries.names["com.example.Thief"] = name
    for poster in [
      Poster(appName: name), Poster(desktopEntry: name), Poster(desktopEntry: name, appName: name),
      Poster(desktopEntry: "\(name).desktop", appName: name, isUnverified: true),
    ] {
      let app = poster.app(among: entries)
      let isThief = poster.app(among: entries).isVouchedFor
      #expect(isThief ? app.app.text == "com.example.Thief" : app.app.text.hasPrefix("claimed-"))
      #expect(!isThief || !poster.isUnverified)
      #expect(app.nameIsOfAnotherApp == !poster.appName.isEmpty)
    }
    #expect(Poster(sandbox: AppID("io.bellhop.Thief")).app(among: entries).app == .unknown)
  }

  @Test("Bellhop's own command is Bellhop where it says so, and under no other name")
  func ownCommand() {
    let own = Poster(appName: "Bellhop", isOwnCommand: true).app(among: Entries())
    #expect(own.app == .shell && own.isVouchedFor && !own.nameIsOfAnotherApp)
    #expect(found(Poster(appName: "backup", isOwnCommand: true)) == "backup claim")
    #expect(
      found(Poster(appName: "Bellhop", isOwnCommand: true, isUnverified: true)) == "claimed-Bellhop claim")
  }

  @Test("What cannot be told from a sandbox that nobody vouches for has nothing but its own word")
  func unverified() {
    let poster = Poster(
      isForwarder: true, desktopEntry: "org.mozilla.firefox", appName: "Telegram",
      scope: ids("com.example.Mail"),
      isUnverified: true)
    #expect(found(poster) == "Telegram claim")
  }

  @Test("Only its own word vouches for nothing")
  func vouching() {
    for ground in PostingApp.Ground.allCases {
      #expect(PostingApp(AppID("a"), ground)?.isVouchedFor == (ground != .claim))
    }
  }

  @Test(
    "The hint may be the file's name or its path, and an id may end like a file's",
    arguments: [
      ("org.mozilla.firefox", "org.mozilla.firefox"), ("org.mozilla.firefox.desktop", "org.mozilla.firefox"),
      ("/usr/share/applications/org.mozilla.firefox.desktop", "org.mozilla.firefox"),
      ("org.telegram.desktop", "org.telegram.desktop"),
      ("org.telegram.desktop.desktop", "org.telegram.desktop"),
    ])
  func hints(_ hint: String, _ app: String) {
    #expect(found(Poster(desktopEntry: hint)) == "\(app) desktopEntry")
  }

  @Test("A forwarder is believed about apps that are not installed here, and its own scope says nothing")
  func forwarders() {
    var poster = Poster(
      isForwarder: true, desktopEntry: "com.example.Boxed", scope: ids("org.gnome.Terminal"))
    #expect(found(poster) == "com.example.Boxed forwarder")
    poster.desktopEntry = ""
    poster.scope = ids("com.example.Mail")
    #expect(found(poster) == "unknown claim")
  }

  @Test("A name that several apps have counts for the one that the process runs as, or for none")
  func sharedNames() {
    #expect(found(Poster(appName: "Files", scope: ids("org.gnome.Nautilus"))) == "org.gnome.Nautilus name")
    #expect(found(Poster(appName: "Files")) == "Files claim")
    #expect(found(Poster(appName: "Files", scope: ids("com.example.Mail"))) == "com.example.Mail scope")
  }

  @Test("A terminal's scope names nobody, and scripts' tools go by their own name wherever they run")
  func terminals() {
    #expect(found(Poster(appName: "backup", scope: ids("org.gnome.Terminal"))) == "backup claim")
    #expect(found(Poster(appName: "notify-send", scope: ids("com.example.Mail"))) == "notify-send claim")
    #expect(found(Poster(appName: "dunstify", scope: ids("com.example.Mail"))) == "dunstify claim")
    #expect(found(Poster(appName: "Terminal", scope: ids("org.gnome.Terminal"))) == "org.gnome.Terminal name")
  }

  @Test(
    "A claimed name becomes an id, and never an empty one",
    arguments: [
      ("notify-send", "notify-send"), ("Visual Studio Code", "Visual-Studio-Code"), ("a//b\n c", "a-b-c"),
      ("../../etc/passwd", "etc-passwd"), ("", "unknown"), (" \u{200B}\t", "unknown"),
      ("(x)", "x"), ("io.bellhop.System", "claimed-io.bellhop.System"),
    ])
  func claimed(_ name: String, _ app: String) {
    let found = Poster(appName: name).app(among: Entries())
    #expect(found.ground == .claim && !found.isVouchedFor)
    #expect(found.app.text == app)
  }

  @Test("Names in letters that no id has are still told apart, the same way each time")
  func otherLetters() {
    let (one, other) = (
      Poster(appName: "微信").app(among: Entries()), Poster(appName: "飞书").app(among: Entries())
    )
    #expect(one != other && one == Poster(appName: "微信").app(among: Entries()))
    let names = ["QQ", "QQ音乐", "QQ邮箱", "Müller", "Möller", "Muller", "Mail 微信", "Mail"]
    #expect(Set(names.map { Poster(appName: $0).app(among: Entries()).app }).count == names.count)
  }

  @Test("A name of nothing but dots is no name of a file")
  func dots() {
    #expect(Poster(appName: "..").app(among: Entries()).app.text.hasPrefix("app-"))
  }

  @Test("Without a name of its own it goes by the hint's")
  func hintOnly() {
    #expect(found(Poster(desktopEntry: "com.example.Missing")) == "com.example.Missing claim")
  }

  @Test(
    "The command line's own app and root's come by the sockets: a call that says so is neither refused nor believed",
    arguments: [AppID.shell, .system])
  func reserved(_ app: AppID) {
    let claimed = "claimed-\(app) claim"
    #expect(found(Poster(sandbox: app, isForwarder: true, desktopEntry: app.text)) == "unknown claim")
    #expect(found(Poster(appName: app.text, scope: [app])) == claimed)
    #expect(found(Poster(appName: "(\(app))")) == claimed)
    var entries = Entries()
    entries.names[app.text] = "System"
    for poster in [Poster(desktopEntry: app.text), Poster(appName: "System"), Poster(appName: app.text)] {
      let found = poster.app(among: entries)
      #expect(found.app != app && found.ground == .claim)
    }
  }

  @Test("Any name at all becomes an id", arguments: 0..<10)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = AnyCall.text(upTo: 400, using: &generator)
      let app = Poster(desktopEntry: text, appName: String(text.reversed())).app(among: Entries()).app
      #expect(AppID(app.text) == app && !app.text.hasPrefix("."))
    }
  }
}
