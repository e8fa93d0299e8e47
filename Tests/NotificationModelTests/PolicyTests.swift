import NotificationModel
import Testing

@Suite("The layers of settings")
struct PolicyTests {
  @Test("locked over the person's choice over the files over what is built in")
  func precedence() throws {
    let mail = try #require(AppID("org.example.Mail"))
    var policy = Policy()
    let builtIn = policy.settings(of: mail, chosen: AppSettings())
    #expect(builtIn.authorization == .notDetermined && builtIn.banners && !builtIn.critical)
    policy.defaultAuthorization = .provisional
    #expect(policy.settings(of: mail, chosen: AppSettings()).authorization == .provisional)
    policy.apps[mail] = AppSettings(authorization: .authorized, banners: false)
    #expect(policy.settings(of: mail, chosen: AppSettings()).authorization == .authorized)
    let chosen = AppSettings(authorization: .denied, banners: true)
    #expect(policy.settings(of: mail, chosen: chosen).authorization == .denied)
    #expect(policy.settings(of: mail, chosen: chosen).banners)
    policy.lockedValues[mail] = AppSettings(authorization: .authorized)
    #expect(policy.settings(of: mail, chosen: chosen).authorization == .authorized)
  }
}
