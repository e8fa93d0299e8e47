/// "Avoid including your app name or icon. The system automatically displays" them.
enum ContentAppName: AdviceRule {
  static let name = "content.appName"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let name = draft.appName
    guard let first = name.words.first else { return }
    for (field, text) in draft.content {
      if draft.request?.sender != nil, field == "body" { continue }
      let isNamed =
        switch name.likeness {
        case .none: stands(name.text, in: text)
        case .everyday: standsApart(first, in: text)
        case .anyWord: standsApart(first, in: text) || name.hasItsCapital(in: text)
        }
      guard isNamed else { continue }
      advice.add(self, field, .textNamesApp)
      return
    }
  }

  /// The words of the name one after the other, with its capital where it is a single word; in Korean with a
  /// particle behind.
  private static func stands(_ name: WrittenText, in text: WrittenText) -> Bool {
    if let run = text.firstRun(of: name.words) {
      if run.count > 1 { return true }
      let capital: Word.Traits = .capitalised
      if text.words[run].contains(where: { $0.has(capital) == name.words[0].has(capital) }) { return true }
    }
    guard text.korean != nil, name.words.count == 1 else { return false }
    let wanted = name.bytes[name.words[0].range]
    return text.words.contains { word in
      let bytes = text.bytes[word.range]
      return bytes.count > wanted.count && bytes.starts(with: wanted)
        && particles.contains { $0.elementsEqual(bytes.dropFirst(wanted.count)) }
    }
  }

  private static let particles = [
    "은", "는", "이", "가", "을", "를", "에", "에서", "로", "으로", "의", "와", "과", "도", "만", "에게", "에는", "에서는", "이가",
    "보다", "부터", "까지", "앱", "앱에서", "앱을", "앱이",
  ].map { Array($0.utf8) }

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
