import NotificationModel
import Testing

@testable import Configuration

struct PolicyReaderTests {
  private let mail: AppID
  init() throws { mail = try #require(AppID("org.example.Mail")) }

  private func read(etc: String..., user: String...) throws -> Policy {
    try policy(
      from: etc.enumerated().map { LayerFile(path: "/etc/\($0)", text: $1, isSystem: true) }
        + user.enumerated().map { LayerFile(path: "/home/\($0)", text: $1, isSystem: false) })
  }

  private func faultOf(etc: String = "", user: String = "") -> ConfigurationFault? {
    do {
      _ = try read(etc: etc, user: user)
      return nil
    } catch { return error as? ConfigurationFault }
  }

  @Test("No file leaves everything as built in")
  func nothing() throws {
    #expect(try policy(from: []) == Policy())
  }

  @Test("Every key reaches the policy")
  func everyKey() throws {
    let read = try read(
      etc: """
        [Consent]
        Default=quiet
        [Previews]
        Show=never
        [Schedule]
        QuietHours=22:00-07:00
        Summary=18:00; 08:00;18:00;
        [Storage]
        Durability=crash
        KeepDays=3650
        [Ratings]
        Prompts=false
        [Limits]
        AlertBurst=1
        AlertRefillSeconds=2
        PostBurst=3
        PostRefillPerSecond=4
        UnreadPerApp=5
        HistoryRows=6
        Connections=7
        ConnectionsPerPeer=1000000
        [App org.example.Mail]
        Authorization=provisional
        Banners=false
        Badges=false
        Sounds=false
        TimeSensitive=false
        Critical=true
        Marketing=true
        Previews=always
        Summary=true
        """)
    var expected = Policy()
    expected.defaultAuthorization = .provisional
    expected.previews = .never
    expected.quietHours = try #require(WeeklySpans("22:00-07:00"))
    expected.summaryTimes = try #require(WeeklyTimes("08:00;18:00"))
    expected.durability = .crash
    expected.keepDays = 3_650
    expected.limits.alertBurst = 1
    expected.limits.alertRefillSeconds = 2
    expected.limits.postBurst = 3
    expected.limits.postRefillPerSecond = 4
    expected.limits.unreadPerApp = 5
    expected.limits.historyRows = 6
    expected.limits.connections = 7
    expected.limits.connectionsPerPeer = 1_000_000
    expected.apps[mail] = AppSettings(
      authorization: .provisional, banners: false, badges: false, sounds: false, timeSensitive: false,
      critical: true, marketing: true, previews: .always, summary: true)
    expected.ratingPrompts = false
    // Where each comes from is another test's matter.
    expected.files = read.files
    #expect(read == expected)
    #expect(!read.quietHours.isEmpty)
  }

  @Test(
    "What is no time is a fault that says what is allowed",
    arguments: [
      ("QuietHours=22:00", "22:00"), ("QuietHours=22:00-22:00", "22:00-22:00"),
      ("QuietHours=25:00-07:00", "25:00-07:00"), ("QuietHours=22:00-07:00 Mon", "22:00-07:00 Mon"),
      ("Summary=8:0", "8:0"), ("Summary=08:00;;18:00", "08:00;;18:00"),
      ("Summary=08:00,18:00", "08:00,18:00"),
    ])
  func times(_ line: String, _ value: String) throws {
    let allowed =
      line.hasPrefix("Q")
      ? "QuietHours must be up to 16 spans such as 22:00-07:00 Mo-Fr;12:00-13:00, which leave some of the week free, or nothing"
      : "Summary must be up to 24 times such as 08:00;18:00 Mo-Fr, or nothing"
    #expect(
      faultOf(etc: "[Schedule]\n\(line)")
        == ConfigurationFault(file: "/etc/0", line: 2, reason: "\(allowed), and \"\(value)\" is not"))
  }

