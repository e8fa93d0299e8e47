import NotificationModel
import Testing

@Suite("Where settings come from")
struct SettingSourceTests {
  private let mail: AppID
  init() throws { mail = try #require(AppID("org.example.Mail")) }

  @Test("every setting of an app has a source in each layer, in words that say what to change")
  func everySetting() {
    for setting in AppSetting.allCases {
      let key = "App org.example.Mail/\(setting.key)"
      var policy = Policy()
      #expect(
        policy.settings(of: mail, chosen: .nothing).source(of: setting).reason.key == "settingBuiltIn")
      policy.files[key] = "/etc/bellhop/bellhop.conf"
      #expect(
        policy.settings(of: mail, chosen: .nothing).source(of: setting)
          == .file(path: "/etc/bellhop/bellhop.conf", key: "[App org.example.Mail] \(setting.key)"))
      let chosen = policy.settings(of: mail, chosen: .everything).source(of: setting)
      #expect(chosen.isPersons)
      #expect(chosen.reason.arguments.first == .name("org.example.Mail"))
      policy.locked[mail] = [setting: "/etc/bellhop/bellhop.conf"]
      #expect(!policy.settings(of: mail, chosen: .everything).source(of: setting).isPersons)
    }
  }

  @Test(
    "what the person has chosen is told with the command that changes it",
    arguments: [
      (AppSetting.summary, "true", "summary=off"), (.banners, "false", "banners=on"),
      (.previews, "never", "previews=VALUE"),
    ])
  func command(_ setting: AppSetting, _ word: String, _ change: String) {
    var chosen = AppSettings()
    let isSet = chosen.set(setting, to: word)
    #expect(isSet)
    let reason = Policy().settings(of: mail, chosen: chosen).source(of: setting).reason
    #expect(reason.arguments == [.name("org.example.Mail"), .name(change)])
  }

  @Test("where the overall previews are locked, it is not the person who has said what an app's are")
  func lockedPreviews() {
    var policy = Policy()
    policy.previews = .never
    policy.overallLocks["Previews/Show"] = "/etc/bellhop/bellhop.conf"
    policy.files["Previews/Show"] = "/etc/bellhop/bellhop.conf"
    let settings = policy.settings(of: mail, chosen: .everything)
    #expect(settings.previews == .never)
    #expect(
      settings.source(of: .previews) == .file(path: "/etc/bellhop/bellhop.conf", key: "[Previews] Show"))
  }

  @Test("what is kept of an app's comes from what is said of all, where nothing is said of it")
  func keptByAll() {
    var policy = Policy()
    policy.keepDays = 7
    policy.files = [
      "Storage/KeepDays": "/etc/bellhop/bellhop.conf", "Front/Store": "/etc/bellhop/bellhop.conf",
    ]
    let front = policy.settings(of: mail, chosen: .nothing, builtIn: AppSettings(store: .titles))
    #expect(front.source(of: .store) == .file(path: "/etc/bellhop/bellhop.conf", key: "[Front] Store"))
    let settings = policy.settings(of: mail, chosen: .nothing)
    #expect(settings.source(of: .store) == .builtIn(key: "[App org.example.Mail] Store"))
    #expect(
      settings.source(of: .keepDays) == .file(path: "/etc/bellhop/bellhop.conf", key: "[Storage] KeepDays"))
  }

  @Test(
    "who has decided is told by the person and each file, and nobody decides that the command line's own app may notify"
  )
  func deciders() {
    #expect(Policy().settings(of: mail, chosen: .nothing).deciders.isEmpty)
    var policy = Policy()
    policy.files["Consent/Default"] = "/etc/bellhop/bellhop.conf"
    policy.files["App org.example.Mail/Sounds"] = "/home/ann/.config/bellhop/bellhop.conf"
    policy.files["App org.example.Mail/Banners"] = "/home/ann/.config/bellhop/bellhop.conf"
    #expect(
      policy.settings(of: mail, chosen: AppSettings(sounds: false, summary: true)).deciders == [
        SettingsDecider(settings: ["Sounds", "Summary"], file: nil),
        SettingsDecider(settings: ["Authorization"], file: "/etc/bellhop/bellhop.conf"),
        SettingsDecider(settings: ["Banners"], file: "/home/ann/.config/bellhop/bellhop.conf"),
      ])
    #expect(policy.settings(of: .shell, chosen: .nothing).deciders.isEmpty)
  }

  @Test("what is assumed says so, and its answer is not anybody's")
  func assumed() {
    var settings = Policy().settings(of: mail, chosen: .everything)
    settings.assume(.provisional)
    #expect(settings.authorization == .provisional)
    #expect(settings.source(of: .authorization) == .assumed)
    #expect(settings.source(of: .banners) == .person(mail, .banners, word: "true"))
  }
}

extension SettingSource {
  fileprivate var isPersons: Bool { if case .person = self { true } else { false } }
}

extension AppSettings {
  fileprivate static let nothing = AppSettings()
  fileprivate static let everything = AppSetting.allCases.reduce(into: AppSettings()) {
    _ = $0.set($1, to: $1.words[0])
  }
}
