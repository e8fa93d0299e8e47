/// The text in lines of at most so many columns, broken between words; one line where that is not said, or too narrow to
/// be read.
func wrapped(_ text: String, to columns: Int?) -> [String] {
  guard let columns, columns >= 20 else { return [text] }
  var lines = [""]
  for word in text.split(separator: " ") {
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
