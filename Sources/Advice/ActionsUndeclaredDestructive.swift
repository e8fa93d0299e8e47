/// "The system gives a distinct appearance to the actions you identify as destructive."
enum ActionsUndeclaredDestructive: AdviceRule {
  static let name = "actions.undeclaredDestructive"

  private static let verbs: Phrases = [
    "delete", "remove", "erase", "discard", "wipe", "destroy", "unsubscribe", "purge", "uninstall",
    "terminate", "revoke", "cancel order", "cancel subscription", "cancel booking", "cancel reservation",
    "overwrite", "shred", "permanently delete", "move to trash", "move to bin", "leave group",
    "leave channel",
    "leave room", "leave chat", "leave conversation", "leave server", "log out", "log off", "sign out",
    "delete forever", "clear all", "end session", "erase and open",
    "don't save", "clear and", "clear rebuild", "reset and", "quit without saving", "close without saving",
    "replace file",
    "replace all", "stop and delete", "close account", "deactivate account", "unpair", "reject and block",
    "report and block", "report and delete", "empty recycle bin",
    "löschen", "supprimer", "effacer", "borrar", "eliminar", "excluir", "elimina", "удалить",
    "usuń", "ta bort",
    "radera", "poista", "smazat", "odstranit", "видалити", "sil", "verwijderen", "διαγραφή", "删除", "刪除", "削除",
    "מחיקה", "حذف",
  ]
  /// Verbs that are nouns or adjectives as well, unless an object follows: Format Code, Clear Skies.
  private static let ambiguous: Phrases = [
    "trash", "block", "reset", "format", "clear", "empty", "drop", "kill", "forget", "apagar",
  ]
  /// Those that do it all alone as well; a timer is reset and a connection blocked without a loss.
  private static let plain: Phrases = ["trash", "format", "kill", "forget"]
  /// What is the better for being removed: Remove Ads, Remove Limit.
  private static let dispensable: Phrases = [
    "ads", "ad", "limit", "limits", "restriction", "restrictions", "watermark", "background", "filter",
    "filters",
    "mute", "safely", "lock", "hold",
  ]
  private static let objects: Phrases = [
    "all", "it", "this", "the", "these", "them", "everything", "your", "my", "sender", "caller", "number",
    "user",
    "contact", "person", "account", "device", "site", "website", "app", "disk", "drive", "card", "stick",
    "volume",
    "partition", "history", "cache", "data", "list", "queue", "cart", "chat", "log", "logs", "notifications",
    "downloads", "trash", "bin", "folder", "settings", "password", "progress", "process", "job", "network",
    "table", "file", "files", "message", "messages", "conversation", "draft", "tudo", "arquivo", "mensagem",
    "histórico",
  ]
  private static let inKorean: Fragments = [
    "~삭제", "~지우기", "~제거", "~차단", "~초기화", "~폐기", "~비우기", "~버리기", "~지우고", "~탈퇴", "~나가기", "~로그아웃", "~구독 취소",
    "~주문 취소",
    "~예약 취소",
  ]
  /// "Undo Delete" brings back.
  private static let undoing: Phrases = ["undo", "restore", "cancel deletion"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where !button.action.destructive && destroys(button.title) {
      advice.add(
        self, "\(button.field).destructive",
        .actionDestroysUnsaid, part: button.title.text,
        suggestion: "true")
    }
  }

  static func destroys(_ title: WrittenText) -> Bool {
    if title.holds(inKorean) { return !title.holds(undoInKorean) }
    guard title.words.isEmpty == false, undoing.match(title.words, at: 0) == nil else { return false }
    if let verb = verbs.match(title.words, at: 0) {
      return dispensable.first(in: title.words, within: verb.upperBound..<title.words.count) == nil
    }
    guard ambiguous.match(title.words, at: 0) != nil else { return false }
    return title.words.count == 1
      ? plain.contains(title.words[0]) : title.words.dropFirst().contains { objects.contains($0) }
  }
  private static let undoInKorean: Fragments = ["~되돌리", "~삭제 취소", "~차단 해제", "~실행 취소"]
}
