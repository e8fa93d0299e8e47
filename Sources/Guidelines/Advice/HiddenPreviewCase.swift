/// "Use sentence-style capitalization for this text." English only.
enum HiddenPreviewCase: AdviceRule {
  static let name = "hiddenPreview.case"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard draft.language == .english, let preview = draft.hiddenPreview, let first = preview.words.first,
      preview.words.count <= HiddenPreviewWording.words
    else { return }
    var known = [draft.appName] + draft.content.map(\.text)
    if let sender = draft.request?.sender { known.append(WrittenText(sender.name)) }
    var departures = Capitals.capitalsWithinSentences(preview, known: known).capital
    departures += preview.words.indices.filter { index in
      preview.words[index].has(.shouted) && preview.words[index].range.count > 4
    }
    if first.has(.small), !first.has(.mixed), !first.has(.technical) { departures.append(0) }
    let hasStop = preview.text.last == "."
    guard !departures.isEmpty || hasStop else { return }
    let text = Capitals.changed(preview, at: departures)
    advice.add(
      self, draft.hiddenPreviewField,
      "The text for hidden previews is not in sentence-style capitalization, without a full stop.",
      suggestion: hasStop ? String(text.dropLast()) : text)
  }
}
