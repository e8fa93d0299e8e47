/// The text in lines of at most so many columns, broken between words, or within a word that is wider than a line. Without
/// `columns`, or with too few to be read, it is one line.
func wrapped(_ text: String, to columns: Int?) -> [String] {
  guard let columns, columns >= 20 else { return [text] }
  var lines = [""]
  for word in text.split(separator: " ").flatMap({ pieces(of: $0, columns) }) {
    let line = lines[lines.count - 1]
    if line.isEmpty {
      lines[lines.count - 1] = String(word)
    } else if displayWidth(line) + 1 + displayWidth(String(word)) <= columns {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

/// The word itself, or pieces of it that fit into a line each.
private func pieces(of word: Substring, _ columns: Int) -> [Substring] {
  guard displayWidth(String(word)) > columns else { return [word] }
  var pieces = [word.prefix(0)]
  for index in word.indices {
    let piece = word[pieces[pieces.count - 1].startIndex...index]
    if displayWidth(String(piece)) > columns {
      pieces.append(word[index...index])
    } else {
      pieces[pieces.count - 1] = piece
    }
  }
  return pieces
}
