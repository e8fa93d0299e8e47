/// "Avoid including your app name or icon. The system automatically displays" them.
enum ContentAppName: AdviceRule {
  static let name = "content.appName"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let name = draft.appName.words
    guard let first = name.first else { return }
    let isEveryday = AppNames.isEveryday(draft.appName)
    for (field, text) in draft.content {
      if draft.request?.sender != nil, field == "body" { continue }
      let stands = isEveryday ? standsApart(first, in: text) : isNamed(draft.appName, in: text)
      guard stands else { continue }
      advice.add(self, field, "The text names the app, which the desktop shows already.")
      return
    }
  }

  /// The words of the name one after the other; in Korean with particles behind.
  private static func isNamed(_ name: WrittenText, in text: WrittenText) -> Bool {
    if text.firstRun(of: name.words) != nil { return true }
    guard let wanted = name.words.last else { return false }
    let ending = name.bytes[wanted.range]
    return text.korean != nil && name.words.count == 1
      && text.words.contains { word in
        let bytes = text.bytes[word.range]
        return bytes.count > ending.count && bytes.starts(with: ending)
          && (bytes[bytes.startIndex + ending.count] >= 0x80) && ending.count >= 4
      }
  }

  /// `Mail: …`, `[Mail] …`, `Mail – …`, and the same at the end.
  private static func standsApart(_ name: Word, in text: WrittenText) -> Bool {
    guard let first = text.words.first, let last = text.words.last, text.words.count > 1 else { return false }
    if first.key == name.key, isSeparator(text.gap(before: 1)) { return true }
    return last.key == name.key && isSeparator(text.gap(before: text.words.count - 1))
  }

  /// A colon, a bar or a dash with blanks, or a closing bracket.
  private static func isSeparator(_ gap: ArraySlice<UInt8>) -> Bool {
    gap.contains { ":|]".utf8.contains($0) }
      || gap.contains(0x20) && gap.contains { $0 == UInt8(ascii: "-") || $0 == 0xE2 || $0 == 0xC2 }
  }
}
