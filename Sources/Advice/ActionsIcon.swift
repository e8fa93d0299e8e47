/// "Provide a simple, recognizable interface icon for each notification action."
enum ActionsIcon: AdviceRule {
  static let name = "actions.icon"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where button.action.icon == nil {
      advice.add(self, "\(button.field).icon", .actionWithoutIcon)
    }
  }
}
