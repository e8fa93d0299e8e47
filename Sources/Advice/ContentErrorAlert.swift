/// "Use an alert — not a notification — to display an error message."
///
/// What takes its time is another matter: the person has turned to something else, and waits for the news that their
/// backup, download or print has failed. And of sport, courts and rockets it is news as well.
enum ContentErrorAlert: AdviceRule {
  static let name = "content.errorAlert"

  private static let phrases: Phrases = [
    "failed to connect", "failed to load", "failed to save", "failed to send", "failed to open",
    "failed to sync", "failed to start", "failed to download", "failed to upload", "failed to update",
    "failed to install", "failed to read", "failed to write", "failed to mount", "failed to print",
    "failed to delete", "failed to export", "failed to import", "failed to authenticate", "failed to back",
    "failed to create", "failed to process", "failed to verify", "failed to refresh", "failed to fetch",
    "failed to copy", "failed to move", "failed to build", "failed to play", "failed to render",
    "has failed",
    "an error occurred", "error occurred", "error has occurred", "something went wrong", "unexpected error",
    "fatal error",
    "unknown error", "error code", "has crashed", "app crashed", "crashed unexpectedly", "stopped working",
    "quit unexpectedly",
    "timed out",
    "ran into a problem", "ran into an error", "encountered an error", "not responding", "not possible",
    "there was a problem", "there was an error", "problem with your payment", "problem with your account",
    "payment declined", "card declined", "payment was declined", "card was declined", "access denied",
    "permission denied", "access was denied", "access is denied", "not permitted", "invalid password",
    "invalid username", "invalid credentials", "invalid email", "invalid file", "invalid address",
    "invalid code", "invalid url", "invalid request", "is invalid", "was invalid", "incorrect password",
    "wrong password", "password is incorrect", "is incorrect", "connection lost", "lost connection",
    "connection was lost", "connection refused", "no internet connection",
    "disk full", "disk is full", "storage full", "storage is full",
    "not enough space", "not enough storage",
    "insufficient space", "insufficient storage", "insufficient funds",
  ]
  /// What people wait for while they do something else.
  private static let awaited: Phrases = [
    "backup", "backups", "backed up", "download", "downloads", "downloading", "upload", "uploads",
    "uploading",
    "build", "builds", "deployment", "deploy", "pipeline", "workflow", "job", "jobs", "test", "tests",
    "checks",
    "scan", "scanning", "scanner", "export", "import", "conversion", "migration", "render", "rendering",
    "recording", "snapshot", "restore", "print", "printing", "printer", "install", "installation",
    "installing", "update", "updates", "updating", "upgrade", "upgrading", "sync", "syncing",
    "synchronization", "synchronisation", "synchronize", "transfer", "copy", "copying", "torrent", "unmount",
    "vpn", "network", "torrents", "scheduled", "scheduler", "automatic", "automatically",
    "monitoring", "gps",
    "location", "tunnel", "relay", "proxy", "sensor", "tracking", "device", "bluetooth",
    "drive", "raid", "pump", "uptime", "incident", "subscription", "renewal",
    "eject", "mount", "command", "script", "compilation", "delivery", "flight", "train", "task", "tasks",
  ]
  private static let awaitedInKorean: Fragments = [
    "백업", "~다운로드", "내려받", "~업로드", "빌드", "배포", "동기화", "인쇄", "프린터", "설치", "업데이트", "업그레이드", "내보내기",
    "변환", "복원", "전송", "스냅샷", "검사", "녹화", "마운트", "작업", "스크린샷", "배송", "네트워크", "성공",
  ]
  /// What news are about.
  private static let news: Phrases = [
    "match", "team", "league", "cup", "goal", "goals", "score", "half", "court", "judge", "jury", "appeal",
    "trial", "verdict", "bail", "lawsuit", "rocket", "launch", "liftoff", "mission", "spacecraft",
    "satellite",
    "orbit", "astronauts", "election", "senate", "parliament", "minister", "president", "government",
    "merger",
    "talks", "strike", "champion", "championship", "player", "coach", "fc",
  ]
  private static let newsInKorean: Fragments = [
    "경기", "법원", "재판", "항소", "판결", "발사", "로켓", "위성", "선거", "국회", "대통령", "정부", "감독", "선수", "승부", "결승",
    "득점", "리그", "협상",
  ]
  private static let negations: Phrases = [
    "could not", "couldn't", "cannot", "can't", "can not", "unable to", "not", "could not be", "couldn't be",
    "cannot be", "can't be", "can not be",
  ]
  private static let deeds: Phrases = [
    "connect", "load", "save", "send", "open", "find", "read", "write", "sync", "download", "upload",
    "verify",
    "reach", "install", "update", "start", "mount", "print", "delete", "export", "import", "back", "create",
    "complete", "finish", "access", "process", "play", "refresh", "fetch", "copy", "move", "authenticate",
    "saved", "sent", "loaded", "opened", "found", "reached", "synced", "downloaded", "uploaded", "completed",
    "processed", "verified", "installed", "updated", "connected", "printed", "sign", "log", "render",
    "deleted", "created", "added", "imported", "exported", "moved", "copied", "started", "restored",
    "mounted", "played",
    "refreshed", "fetched", "written", "changed", "applied", "removed", "retrieved", "decoded", "determined",
    "parsed",
    "decode", "retrieve", "parse", "resolve", "locate", "launch", "execute", "perform", "apply", "attach",
    "register",
    "select", "restore", "finished", "validated", "validate", "determine", "obtain",
  ]
  private static let failures: Phrases = [
    "failed", "failure", "error", "errors", "aborted", "corrupted", "corrupt",
  ]
  /// What fails for a program, rather than for a person or a team.
  private static let things: Phrases = [
    "connection", "login", "payment", "request", "send", "sending", "save", "saving", "server", "database",
    "authentication", "verification", "sign", "pairing", "cleanup", "activation", "registration", "message",
    "push",
  ]