  @Test(
    "A value that is not allowed is told, and that a comment behind it belongs to it",
    arguments: [
      ("week", #"KeepDays must be 1 to 3650, and "week" is not"#),
      ("", #"KeepDays must be 1 to 3650, and "" is not"#),
      (
        "7 # a week",
        #"KeepDays must be 1 to 3650, and "7 # a week" is not; a comment needs a line of its own"#
      ),
      (
        String(repeating: "7", count: 100),
        #"KeepDays must be 1 to 3650, and "\#(String(repeating: "7", count: 80))" is not"#
      ),
    ])
  func toldValue(_ value: String, _ reason: String) {
    #expect(faultOf(etc: "[Storage]\nKeepDays=\(value)")?.reason == reason)
  }

  @Test("The mode of an earlier build that only watched is a value like any other that is not allowed")
  func watching() {
    #expect(
      faultOf(etc: "[Front]\nMode=watch")?.reason == #"Mode must be off | on, and "watch" is not"#)
  }

  @Test("Locked keys that a comma separates are told what separates them")
  func separator() {
    #expect(
      faultOf(etc: "[Locked]\nKeys=Front/Mode, Previews/Show")?.reason
        == "Front/Mode, Previews/Show is no key that can be locked; write ; between two of them")
  }

  @Test("A message is one line, also where the value that it quotes has several")
  func oneLine() {
    let escaped = faultOf(etc: "[Locked]\nKeys=Front/Mo\\n\\tde")?.reason
    #expect(escaped?.hasPrefix("Front/Mo  de is no key that can be locked; ") == true)
  }

  @Test("A later file can take quiet hours and the summary out again, and 24 times are the most")
  func noTimes() throws {
    let night = "[Schedule]\nQuietHours=22:00-07:00\nSummary=08:00"
    let read = try read(etc: night, user: "[Schedule]\nQuietHours=\nSummary=")
    #expect(read.quietHours.isEmpty && read.summaryTimes.isEmpty)
    let times = { (count: Int) in
      (0..<count).map { "\($0 / 60 + 10):\($0 % 60 + 10)" }.joined(separator: ";")
    }
    #expect(faultOf(etc: "[Schedule]\nSummary=\(times(24))") == nil)
    #expect(faultOf(etc: "[Schedule]\nSummary=\(times(25))")?.line == 2)
  }

  @Test("Locked quiet hours keep the administrator's value")
  func lockedQuietHours() throws {
    let etc = "[Locked]\nKeys=Schedule/QuietHours\n[Schedule]\nQuietHours=22:00-07:00"
    #expect(try read(etc: etc, user: "[Schedule]\nQuietHours=").quietHours == WeeklySpans("22:00-07:00"))
  }

  @Test("Every value is known by the file it comes from: the last that says it, and a lock's own layer")
  func files() throws {
    let read = try read(
      etc: """
        [Locked]
        Keys=App org.example.Mail/Banners
        [App org.example.Mail]
        Banners=false
        Sounds=false
        """,
      user: """
        [Previews]
        Show=never
        [App org.example.Mail]
        Banners=true
        Sounds=false
        """)
    let settings = read.settings(of: mail, chosen: AppSettings(banners: true, badges: false))
    #expect(settings.source(of: .banners) == .file(path: "/etc/0", key: "[App org.example.Mail] Banners"))
    #expect(settings.source(of: .sounds) == .file(path: "/home/0", key: "[App org.example.Mail] Sounds"))
    #expect(settings.source(of: .badges) == .person(mail, .badges, word: "false"))
    #expect(settings.source(of: .previews) == .file(path: "/home/0", key: "[Previews] Show"))
    #expect(settings.source(of: .authorization) == .builtIn(key: "[Consent] Default"))
    #expect(settings.source(of: .critical) == .builtIn(key: "[App org.example.Mail] Critical"))
    #expect(settings.source(of: "AlertBurst", in: "Limits") == .builtIn(key: "[Limits] AlertBurst"))
  }

  @Test(
    "A later file wins, and the user's files win over the administrator's wherever they stand in the list")
  func layers() throws {
    let files = [
      LayerFile(path: "u", text: "[Storage]\nKeepDays=3", isSystem: false),
      LayerFile(path: "a", text: "[Storage]\nKeepDays=1\n[Limits]\nPostBurst=5", isSystem: true),
      LayerFile(path: "b", text: "[Storage]\nKeepDays=2\n[Limits]\nPostBurst=6", isSystem: true),
    ]
    let read = try policy(from: files)
    #expect(read.keepDays == 3)
    #expect(read.limits.postBurst == 6)
  }

  @Test("A user's file changes one setting of an app and leaves the administrator's others")
  func appsMerge() throws {
    let read = try read(
      etc: "[App org.example.Mail]\nBanners=false\nSounds=false", user: "[App org.example.Mail]\nSounds=true")
    #expect(read.apps[mail] == AppSettings(banners: false, sounds: true))
  }

  @Test("A locked setting keeps the administrator's value, whatever the user's file and the person say")
  func lockedApp() throws {
    let read = try read(
      etc: "[Locked]\nKeys=App org.example.Mail/Authorization",
      "[App org.example.Mail]\nAuthorization=denied",
      user: "[App org.example.Mail]\nAuthorization=authorized\nSounds=false")
    #expect(read.locked == [mail: [.authorization: "/etc/0"]])
    #expect(read.lockedValues == [mail: AppSettings(authorization: .denied)])
    let settings = read.settings(of: mail, chosen: AppSettings(authorization: .authorized))
    #expect(settings.authorization == .denied)
    #expect(settings.sounds == false)
  }

  @Test("Locked previews keep the administrator's value, or the built-in one")
  func lockedPreviews() throws {
    let said = try read(
      etc: "[Locked]\nKeys=Previews/Show;\n[Previews]\nShow=never", user: "[Previews]\nShow=always")
    #expect(said.previews == .never)
    #expect(said.overallLock(on: .previews) == "/etc/0")
    let builtIn = try read(etc: "[Locked]\nKeys=Previews/Show", user: "[Previews]\nShow=always")
    #expect(builtIn.previews == .whenUnlocked)
  }

  @Test("Locked overall previews hold for every app, whatever the user's file and the person say")
  func lockedPreviewsOfApps() throws {
    let open = "[App org.example.Mail]\nPreviews=always"
    let read = try read(etc: "[Locked]\nKeys=Previews/Show\n[Previews]\nShow=never", user: open)
    #expect(read.settings(of: mail, chosen: AppSettings(previews: .always)).previews == .never)
    #expect(read.locks(.previews, of: mail) == "/etc/0")
    let administrators = try self.read(etc: "[Locked]\nKeys=Previews/Show\n\(open)")
    #expect(administrators.settings(of: mail, chosen: AppSettings(previews: .never)).previews == .always)
  }

  @Test(
    "What is kept of an app's, and for how long, is said of it and of a group, in all that a layer can say")
  func kept() throws {
    let read = try read(
      etc: "[Storage]\nKeepDays=60\n[App org.example.*]\nKeepDays=3650\nStore=titles",
      user: "[App org.example.Mail]\nKeepDays=1")
    let settings = read.settings(of: mail, chosen: AppSettings())
    #expect(settings.keepDays == KeptDays(1) && settings.store == .titles)
    let chosen = read.settings(of: mail, chosen: AppSettings(store: KeptText.none, keepDays: KeptDays(7)))
    #expect(chosen.keepDays == KeptDays(7) && chosen.store == .none)
    let other = read.settings(of: try #require(AppID("com.example")), chosen: AppSettings())
    #expect(other.keepDays == KeptDays(60) && other.store == .all)
  }

  @Test(
    "A locked overall key leaves nobody's choice about one app, but the administrator's own",
    arguments: [
      ("Storage/KeepDays", AppSetting.keepDays), ("Front/Store", .store), ("Front/Foreground", .foreground),
    ])
  func lockedOverall(key: String, setting: AppSetting) throws {
    let own = "[App org.example.Mail]\nKeepDays=365\nStore=titles\nForeground=true"
    let locked = "[Locked]\nKeys=\(key)\n[Storage]\nKeepDays=7"
    let chosen = AppSettings(foreground: true, store: .titles, keepDays: KeptDays(365))
    let read = try read(etc: locked, user: own)
    #expect(read.locks(setting, of: mail) == "/etc/0")
    #expect(read.overruled[key]?.count == 1)
    let settings = read.settings(of: mail, chosen: chosen)
    #expect((settings.keepDays == KeptDays(7)) == (setting == .keepDays))
    #expect((settings.store == .all) == (setting == .store))
    #expect(settings.foreground != (setting == .foreground))
    let administrators = try self.read(etc: "\(locked)\n\(own)").settings(of: mail, chosen: AppSettings())
    #expect(administrators.keepDays == KeptDays(365) && administrators.store == .titles)
  }

  @Test("Locked rating prompts keep the administrator's value")
  func lockedRatings() throws {
    let read = try read(
      etc: "[Locked]\nKeys=Ratings/Prompts\n[Ratings]\nPrompts=false", user: "[Ratings]\nPrompts=true")
    #expect(!read.ratingPrompts && read.ratingPromptsLockedBy == "/etc/0")
  }

  @Test("Every key that is locked is told, those for all apps first")
  func lockedKeys() throws {
    let read = try read(
      etc: "[Locked]\nKeys=Schedule/QuietHours;Consent/Default;App org.example.Mail/Banners;Ratings/Prompts\n"
        + "[App org.example.Mail]\nBanners=true")
    #expect(
      read.configuredValues.first { $0.group == "Locked" }?.values.map(\.value) == [
        "Consent/Default;Ratings/Prompts;Schedule/QuietHours;App org.example.Mail/Banners"
      ])
  }

  @Test("An app's marketing is undecided until a layer says yes or no")
  func marketing() throws {
    #expect(Policy().marketingConsent(of: mail, chosen: AppSettings()) == .notDetermined)
    let off = try read(etc: "[App org.example.Mail]\nMarketing=false")
    #expect(off.marketingConsent(of: mail, chosen: AppSettings()) == .denied)
    #expect(off.marketingConsent(of: mail, chosen: AppSettings(marketing: true)) == .authorized)
  }

  @Test("A later file's lock adds to an earlier one's")
  func locksAdd() throws {
    let read = try read(
      etc: "[Locked]\nKeys=Previews/Show",
      "[Locked]\nKeys=App org.example.Mail/Banners\n[App org.example.Mail]\nBanners=true"
    )
    #expect(read.overallLock(on: .previews) == "/etc/0")
    #expect(read.locked[mail] == [.banners: "/etc/1"])
    #expect(read.origin(of: "Keys", in: "Locked").files == ["/etc/0", "/etc/1"])
  }

  @Test(
    "An administrator's file with what does not exist or is out of range is a fault that names line and choices",
    arguments: [
      ("[Consents]", 1, "[Consent]"), ("[Consent]\nDefaults=ask", 2, "Default"),
      ("[Consent]\nDefault=yes", 2, "ask | allow | quiet | deny"), ("[Consent]\nDefault=", 2, "ask"),
      ("[Previews]\nshow=always", 2, "Show"), ("[Previews]\nShow=Always", 2, "whenUnlocked"),
      ("[Storage]\nKeepDays=0", 2, "1 to 3650"), ("[Storage]\nKeepDays=3651", 2, "1 to 3650"),
      ("[Storage]\nKeepDays=+5", 2, "1 to 3650"), ("[Storage]\nKeepDays=5 # days", 2, "1 to 3650"),
      ("[Limits]\nPostBurst=1000001", 2, "1 to 1000000"), ("[Limits]\nPostBurst=-1", 2, "1 to 1000000"),
      ("[Limits]\nPostBurst=99999999999999999999", 2, "1 to 1000000"), ("[App ID]", 1, "for ID"),
      ("[App]", 1, "[App ID]"), ("[App a/b]", 1, "A-Z"), ("[App a.*.b]", 1, "A-Z"), ("[App a*]", 1, "A-Z"),
      ("[App *.a]", 1, "A-Z"), ("[App .*]", 1, "A-Z"), ("[Locked]\nKeys=App a*/Banners", 2, "Group/Key"),
      ("[Locked]\nKeys=App */Banners\n[App a]\nBanners=true", 2, "no file in /etc"),
      ("[App org.example.Mail]\nBanners=yes", 2, "true | false"),
      ("[App org.example.Mail]\nMarketting=true", 2, "Critical"), ("[Scheduled]", 1, "[Schedule]"),
      ("\n[Locked]\nKeys=Show", 3, "Group/Key"), ("[Locked]\nKeys=a;Previews/Show", 2, "Group/Key"),
      ("[Locked]\nKeys=App ID/Banners", 2, "Group/Key"), ("[Locked]\nKeys=Locked/Keys", 2, "Group/Key"),
      ("[Locked]\nKeys=App a/Banners", 2, "no file in /etc"), ("[Locked]\nKeys=App *", 2, "App */Key"),
      ("[Locked]\nKeys=App */authorization", 2, "did you mean App */Authorization?"),
      ("[Locked]\nKeys=App org.Example.*/timesensitive", 2, "did you mean App org.Example.*/TimeSensitive?"),
      ("[Locked]\nKeys=previews/show", 2, "did you mean Previews/Show?"),
      ("[Locked]\nKeys=App */Authorisation", 2, "did you mean App */Authorization?"),
      ("[Locked]\nKeys=Preview/Show", 2, "did you mean Previews/Show?"),
      ("[Locked]\nKeys=App org.example.Mail/Auth", 2, "there are Authorization, Banners"),
    ])
  func faults(text: String, line: Int, names: String) throws {
    let fault = try #require(faultOf(etc: text))
    #expect(fault.line == line)
    #expect(fault.file == "/etc/0")
    #expect(fault.reason.contains(names), "\(fault)")
  }

  @Test(
    "A user's file can neither lock nor grant critical notifications, and is told where that counts",
    arguments: ["[Locked]\nKeys=Previews/Show", "[App a]\nCritical=true", "[App a]\nCritical=false"])
  func administratorsOnly(text: String) throws {
    let fault = try #require(faultOf(user: text))
    #expect(fault.description.hasPrefix("/home/0:2: "))
    #expect(fault.reason.contains("counts in /etc only"))
  }

  @Test("What is configured reads back as the same policy")
  func configuredValues() throws {
    let read = try read(
      etc:
        "[Locked]\nKeys=Previews/Show;App org.example.Mail/Banners\n[App org.example.Mail]\nBanners=false\nCritical=true",
      user: "[App a]\nPreviews=never\n[Storage]\nKeepDays=7")
    let text = read.configuredValues.map { group, values in
      "[\(group)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
    var again = try policy(from: [LayerFile(path: "/etc/0", text: text, isSystem: true)])
    again.apps[mail]?.authorization = read.apps[mail]?.authorization
    again.files = read.files
    again.overruled = read.overruled
    again.widerGroups = read.widerGroups
    #expect(again == read)
  }

  @Test("Whatever is done to a file, it is read or its fault is told, and nothing else happens")
  func mutations() {
    let whole = Array(
      """
      [Locked]
      Keys=Previews/Show;App org.example.Mail/Banners
      # comment
      [App org.example.Mail]
      Banners=false
      [Storage]
      KeepDays=30
      """.utf8)
    var seed: UInt64 = 42
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    var faults = 0
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...random(3) {
        let index = random(bytes.count)
        switch random(3) {
        case 0: bytes[index] = UInt8(random(256))
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[index...].prefix(random(9)), at: index)
        }
      }
      let file = LayerFile(path: "f", text: String(decoding: bytes, as: UTF8.self), isSystem: true)
      do throws(ConfigurationFault) { _ = try policy(from: [file]) } catch {
        faults += 1
        #expect(error.file == "f" && error.line > 0)
      }
    }
    #expect((1..<2_000).contains(faults))
  }

  @Test("The strictest policy lets nobody new in and shows nothing private")
  func strictest() {
    #expect(Policy.strictest.settings(of: mail, chosen: AppSettings()).authorization == .denied)
    #expect(Policy.strictest.settings(of: mail, chosen: AppSettings()).previews == .never)
  }
}
