/// "Don’t include your app name or any extraneous information in the button label."
enum ActionsExtraneous: AdviceRule {
  static let name = "actions.extraneous"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for button in draft.buttons where isExtraneous(button.title, draft) {
      advice.add(
        self, button.titleField,
        .labelHoldsMore)
    }
  }

  private static func isExtraneous(_ title: WrittenText, _ draft: Draft) -> Bool {
    let appName = draft.appName
    if title.hasEmoji { return true }
    if !appName.mayBeWord, title.words.count > appName.words.count,
      let run = title.firstRun(of: appName.words),
      title.words[run].allSatisfy({ !$0.has(.small) })
    {
      return true
    }
    return title.words.contains { word in
      // MP3 and 5G are names.
      isAddress(title.bytes[word.range])
        // Elsewhere what the number counts may be minutes.
        || draft.language != .other && word.has(.hasDigit) && !word.has(.capitalised)
          && !isTime(word, in: title)
    }
  }

  private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    addresses.contains { word.elementsEqual($0) }
  }
  private static let addresses = ["www", "http", "https", "com"].map { Array($0.utf8) }

  /// "Snooze 10 Minutes" says what it does; "View 3 Messages" counts.
  private static func isTime(_ word: Word, in title: WrittenText) -> Bool {
    title.words.contains { times.contains($0) } || title.korean != nil && title.holds(timesInKorean)
      || title.bytes.contains(UInt8(ascii: ":"))
  }
  private static let times: Phrases = [
    "minutes", "minute", "min", "hours", "hour", "days", "day", "seconds", "sec", "am", "pm", "h", "m",
    "10m", "5m", "15m", "30m", "1h", "week", "weeks",
  ]
  private static let timesInKorean: Fragments = ["~분", "~시간", "~시", "~일", "~초", "~주"]
}
