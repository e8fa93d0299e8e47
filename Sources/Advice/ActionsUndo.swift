/// "Briefly and precisely describe the operation" that is undone; "provide undo and redo buttons sparingly."
enum ActionsUndo: AdviceRule {
  static let name = "actions.undo"

  static let words = 3

  private static let verbs: Phrases = ["undo", "revert"]
  private static let vague: Phrases = [
    "it", "this", "that", "last", "action", "change", "changes", "what", "thing", "everything", "all", "now",
    "previous", "recent", "my", "the", "operation", "something",
  ]
  private static let inKorean: Fragments = ["~실행 취소", "~되돌리기", "~취소하고", "~되돌려"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    var undoing = 0
    for button in draft.buttons where undoes(button.title) {
      undoing += 1
      if undoing > 1 {
        advice.add(self, button.titleField, .oneUndoIsEnough)
      } else if !isPrecise(button.title) {
        advice.add(self, button.titleField, .undoUnclear)
      }
    }
  }

  private static func undoes(_ title: WrittenText) -> Bool {
    if title.korean != nil { return title.holds(inKorean) }
    return !title.words.isEmpty && verbs.match(title.words, at: 0) != nil
  }

  private static func isPrecise(_ title: WrittenText) -> Bool {
    if title.korean != nil {
      let least = title.words.contains { $0.key == cancel } ? 3 : 2
      return (least...4).contains(title.words.count)
    }
    let rest = title.words.dropFirst()
    return !rest.isEmpty && rest.count < words && !rest.contains { vague.contains($0) }
  }
  private static let cancel = WordKey("실행")
}
