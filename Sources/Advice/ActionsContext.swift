/// "If you must provide a destructive action, make sure people have enough context to avoid unintended
/// consequences."
enum ActionsContext: AdviceRule {
  static let name = "actions.context"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.request != nil, draft.body == nil,
      let button = draft.buttons.first(where: {
        $0.action.destructive || ActionsUndeclaredDestructive.destroys($0.title)
      })
    else { return }
    advice.add(self, button.field, .actionWithoutContext)
  }
}
