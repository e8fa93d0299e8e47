/// A shell whose Tab key asks this program. Its script hands over the words that are written, and takes a candidate
/// a line, with what it means behind a tab. A line that begins with a tab says what the shell itself is to offer.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func answer(_ offer: Offer, to words: TypedWords) -> String {
    switch offer {
    case .files(let prefix): "\tfiles\t\(prefix.dropFirst(words.settled))\n"
    // Behind the program's name.
    case .commandLine(let first): "\tcommand\t\(words.part(ofWord: first) + 1)\n"
    case .candidates(let candidates):
      candidates.map { candidate in
        let meaning = self == .bash || candidate.meaning.isEmpty ? "" : "\t" + candidate.meaning
        return candidate.text.dropFirst(words.settled) + meaning + "\n"
      }.joined()
    }
  }
}
