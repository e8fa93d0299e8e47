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
      #expect(chosen == .person(mail, setting))
      #expect(chosen.reason.arguments == [.name("org.example.Mail")])
      policy.locked[mail] = [setting: "/etc/bellhop/bellhop.conf"]
      #expect(policy.settings(of: mail, chosen: .everything).source(of: setting) != .person(mail, setting))
    }
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
    #expect(settings.source(of: .banners) == .person(mail, .banners))
  }
}

extension AppSettings {
  fileprivate static let nothing = AppSettings()
  fileprivate static let everything = AppSetting.allCases.reduce(into: AppSettings()) {
    _ = $0.set($1, to: $1.words[0])
  }
}
