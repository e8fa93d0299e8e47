import NotificationModel
import Testing

@Suite("The settings of an app")
struct AppSettingTests {
  @Test("each is what it was set to, over what another layer says and over what is built in")
  func values() throws {
    for setting in AppSetting.allCases {
      #expect(setting.words.contains(setting.builtIn))
      for word in setting.words {
        let layer = try #require(AppSettings(setting, word))
        #expect(AppSetting.allCases.filter(layer.says) == [setting])
        #expect(layer.word(for: setting) == word)
        #expect(EffectiveSettings(layer).word(for: setting) == word)
        #expect(layer.overlaid(by: AppSettings()) == layer)
        for other in setting.words {
          #expect(try #require(AppSettings(setting, other)).overlaid(by: layer) == layer)
        }
      }
    }
  }

  @Test(
    "days are a whole number from 1 to 3650, written in one way",
    arguments: [
      ("1", true), ("30", true), ("3650", true), ("0", false), ("3651", false), ("+5", false), ("07", false),
      ("-1", false), ("1.5", false),
    ])
  func days(word: String, isValue: Bool) {
    #expect(AppSettings(.keepDays, word)?.keepDays?.word == (isValue ? word : nil))
  }

  @Test("what is none of its words is no value of a setting")
  func noValues() {
    for setting in AppSetting.allCases {
      for word in ["", "perhaps", "TRUE", "on"] { #expect(AppSettings(setting, word) == nil) }
    }
  }
}

extension AppSettings {
  fileprivate init?(_ setting: AppSetting, _ word: String) {
    self.init()
    guard set(setting, to: word) else { return nil }
  }
}
