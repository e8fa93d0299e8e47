/// A line that the person has written, with names in braces where something is filled in: `{unread} {title}`. Two braces
/// stand for one.
struct Template: Equatable, Sendable {
  enum Name: String, CaseIterable, Sendable {
    case id, unread, held, missed, dnd, app, title
  }

  private enum Part: Equatable {
    case text(String)
    case name(Name)
  }

  private let parts: [Part]

  /// Refuses names that are not among these, and what would end the line or move about in it; a tab parts columns.
  init(_ text: String, names: [Name], option: String) throws(Failure) {
    guard !text.unicodeScalars.contains(where: Self.isControl) else {
      throw .usage("\(option): a TEMPLATE is one line, and no control character but a tab is in it")
    }
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        plain.append(character)
        continue
      }
      if rest.first == character {
        plain.append(rest.removeFirst())
        continue
      }
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        throw .usage("\(option): a brace that stands for itself is written twice")
      }
      let word = String(rest[..<end])
      guard let name = names.first(where: { $0.rawValue == word }) else {
        throw .usage(
          "\(option) knows \(names.map { "{\($0.rawValue)}" }.joined(separator: ", ")), and no {\(visible(word))}"
        )
      }
      parts += [.text(plain), .name(name)]
      plain = ""
      rest = rest[rest.index(after: end)...]
    }
    self.parts = parts + [.text(plain)]
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\t"
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  func uses(_ name: Name) -> Bool { parts.contains(.name(name)) }

  func filled(_ value: (Name) -> String) -> String {
    var line = ""
    for part in parts {
      let next =
        switch part {
        case .text(let text): text
        case .name(let name): value(name)
        }
      // What is filled in opens no tag together with what stands beside it, either.
      if line.unicodeScalars.last == "%", next.unicodeScalars.first == "{" { line += " " }
      line += next
    }
    return line
  }
}
