import NotificationModel
import NotificationProtocol
import Wording

/// Settings and questions of an app, in words that the list of apps and the text about one app share.
struct AppRemarks {
  let app: AppEntry
  let words: AppsWording
  let clock: LocalClock

  /// The value of the setting; behind it the end, if it was chosen for a while.
  func value(of setting: AppSetting) -> String {
    ending(
      setting == .authorization
        ? app.shownAuthorization(words) : words.word(setting, app.settings.word(for: setting)), setting)
  }

  /// Settings that differ from those built in or that end, except the authorization; then the locked ones.
  var unusual: [String] {
    let settings = AppSetting.allCases.filter {
      $0 != .authorization && (app.settings.word(for: $0) != $0.builtIn || end(of: $0) != nil)
    }
    let locked = app.locked.isEmpty ? [] : [words.locked(app.locked.joined(separator: " "))]
    return (settings.map { ending(remark(on: $0), $0) } + locked).map { visible($0) }
  }

  private func remark(on setting: AppSetting) -> String {
    let (label, word) = (words.label(setting), app.settings.word(for: setting))
    guard setting.isSwitch else { return "\(label) \(words.word(setting, word))" }
    return word == true.word ? words.with(label) : words.without(label)
  }

  private func end(of setting: AppSetting) -> Timestamp? {
    app.ending.first { $0.setting == setting.key }?.until
  }

  private func ending(_ text: String, _ setting: AppSetting) -> String {
    end(of: setting).map { "\(text) \(words.until(clock.short($0)))" } ?? text
  }

  /// The state of each question that the app puts to the person, with its purpose.
  var questions: [String] {
    let questions = [
      (false, app.question, app.questionStanding), (true, app.marketingQuestion, app.marketingStanding),
    ]
    return questions.compactMap { isMarketing, purpose, standing in
      purpose.map { purpose in
        let quoted = purpose.isEmpty ? "" : ": “\(purpose)”"
        return visible(words.question(isMarketing, told(standing)) + quoted)
      }
    }
  }

  /// The state of a question, in the form of the wording.
  private func told(_ standing: QuestionStanding?) -> AppsWording.QuestionTold {
    guard let standing, standing.stage != .onScreen else { return .asks }
    guard standing.stage == .unanswered, let last = standing.last else { return .isToAsk }
    return .asked(
      last: clock.short(last), standing.end?.way ?? .expired, end: standing.end.map { clock.short($0.time) },
      again: standing.again.map { clock.short($0) })
  }
}
