/// "Use an alert — not a notification — to display an error message."
enum ContentErrorAlert: AdviceRule {
  static let name = "content.errorAlert"

  private static let phrases: Phrases = [
    "failed to connect", "failed to load", "failed to save", "failed to send", "failed to open",
    "failed to sync", "failed to start", "failed to download", "failed to upload", "failed to update",
    "failed to install", "failed to read", "failed to write", "failed to mount", "failed to print",
    "failed to delete", "failed to export", "failed to import", "failed to authenticate", "failed to back",
    "failed to create", "failed to process", "failed to verify", "failed to refresh", "failed to fetch",
    "failed to copy", "failed to move", "failed to build", "failed to play", "failed to render",
    "has failed", "unable to", "could not be", "couldn't be", "cannot be", "can't be", "was unable to",
    "an error occurred", "error occurred", "something went wrong", "unexpected error", "fatal error",
    "unknown error", "error code", "has crashed", "app crashed", "crashed unexpectedly", "stopped working",
    "quit unexpectedly",
    "timed out",
    "ran into a problem", "ran into an error", "encountered an error", "not responding", "not possible",
  ]
  private static let negations: Phrases = [
    "could not", "couldn't", "cannot", "can't", "can not", "unable to", "not",
  ]
  private static let deeds: Phrases = [
    "connect", "load", "save", "send", "open", "find", "read", "write", "sync", "download", "upload",
    "verify",
    "reach", "install", "update", "start", "mount", "print", "delete", "export", "import", "back", "create",
    "complete", "finish", "access", "process", "play", "refresh", "fetch", "copy", "move", "authenticate",
    "saved", "sent", "loaded", "opened", "found", "reached", "synced", "downloaded", "uploaded", "completed",
    "processed", "verified", "installed", "updated", "connected", "printed", "be", "sign", "log", "render",
  ]
  private static let failures: Phrases = [
    "failed", "failure", "error", "errors", "aborted", "unsuccessful", "corrupted", "corrupt",
  ]
  /// What fails for a program, rather than for a person or a team.
  private static let things: Phrases = [
    "backup", "download", "upload", "update", "sync", "build", "installation", "connection", "login",
    "payment",
    "print", "printing", "export", "import", "transfer", "job", "deployment", "deploy", "scan", "task",
    "test",
    "tests", "upgrade", "synchronization", "request", "migration", "conversion", "send", "sending",
    "delivery",
    "save", "saving", "recording", "disk", "server", "authentication", "verification", "sign", "render",
    "rendering", "pipeline", "mount", "copy", "restore", "snapshot", "pairing", "install",
    "cleanup",
  ]

  private static let inKorean: Fragments = [
    "오류가", "오류로", "~오류 발생", "~오류 코드", "에러가", "~에러 발생", "~에러 코드", "~실패했", "~실패하였", "~실패함", "~못했습니다",
    "~중단되었습니다", "~문제가 발생", "~문제가 생", "~응답하지 않", "~끊어졌", "~끊겼", "~연결할 수 없", "~열 수 없", "~저장할 수 없",
    "~불러올 수 없", "~보낼 수 없", "~찾을 수 없", "~읽을 수 없", "~풀 수 없", "~재생할 수 없", "~완료할 수 없", "~설치할 수 없",
    "~인쇄할 수 없", "~가져올 수 없", "~로그인할 수 없", "~처리할 수 없", "~동기화할 수 없", "~확인할 수 없", "~손상되", "~되지 않았습니다",
  ]
  private static let endingsInKorean = ["실패", "오류", "에러", "오류.", "실패."]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content where isError(text, draft.language) {
      advice.add(
        self, field, .errorBelongsInApp)
      return
    }
  }

  private static func isError(_ text: WrittenText, _ language: WrittenLanguage) -> Bool {
    if let korean = text.korean, language == .korean {
      return text.holds(inKorean) || endingsInKorean.contains { korean.endsWith($0) }
    }
    let words = text.words
    if phrases.first(in: words) != nil { return true }
    for index in words.indices {
      if failures.contains(words[index]), !words[index].has(.quoted), fails(at: index, words) { return true }
      guard let negation = negations.match(words, at: index), negation.upperBound < words.count else {
        continue
      }
      if words[negation].contains(where: { !isNot($0) }), deeds.contains(words[negation.upperBound]) {
        return true
      }
    }
    return false
  }

  /// No Errors, Trial and Error, Heart Failure.
  private static let exceptions: Phrases = [
    "no", "zero", "without", "any", "and", "last", "heart", "kidney", "of", "the", "has", "not", "never",
  ]

  private static func isNot(_ word: Word) -> Bool { word.key == notKey }
  private static let notKey = WordKey("not")

  /// "Backup Failed", "Error: …", "Error 502": about a thing, at the beginning, or with a number.
  private static func fails(at index: Int, _ words: [Word]) -> Bool {
    if index > 0, things.contains(words[index - 1]) { return true }
    if index > 0, words.count == index + 1, index < 4 { return !exceptions.contains(words[index - 1]) }
    if index == 0, words.count > 1, words[1].has(.opensClause) { return true }
    if words.count == 1 { return true }
    return index + 1 < words.count && words[index + 1].has(.hasDigit) && !words[index].has(.small)
  }
}
