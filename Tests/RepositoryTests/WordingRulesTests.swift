import Testing

/// The texts for people are written in one module.
struct WordingRulesTests {
  /// The beginnings of code that makes text for a banner. Sentences of decisions, which are told on request, are not
  /// among them.
  private static let shown = ["title: \"", "body: \"", "subtitle: \"", "appName: \"", "openLabel: \""]

  @Test(
    "No banner's text is a literal outside of Wording",
    arguments: ["Delivery", "Guidelines", "Advice", "Sink"])
  func literals(module: String) {
    let files = SourceFile.all.filter { $0.module == module }
    #expect(!files.isEmpty)
    for file in files {
      for (index, line) in file.lines.enumerated() {
        #expect(!Self.isShownLiteral(line), "\(file.path):\(index + 1)")
      }
    }
  }

  @Test("The check knows a text with letters from one that only puts others together")
  func check() {
    #expect(Self.isShownLiteral(#"BannerText(title: "Notification", body: body)"#))
    #expect(Self.isShownLiteral(#"openLabel: "Open""#))
    #expect(!Self.isShownLiteral(#"title: "\(name) — \(group)""#))
    #expect(!Self.isShownLiteral(#"BannerText(title: name, body: "")"#))
  }

  @Test("No word of the Korean banners has a Latin letter")
  func korean() throws {
    let korean = try literals(of: "Korean")
    #expect(korean.count > 5)
    for (word, texts) in korean {
      #expect(texts.contains { !$0.isEmpty }, "\(word)")
      for text in texts { #expect(!text.contains { $0.isASCII && $0.isLetter }, "\(word)") }
    }
  }

  /// The text of every literal of a language's banners, interpolations aside, by the label of the argument it belongs to.
  /// The sentences of decisions follow in the same file.
  private func literals(of language: String) throws -> [String: [String]] {
    let file = try #require(SourceFile.all.first { $0.path == "Sources/Wording/\(language).swift" })
    var words: [String: [String]] = [:]
    var word = ""
    for line in file.lines.prefix(while: { !$0.hasPrefix("  )") }) where !line.trimmingBlanks.hasPrefix("//")
    {
      let start = line.trimmingBlanks
      let label = start.prefix { $0.isLetter }
      if !label.isEmpty, start.dropFirst(label.count).hasPrefix(":") { word = String(label) }
      guard !word.isEmpty else { continue }
      words[word, default: []] += Self.literals(in: start)
    }
    return words
  }

  private static func literals(in line: Substring) -> [String] {
    var literals: [String] = []
    var text: String?
    var depth = 0
    var previous: Character = " "
    for character in line {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if character == "\"" {
        if let whole = text { literals.append(whole) }
        text = text == nil ? "" : nil
      } else if text != nil, character == "(", previous == "\\" {
        depth = 1
      } else if text != nil, character != "\\" {
        text?.append(character)
      }
      previous = character
    }
    return literals
  }

  /// Letters in a literal, its interpolations aside.
  private static func isShownLiteral(_ line: String) -> Bool {
    shown.contains { marker in
      guard let start = line.firstRange(of: marker) else { return false }
      let rest = line[line.index(before: start.upperBound)...]
      return literals(in: rest).first?.contains { $0.isLetter } == true
    }
  }
}
