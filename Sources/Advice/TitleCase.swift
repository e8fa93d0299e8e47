/// "Use title-style capitalization" for titles. English only, and not where the title is what a person wrote.
enum TitleCase: AdviceRule {
  static let name = "title.case"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title else { return }
    let departures = departures(of: title, in: draft)
    guard !departures.isEmpty else { return }
    let part = title.string(at: title.words[departures[0]].range)
    let corrected = Capitals.titled(title, at: departures)
    let suggestion = corrected.map { TitlePunctuation.stripped(WrittenText($0), of: draft) ?? $0 }
    advice.add(
      self, "title", .titleNotInTitleStyle, part: part,
      suggestion: suggestion == title.text ? nil : suggestion)
  }

  /// The title without what this rule has against it.
  static func corrected(_ title: WrittenText, of draft: Draft) -> WrittenText {
    Capitals.titled(title, at: departures(of: title, in: draft)).map(WrittenText.init) ?? title
  }

  private static func departures(of title: WrittenText, in draft: Draft) -> [Int] {
    guard draft.language == .english, !draft.isFromPerson, !draft.isOwnReminder, !namesWork(draft) else {
      return []
    }
    return Capitals.departuresFromTitleStyle(title)
  }

  /// With the buttons of a player the title is most likely that of a song or a film, as its maker wrote it.
  private static func namesWork(_ draft: Draft) -> Bool {
    draft.buttons.contains {
      $0.action.icon?.hasPrefix("media-") == true
        || skips.first(in: $0.title.words)?.count == $0.title.words.count
    } || draft.body.map(namesMaker) == true
  }
  private static let skips: Phrases = [
    "next", "previous", "skip", "pause", "play", "next track", "previous track", "next song", "play pause",
  ]

  /// "by Queen", "Queen — Jazz": who made it, in no sentence.
  private static func namesMaker(_ body: WrittenText) -> Bool {
    guard let first = body.words.first, !EndMarks.endsSentence(body), body.words.count < 12 else {
      return false
    }
    let isJoined = body.words.indices.dropFirst().contains {
      body.gap(before: $0).elementsEqual(" — ".utf8) || body.gap(before: $0).elementsEqual(" – ".utf8)
    }
    return first.key == by || isJoined && body.words.allSatisfy { !$0.has(.small) || small.contains($0) }
  }
  private static let by = WordKey("by")
  private static let small: Phrases = ["the", "a", "of", "and", "in", "on", "to", "for", "from"]
}
