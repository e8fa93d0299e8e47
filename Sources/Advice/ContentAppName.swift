/// "Avoid including your app name or icon. The system automatically displays" them.
enum ContentAppName: AdviceRule {
  static let name = "content.appName"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let name = draft.appName
    guard !name.words.isEmpty else { return }
    for (field, text) in draft.content {
      if draft.request?.sender != nil, field == "body" { continue }
      let isAllOfTitle = field == "title" && text.words.map(\.key) == name.words.map(\.key)
      guard isAllOfTitle || isNamed(name, in: text, draft.language) else { continue }
      advice.add(self, field, .textNamesApp, part: name.text.text)
      return
    }
  }

  private static func isNamed(_ name: AppName, in text: WrittenText, _ language: WrittenLanguage) -> Bool {
    // Elsewhere a name is translated, and so a word as well, but for a brand's.
    if language == .other, !name.isBrand { return standsApart(name.words, in: text) }
    return switch name.likeness {
    case .none: stands(name, in: text, language) || language == .other && standsInflected(name, in: text)
    case .everyday: standsApart(name.words, in: text)
    case .anyWord: standsApart([name.words[0]], in: text) || name.hasItsCapital(in: text)
    }
  }

  /// The words of the name one after the other, written as the name is, or all small where nobody could mean anything
  /// else; as a possessive; in Korean with a particle behind.
  private static func stands(
    _ appName: AppName, in text: WrittenText, _ language: WrittenLanguage
  ) -> Bool {
    let name = appName.text
    if let run = text.firstRun(of: name.words) ?? possessiveRun(of: appName, in: text) {
      let isWrittenAlike = zip(text.words[run], name.words).allSatisfy { word, part in
        word.has(.capitalised) || !part.has(.capitalised)
      }
      // Elsewhere hyphens join a name to other words: die VLC-Protokolle.
      let isPartOfName =
        language == .english && run.upperBound < text.words.count
        && text.words[run.upperBound].has(.hyphenated)
        || text.words[run.lowerBound].has(.hyphenated)
      let end = text.words[run.upperBound - 1].range.upperBound
      let isFile = end < text.bytes.count && text.bytes[end] == UInt8(ascii: "_")
      // Nor does an address name the app: anna@parcelly.example.
      let isAddress = text.words[run.lowerBound].has(.technical) && !name.words[0].has(.technical)
      if isPartOfName || isFile || isAddress { return false }
      if isWrittenAlike || name.words.count == 1 && name.words[0].range.count > 5 { return true }
    }
    guard text.korean != nil, name.words.count == 1 else { return false }
    let wanted = name.bytes[name.words[0].range]
    return text.words.contains { word in
      let bytes = text.bytes[word.range]
      return bytes.count > wanted.count && bytes.starts(with: wanted)
        && particles.contains { $0.elementsEqual(bytes.dropFirst(wanted.count)) }
    }
  }

  /// Parcellyssa, Parcelly'nin, d’Parcelly: a name as other languages bend and bind it.
  private static func standsInflected(_ name: AppName, in text: WrittenText) -> Bool {
    guard name.words.count == 1 else { return false }
    let wanted = name.text.bytes[name.words[0].range]
    guard wanted.count >= shortestInflected, wanted.allSatisfy(\.isLetter) else { return false }
    return text.words.contains { word in
      let bytes = text.bytes[word.range]
      let rest = bytes.count - wanted.count
      // Most words are told apart by their ends already.
      guard rest > 0, bytes.first == wanted.first || bytes.last == wanted.last else { return false }
      if bytes.starts(with: wanted) {
        return rest <= longestEnding
          || apostrophes.contains { bytes.dropFirst(wanted.count).starts(with: $0) }
      }
      return bytes.suffix(wanted.count).elementsEqual(wanted)
        && apostrophes.contains { bytes.dropLast(wanted.count).suffix($0.count).elementsEqual($0) }
    }
  }
  private static let shortestInflected = 5
  private static let longestEnding = 4
  private static let apostrophes = ["'", "’"].map { Array($0.utf8) }

  /// Parcelly's.
  private static func possessiveRun(of name: AppName, in text: WrittenText) -> Range<Int>? {
    guard let end = text.words.firstIndex(where: { name.possessives.contains($0.key) }) else { return nil }
    let start = end + 1 - name.words.count
    guard start >= 0, zip(text.words[start..<end], name.words).allSatisfy({ $0.key == $1.key }) else {
      return nil
    }
    return start..<(end + 1)
  }

  private static let particles = [
    "은", "는", "이", "가", "을", "를", "에", "에서", "로", "으로", "의", "와", "과", "도", "만", "에게", "에는", "에서는", "이가",
    "보다", "부터", "까지", "앱", "앱에서", "앱을", "앱이",
  ].map { Array($0.utf8) }

  /// `Mail: …`, `[Mail] …`, `Mail – …`, and the same at the end.
  private static func standsApart(_ name: [Word], in text: WrittenText) -> Bool {
    let (words, count) = (text.words, name.count)
    guard words.count > count else { return false }
    if text.firstRun(of: name, within: 0..<count) != nil, isSeparator(text.gap(before: count)) { return true }
    let start = words.count - count
    return text.firstRun(of: name, within: start..<words.count) != nil && isSeparator(text.gap(before: start))
  }

  /// A colon, a bar or a dash with blanks, or a closing bracket. Quotation marks begin what is called so.
  private static func isSeparator(_ gap: ArraySlice<UInt8>) -> Bool {
    if gap.contains(where: { ":|]".utf8.contains($0) }) { return true }
    guard gap.contains(0x20) else { return false }
    return dashes.contains { dash in gap.indices.contains { gap[$0...].starts(with: dash) } }
  }
  private static let dashes = ["-", "–", "—", "•", "·"].map { Array($0.utf8) }
}
