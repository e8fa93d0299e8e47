/// "Prefer actions that let people perform common, time-saving tasks that eliminate the need to open your app."
enum ActionsAllForeground: AdviceRule {
  static let name = "actions.allForeground"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let first = draft.buttons.first, draft.buttons.allSatisfy(\.action.foreground) else { return }
    advice.add(self, first.list, .actionsAllOpenApp)
  }
}
