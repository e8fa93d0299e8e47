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

  @Test("Settings open on the first one, and each has a key")
  func firstSetting() {
    var rig = rig()
    #expect(rig.screen.contains("> [1] Notifications: allowed"))
    for (place, setting) in AppSetting.personal.enumerated() {
      let key = "234567890abcdefg".map(String.init)[place]
      #expect(rig.screen.contains("  [\(key)] \(rig.state.words.setting(setting)): "), "\(rig.screen)")
      let effects = rig.type(key) + (setting.isSwitch ? [] : rig.press(.enter))
      guard case .call(.change(Self.mail, let change))? = effects.first else {
        Issue.record("\(key) changes nothing")
        continue
      }
      #expect(AppSetting.allCases.filter { change.word(for: $0) != nil } == [setting])
    }
  }

  @Test("A setting with more than two values has them to choose from, and what holds is selected")
  func values() {
    var rig = rig()
    let key = "234567890abcdefg".map(String.init)[AppSetting.personal.firstIndex(of: .keepDays) ?? 0]
    #expect(rig.type(key).isEmpty && rig.screen.contains("> [3] 30 days"), "\(rig.screen)")
    rig.press(.escape)
    rig.send(.answered(.settings(app { $0.settings.keepDays = KeptDays(14) })))
    rig.type(key)
    #expect(rig.screen.contains("> [5] 365 days"))
    #expect(rig.type("2") == [.call(.change(Self.mail, AppSettings(keepDays: KeptDays(7))))])
    #expect(rig.state.pages.count == 1)
  }

  @Test("What an app says that it notifies for stands above its settings, where nobody has answered")
  func purpose() {
    var rig = rig()
    rig.send(.answered(.settings(app { $0.question = "To tell of new mail" })))
    #expect(rig.lines[1] == " It asks for this: “To tell of new mail”" && rig.lines[2].isEmpty)
    #expect(rig.lines[3].hasPrefix(" > [1] Notifications:"))
  }

  @Test("An app is allowed, delivered quietly or denied by an answer, and what holds is selected among them")
  func answers() {
    var rig = rig()
    #expect(rig.press(.enter).isEmpty && rig.screen.contains("May Mail notify?"))
    #expect(rig.screen.contains("> [1] Allow") && rig.screen.contains("  [4] Don’t Allow: "))
    rig.press(.escape)
    #expect(rig.screen.contains("> [1] Notifications: allowed") && rig.state.pages.count == 1)
    #expect(rig.type("12") == [.call(.authorize(Self.mail, .provisional, until: nil))])
    #expect(rig.type("14") == [.call(.authorize(Self.mail, .denied, until: nil))])
    let hour = CenterRig.clock.now.advanced(bySeconds: 3_600)
    rig.type("1")
    #expect(rig.screen.contains("[3] Allow for an Hour (until 13:00)"))
    #expect(rig.type("3") == [.call(.authorize(Self.mail, .authorized, until: .after(3_600)))])
    let end = ChoiceEnd(setting: AppSetting.authorization.key, until: hour)
    rig.send(.answered(.settings(app { $0.ending = [end] })))
    rig.type("1")
    #expect(rig.screen.contains("> [3] Allow for an Hour"))
    rig.press(.escape)
    rig.send(.answered(.settings(app { $0.ending = [ChoiceEnd(setting: "Authorization", until: hour)] })))
    #expect(rig.screen.contains("> [1] Notifications: allowed, until 13:00"))
    rig.send(.answered(.settings(app { $0.settings.authorization = .denied })))
    #expect(rig.screen.contains("> [1] Notifications: denied"))
    rig.type("1")
    #expect(rig.screen.contains("> [4] Don’t Allow: "))
    #expect(rig.type("1") == [.call(.authorize(Self.mail, .authorized, until: nil))])
  }

  @Test("The settings of an app are opened at once where that is asked for, once the screen is unlocked")
  func openedAtOnce() {
    let entry = CenterRig.entry(1, "One")
    var rig = CenterRig([entry], settings: Self.mail)
    #expect(rig.opening == [.call(.settings(Self.mail))])
    rig.send(.answered(.settings(app())))
    #expect(rig.screen.contains("Settings of Mail"))
    rig.press(.escape)
    #expect(rig.apply([entry]).isEmpty && rig.state.pages.isEmpty)
    var locked = CenterRig([entry], locked: true, settings: Self.mail)
    #expect(locked.opening.isEmpty)
    locked.send(.lockChanged)
    #expect(locked.apply([entry]) == [.call(.settings(Self.mail))])
  }

  @Test(
    "What [Front] Consent allows is said so, and is the answer that holds",
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
    #expect(
      rig.screen.contains("> [1] ") && rig.type("4") == [.call(.authorize(Self.mail, .denied, until: nil))])
  }

  @Test("Settings that come while a question is open are those that it leads back to")
  func behindQuestion() {
    var rig = rig()
    rig.type("21")
    rig.send(.answered(.settings(app { $0.settings.banners = false })))
    #expect(rig.screen.contains("May Mail notify?"))
    rig.press(.escape)
    #expect(rig.screen.contains("Banners: off"))
  }

  @Test("Settings that are open are asked for again at news and at each step, once at a time")
  func changedElsewhere() {
    var rig = rig()
    let again = [CenterEffect.call(.settings(Self.mail))]
    #expect(rig.press(.down, .down) == again)
    rig.send(.answered(.settings(app { $0.settings.badges = false })))
    #expect(rig.screen.contains("> [3] Badges: off"))
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
