import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

/// Menus, and the settings of an app.
struct CenterMenuTests {
  private static let mail = AppID(literal: "org.example.Mail")

  private func app(_ change: (inout AppEntry) -> Void = { _ in }) -> AppEntry {
    var app = AppEntry(app: Self.mail, name: "Mail", settings: EffectiveSettings(), unread: 1, held: 0)
    app.settings.authorization = .authorized
    change(&app)
    return app
  }

  /// With the settings page open.
  private func rig(columns: Int = 80, locale: String = "en") -> CenterRig {
    var rig = CenterRig([CenterRig.entry(1, "One")], columns: columns, locale: locale)
    rig.type("s")
    rig.send(.answered(.settings(app())))
    return rig
  }

  @Test("To deny an app is asked about first, and what is selected denies nothing")
  func denial() {
    var rig = rig()
    #expect(rig.press(.enter) == [.call(.change(Self.mail, AppSettings(banners: false)))])
    #expect(rig.type("1").isEmpty && rig.screen.contains("Deny all notifications of Mail?"))
    #expect(rig.press(.enter).isEmpty && rig.screen.contains("Notifications: allowed"))
    #expect(rig.type("11").isEmpty && rig.state.pages.count == 1)
    #expect(rig.type("12") == [.call(.authorize(Self.mail, .denied))])
    rig.send(.answered(.settings(app { $0.settings.authorization = .denied })))
    #expect(rig.screen.contains("> [1] Notifications: denied"))
    #expect(rig.type("1") == [.call(.authorize(Self.mail, .authorized))])
  }

  @Test(
    "What [Front] Consent allows is said so, and the next is to deny it",
    arguments: [
      ("en", "Notifications: allowed, as [Front] Consent says"), ("ko", "알림 허용: 허용, [Front] Consent에 따름"),
    ])
  func consentByFront(locale: String, line: String) {
    var rig = rig(locale: locale)
    rig.send(
      .answered(
        .settings(
          app {
            $0.settings.authorization = .notDetermined
            $0.front = .authorized
          })))
    #expect(rig.screen.contains(line), "\(rig.screen)")
    rig.type("1")
    #expect(rig.type("2") == [.call(.authorize(Self.mail, .denied))])
  }

  @Test("Settings that come while a question is open are those that it leads back to")
  func behindQuestion() {
    var rig = rig()
    rig.type("21")
    rig.send(.answered(.settings(app { $0.settings.banners = false })))
    #expect(rig.screen.contains("Deny all notifications of Mail?"))
    rig.press(.escape)
    #expect(rig.screen.contains("Banners: off"))
  }

  @Test("Settings that are open are asked for again at news and at each step, once at a time")
  func changedElsewhere() {
    var rig = rig()
    let again = [CenterEffect.call(.settings(Self.mail))]
    #expect(rig.press(.down, .down) == again)
    rig.send(.answered(.settings(app { $0.settings.sounds = false })))
    #expect(rig.screen.contains("> [4] Sounds: off"))
    let news = CenterEvent.news([WatchReply(unread: 0, doNotDisturb: false, locked: false)])
    #expect(rig.send(news) == again && rig.send(news).isEmpty)
    rig.press(.escape)
    rig.send(.answered(.settings(app())))
    #expect(rig.state.pages.isEmpty && rig.send(news).isEmpty)
  }

  @Test("Where they cannot be asked for, nothing is said, and they are with the next news")
  func askedInVain() {
    var rig = rig()
    let news = CenterEvent.news([WatchReply(unread: 0, doNotDisturb: false, locked: false)])
    let again = [CenterEffect.call(.settings(Self.mail))]
    #expect(rig.send(news) == again)
    rig.send(.answered(.failed(.settings(Self.mail), "Nobody answers")))
    #expect(!rig.screen.contains("Nobody answers"))
    #expect(rig.send(news) == again)
  }

  @Test("Settings that a click has closed do not come back with a late answer")
  func closedByClick() {
    var rig = rig()
    rig.send(.news([WatchReply(unread: 0, doNotDisturb: false, locked: false)]))
    rig.send(.clicked(.row(1)))
    rig.send(.answered(.settings(app())))
    #expect(rig.state.pages.allSatisfy { $0.menu == nil })
  }

  @Test("The foot of a menu says what Enter does there")
  func foot() {
    #expect(rig().lines.last?.hasPrefix(" Enter Choose") == true)
    #expect(CenterRig([CenterRig.entry(1, "One")]).lines.last?.hasPrefix(" Enter Open") == true)
  }

  @Test(
    "A choice that is longer than a line goes on below its own words", arguments: [40, 20], ["en", "ko"])
  func hanging(columns: Int, locale: String) {
    let lines = rig(columns: columns, locale: locale).lines.dropFirst().dropLast().filter { !$0.isEmpty }
    let further = lines.filter { !$0.contains("[") }
    #expect(columns == 40 || !further.isEmpty)
    for line in further { #expect(line.hasPrefix("       ") && !line.hasPrefix("        "), "\(line)") }
  }
}