  private static let inKorean: Fragments = [
    "오류가", "오류로", "~오류 발생", "~오류 코드", "에러가", "~에러 발생", "~에러 코드", "~실패했", "~실패하였", "~실패함", "~못했습니다",
    "~중단되었습니다", "~문제가 발생", "~문제가 생", "~응답하지 않", "~끊어졌", "~끊겼", "~연결할 수 없", "~열 수 없", "~저장할 수 없",
    "~불러올 수 없", "~보낼 수 없", "~찾을 수 없", "~읽을 수 없", "~풀 수 없", "~재생할 수 없", "~완료할 수 없", "~설치할 수 없",
    "~인쇄할 수 없", "~가져올 수 없", "~로그인할 수 없", "~처리할 수 없", "~동기화할 수 없", "~확인할 수 없", "~파일이 손상되",
    "~처리되지 않았습니다", "~읽기 실패", "~쓰기 실패", "~올바르지 않", "~유효하지 않", "~잘못되었습니다", "~일치하지 않", "~저장 공간이 부족합니다",
    "~용량이 부족", "~거부되었", "~거절되었",
    "~연결이 끊", "~접속이 끊",
  ]
  private static let endingsInKorean = ["실패", "오류", "에러", "오류.", "실패."]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson, !draft.isOwnReminder else { return }
    for (field, text) in draft.content {
      guard let part = error(in: text, draft.language) else { continue }
      guard !isNews(draft) else { return }
      return advice.add(self, field, .errorBelongsInApp, part: text.string(of: part))
    }
  }

  private static func isNews(_ draft: Draft) -> Bool {
    draft.content.contains { _, text in
      awaited.first(in: text.words) != nil || news.first(in: text.words) != nil
        || text.holds(awaitedInKorean) || text.holds(newsInKorean)
    }
  }

  /// What says that something is wrong.
  private static func error(in text: WrittenText, _ language: WrittenLanguage) -> Range<Int>? {
    if let korean = text.korean, language == .korean {
      let isError =
        text.holds(inKorean) || text.words.count > 1 && endingsInKorean.contains { korean.endsWith($0) }
      return isError ? text.words.indices : nil
    }
    // Elsewhere the English is what a program was told, within what it says itself.
    guard language == .english else { return nil }
    let words = text.words
    if let phrase = phrases.first(in: words) { return phrase }
    // Invalid settings file, Denied: …
    if words.count > 1, words[0].key == invalid || words[0].key == denied && words[1].has(.opensClause) {
      return 0..<1
    }
    for index in words.indices {
      if failures.contains(words[index]), !words[index].has(.quoted), fails(at: index, words) {
        return index..<(index + 1)
      }
      guard let negation = negations.match(words, at: index), negation.upperBound < words.count else {
        continue
      }
      if words[negation].contains(where: { !isNot($0) }), deeds.contains(words[negation.upperBound]) {
        return negation.lowerBound..<(negation.upperBound + 1)
      }
    }
    return nil
  }

  /// Error while saving, Error trying to save.
  private static let undertakings: Phrases = [
    "while", "trying", "when", "during", "saving", "loading", "opening",
  ]

  /// No Errors, Trial and Error, Heart Failure.
  private static let exceptions: Phrases = [
    "no", "zero", "without", "any", "and", "last", "heart", "kidney", "of", "the", "has", "not", "never",
  ]

  private static func isNot(_ word: Word) -> Bool { word.key == notKey }
  private static let notKey = WordKey("not")
  private static let invalid = WordKey("invalid")
  private static let denied = WordKey("denied")

  /// "Backup Failed", "Error: …", "Error 502": about a thing, at the beginning, or with a number.
  private static func fails(at index: Int, _ words: [Word]) -> Bool {
    if index > 0, things.contains(words[index - 1]) { return true }
    if index > 0, words.count == index + 1, index < 4 { return !exceptions.contains(words[index - 1]) }
    if index == 0, words.count > 1 {
      if words[1].has(.opensClause) || undertakings.contains(words[1]) { return true }
    }
    return index + 1 < words.count && words[index + 1].has(.hasDigit) && !words[index].has(.small)
  }
}
