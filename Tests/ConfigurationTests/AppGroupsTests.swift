import NotificationModel
import Testing

@testable import Configuration

struct AppGroupsTests {
  private func read(etc: String = "", user: String = "") throws -> Policy {
    try policy(from: [
      LayerFile(path: "/etc", text: etc, isSystem: true),
      LayerFile(path: "/home", text: user, isSystem: false),
    ])
  }

  private func app(_ id: String) throws -> AppID { try #require(AppID(id)) }

  @Test(
    "A group is a beginning with .* or a lone *, and has in it what begins so",
    arguments: [
      ("*", "a", true), ("org.*", "org.example.Mail", true), ("org.example.*", "org.example.Mail", true),
      ("org.example.*", "org.example", false), ("org.example.*", "org.examples.Mail", false),
    ])
  func contains(group: String, id: String, isIn: Bool) throws {
    #expect(try #require(AppGroup(group)).contains(app(id)) == isIn)
    #expect(AppGroup(group)?.description == group)
  }

  @Test("Nothing else is a group", arguments: ["", ".*", "a*", "*.a", "a.*.b", "**", "a.**", "a/b.*"])
  func noGroup(text: String) { #expect(AppGroup(text) == nil) }

  private static let layered = """
    [App *]
    Sounds=false
    Banners=false
    Badges=false
    [App org.*]
    Banners=true
    Badges=true
    [App org.example.*]
    Badges=false
    [App org.example.Mail]
    Sounds=true
    """

  @Test(
    "Within a layer the app itself counts, then the longest beginning, then all, key by key",
    arguments: [
      ("org.example.Mail", true, true, false), ("org.example.Tea", false, true, false),
      ("org.other", false, true, true), ("com.example", false, false, false),
    ])
  func withinALayer(id: String, sounds: Bool, banners: Bool, badges: Bool) throws {
    for policy in [try read(etc: Self.layered), try read(user: Self.layered)] {
      let settings = policy.settings(of: try app(id), chosen: AppSettings())
      #expect(settings.sounds == sounds && settings.banners == banners && settings.badges == badges)
    }
  }

  @Test("What the person's file says of a group counts before what the administrator's says of an app")
  func acrossLayers() throws {
    let policy = try read(
      etc: "[App org.example.Mail]\nSounds=true\n[App org.*]\nBanners=true",
      user: "[App *]\nSounds=false\nBanners=false")
    for id in ["org.example.Mail", "org.other", "a"] {
      let settings = policy.settings(of: try app(id), chosen: AppSettings())
      #expect(!settings.sounds && !settings.banners)
    }
    #expect(policy.settings(of: try app("a"), chosen: AppSettings(sounds: true)).sounds)
  }

  @Test(
    "A lock for a group holds for all in it, named or not, with the administrator's narrowest value",
    arguments: [("org.example.Mail", true), ("org.example.Tea", false), ("a", false)])
  func locks(id: String, sounds: Bool) throws {
    let policy = try read(
      etc: "[Locked]\nKeys=App */Sounds\n[App *]\nSounds=false\n[App org.example.Mail]\nSounds=true",
      user: "[App *]\nSounds=true\nBanners=false\n[App org.example.Tea]\nSounds=true")
    let id = try app(id)
    #expect(policy.locks(.sounds, of: id) == "/etc")
    #expect(policy.locks(.banners, of: id) == nil)
    let settings = policy.settings(of: id, chosen: AppSettings(sounds: !sounds))
    #expect(settings.sounds == sounds)
    #expect(!settings.banners)
    #expect(policy.lockedKeys == "App */Sounds")
  }

  @Test(
    "A lock that leaves it to the person whether an app may notify is a fault, since they could not say it",
    arguments: [
      ("App */Authorization", "[App *]\nAuthorization=notDetermined", "[App *] in /etc"),
      ("App org.a/Authorization", "[App org.a]\nAuthorization=notDetermined", "[App org.a] in /etc"),
      ("App org.a/Authorization", "[App org.*]\nAuthorization=notDetermined", "[App org.*] in /etc"),
      (
        "App */Authorization", "[App *]\nAuthorization=denied\n[App org.a]\nAuthorization=notDetermined",
        "[App org.a] in /etc"
      ),
      ("App */Authorization", "[App *]\nAuthorization=denied\n[App org.a]\nAuthorization=provisional", nil),
      (
        "App org.a/Authorization", "[App *]\nAuthorization=notDetermined\n[App org.a]\nAuthorization=denied",
        nil
      ),
      ("App */Sounds", "[App *]\nAuthorization=notDetermined\nSounds=false", nil),
    ])
  func lockedUndecided(lock: String, said: String, names: String?) throws {
    let etc = LayerFile(path: "/etc", text: "[Locked]\nKeys=\(lock)\n\(said)", isSystem: true)
    let faults = reading([etc]).faults
    #expect(faults.map(\.line) == (names == nil ? [] : [2]))
    #expect(
      faults.allSatisfy { $0.reason.contains(names ?? "") && $0.reason.contains("denied, provisional or") })
  }

  @Test("What a lock overrules in the person's files is known by file and line, with the lock that it meets")
  func overruled() throws {
    let policy = try read(
      etc: """
        [Locked]
        Keys=Previews/Show;App */Sounds;App org.a/Sounds
        [App *]
        Sounds=false
        """,
      user: """
        [Previews]
        Show=always
        [App org.a]
        Sounds=true
        Previews=always
        Banners=false
        [App org.b]
        Sounds=true
        """)
    func overrules(_ key: String, _ group: String) -> [String] {
      policy.origin(of: key, in: group).overrules.map(\.description)
    }
    #expect(overrules("Show", "Previews") == ["/home:2", "/home:5"])
    #expect(overrules("Sounds", "App org.a") == ["/home:4"])
    #expect(overrules("Sounds", "App *") == ["/home:8"])
    #expect(overrules("Banners", "App org.a").isEmpty)
  }

  @Test("A narrower lock leaves the others as the person has them")
  func narrowLock() throws {
    let policy = try read(
      etc: "[Locked]\nKeys=App org.*/Authorization\n[App *]\nAuthorization=denied",
      user: "[App *]\nAuthorization=authorized")
    for (id, expected) in [("org.a", Authorization.denied), ("com.a", .authorized)] {
      #expect(policy.settings(of: try app(id), chosen: AppSettings()).authorization == expected)
      #expect((policy.locks(.authorization, of: try app(id)) != nil) == (expected == .denied))
    }
  }

  @Test("The source of a value names the group that it is written for, and its file")
  func sources() throws {
    let policy = try read(etc: "[App org.*]\nSounds=false", user: "[App org.a]\nBanners=false")
    for id in ["org.a", "org.b"] {
      let settings = policy.settings(of: try app(id), chosen: AppSettings())
      #expect(settings.source(of: .sounds) == .file(path: "/etc", key: "[App org.*] Sounds"))
      #expect(settings.source(of: .badges) == .builtIn(key: "[App \(id)] Badges"))
    }
    let own = policy.settings(of: try app("org.a"), chosen: AppSettings())
    #expect(own.source(of: .banners) == .file(path: "/home", key: "[App org.a] Banners"))
    #expect(policy.origin(of: "Sounds", in: "App org.a").files == ["/etc"])
  }

  @Test("What is configured of groups reads back to the same settings and locks")
  func readsBack() throws {
    let policy = try read(
      etc: "[Locked]\nKeys=App */Sounds;App org.*/Banners\n" + Self.layered, user: "[App com.*]\nBadges=true")
    let text = policy.configuredValues.map { group, values in
      "[\(group)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
    let again = try read(etc: text)
    for id in ["a", "org.a", "org.example.Mail", "org.example.Tea", "com.a"] {
      let id = try app(id)
      for setting in AppSetting.allCases {
        #expect((again.locks(setting, of: id) == nil) == (policy.locks(setting, of: id) == nil))
        #expect(
          again.settings(of: id, chosen: AppSettings()).word(for: setting)
            == policy.settings(of: id, chosen: AppSettings()).word(for: setting))
      }
    }
  }

  @Test(
    "A locked key has no value only where all there is was read and nothing names it",
    arguments: [
      ("[App org.a]\nSounds=false", true, [2]), ("[App *]\nBanners=maybe", true, [4]),
      ("[App org.b]\nBanners=maybe", true, [2, 4]), ("[App *]\nBanners", true, [4]), ("", false, []),
    ])
  func lockedWithoutValue(said: String, isWhole: Bool, lines: [Int]) {
    let etc = LayerFile(path: "/etc", text: "[Locked]\nKeys=App org.a/Banners\n\(said)", isSystem: true)
    #expect(reading([etc], isWhole: isWhole).faults.map(\.line) == lines)
  }

  @Test("Every fault is told, in the order of files and lines, and each once")
  func everyFault() throws {
    let files = [
      LayerFile(path: "/home", text: "[App a]\nCritical=true\nBanners=maybe", isSystem: false),
      LayerFile(
        path: "/etc",
        text: "[Storage]\nKeepDays=0\nKeepDays=5\nnonsense\n[Nowhere]\nA=1\nB=2\n[Locked]\nKeys=x",
        isSystem: true),
    ]
    #expect(
      reading(files).faults.map { "\($0.file):\($0.line)" } == [
        "/home:2", "/home:3", "/etc:2", "/etc:3", "/etc:4", "/etc:5", "/etc:9",
      ])
    #expect(reading([]).faults.isEmpty)
  }
}

extension Policy {
  fileprivate var lockedKeys: String? {
    configuredValues.first { $0.group == "Locked" }?.values.first?.value
  }
}
