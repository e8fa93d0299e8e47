import NotificationModel
import NotificationProtocol
import Wording

/// What an app may do and asks for, in the words that the list of apps shares with the text about one.
struct AppRemarks {
  let app: AppEntry
  let words: AppsWording
  let clock: LocalClock

  /// What is chosen for a while has its end behind it.
  func value(of setting: AppSetting) -> String {
    ending(
      setting == .authorization
        ? app.shownAuthorization(words) : words.word(setting, app.settings.word(for: setting)), setting)
  }

  /// What differs from what most apps have, apart from whether it may notify.
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

  /// How it stands with those that the app puts to the person, each with its purpose.
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

  /// What becomes of a question.
  private func told(_ standing: QuestionStanding?) -> AppsWording.QuestionTold {
    guard let standing, standing.stage != .onScreen else { return .asks }
    guard standing.stage == .unanswered, let last = standing.last else { return .isToAsk }
    return .asked(
      last: clock.short(last), standing.end?.way ?? .expired, end: standing.end.map { clock.short($0.time) },
      again: standing.again.map { clock.short($0) })
  }
}
