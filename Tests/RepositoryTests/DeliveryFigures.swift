/// What can be counted of Delivery in the text of its sources, which are formatted: a type's members stand two blanks
/// further in than the type.
struct DeliveryFigures {
  struct Property {
    let path: String
    let name: String
    /// `nil` where it may be absent: what comes and goes as a whole counts as one.
    let type: String?
    /// Whether a file other than its own may write it.
    let isOpen: Bool
    /// Whether a file other than its own may read it.
    let isVisible: Bool
  }

  let files: [SourceFile]
  private let code: [String: [String]]

  /// With what was taken out of Delivery to modules of its own, but Advice.
  init(root: String) {
    files = SourceFile.files(below: "Sources/Delivery", in: root)
    code = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.code.map(\.text)) })
  }

  /// As `wc` counts them.
  var lines: Int { files.reduce(0) { $0 + $1.lines.count - 1 } }

  // MARK: State

  /// The stored properties of a type. A struct without rules of its own is no owner: it counts as its properties.
  func properties(of type: String) -> [Property] {
    var seen: Set<String> = []
    func expanded(_ property: Property) -> [Property] {
      guard property.isVisible, let type = property.type, hasNoRules(type), seen.insert(type).inserted else {
        return [property]
      }
      return ownProperties(of: type).flatMap(expanded)
    }
    return ownProperties(of: type).flatMap(expanded)
  }

  /// Whether it is a struct of which everybody may write everything, and that changes nothing itself.
  private func hasNoRules(_ type: String) -> Bool {
    let properties = ownProperties(of: type)
    guard properties.contains(where: \.isOpen), properties.allSatisfy(\.isVisible) else { return false }
    return bodies(of: type, ["struct", "extension"]).allSatisfy {
      $0.lines.allSatisfy { !$0.contains("mutating func ") }
    }
  }

  /// As the type itself declares them.
  func ownProperties(of type: String) -> [Property] {
    bodies(of: type, ["struct", "actor"]).flatMap { path, lines in
      lines.indices.compactMap { Self.property(lines, $0, in: path) }
    }
  }

  /// What stands in the declarations of that type, and in its extensions, at the margin.
  private func bodies(of type: String, _ keywords: Set<Substring>) -> [(path: String, lines: [String])] {
    files.flatMap { file in
      let lines = code[file.path] ?? []
      return lines.indices.filter { index in
        guard lines[index].last == "{", lines[index].first?.isLetter == true else { return false }
        let words = lines[index].split { !$0.isLetter && !$0.isNumber }
        return zip(words, words.dropFirst()).contains { keywords.contains($0) && $1 == type }
      }.map { start in
        (file.path, Array(lines[(start + 1)...].prefix { $0 != "}" }))
      }
    }
  }

  private static func words(_ line: String) -> [Substring] { line.split(separator: " ") }

  private static func property(_ lines: [String], _ index: Int, in path: String) -> Property? {
    let line = lines[index]
    guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
    let words = words(line)
    guard let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }), keyword + 1 < words.count,
      words[..<keyword].allSatisfy({ $0.first?.isLetter == true && !["static", "func", "case"].contains($0) }
      ),
      !isComputed(line, next: index + 1 < lines.count ? lines[index + 1] : "")
    else { return nil }
    let modifiers = Set(words[..<keyword])
    let rest = words[(keyword + 2)...].filter { $0 != "=" && $0 != "any" }
    let name = words[keyword + 1].prefix { $0 != ":" }
    let isPrivate = !modifiers.isDisjoint(with: ["private", "fileprivate"])
    return Property(
      path: path, name: String(name),
      type: rest.first.flatMap { $0.hasSuffix("?") ? nil : String($0.prefix { $0.isLetter }) },
      isOpen: words[keyword] == "var" && !isPrivate
        && modifiers.isDisjoint(with: ["private(set)", "fileprivate(set)"]),
      isVisible: !isPrivate)
  }

  private static func isComputed(_ line: String, next: String) -> Bool {
    guard let brace = line.firstIndex(of: "{") else { return false }
    if let equals = line.firstIndex(of: "="), equals < brace { return false }
    return !next.contains("didSet") && !next.contains("willSet")
  }

  /// Where a part of this property of the engine is replaced as a whole, rather than asked to change.
  func replacements(in property: String) -> [(path: String, name: String)] {
    files.flatMap { file in
      (code[file.path] ?? []).compactMap { line in
        let words = Self.words(line)
        guard let place = words.firstIndex(of: "="), place > 0, words[place - 1].hasPrefix("\(property)."),
          words[place - 1].count(where: { $0 == "." }) == 1
        else { return nil }
        return (file.path, String(words[place - 1].dropFirst(property.count + 1)))
      }
    }
  }

  // MARK: Phases

  /// Where a banner's phase is assigned. It was called `banner` once; an `init` that takes it is no such place.
  var phaseAssignments: [(path: String, line: String)] {
    files.flatMap { file in
      (code[file.path] ?? []).filter { line in
        var words = Self.words(line)[...]
        while let place = words.firstIndex(of: "=") {
          let assigned = words[..<place].last ?? ""
          let isDeclared = ["let", "var"].contains(words[..<place].dropLast().last ?? "")
          let isPhase = assigned == "phase" || assigned.hasSuffix(".phase") || assigned.hasSuffix(".banner")
          if isPhase, !isDeclared, !assigned.hasPrefix("self.") { return true }
          words = words[(place + 1)...]
        }
        return false
      }.map { (file.path, $0) }
    }
  }

  // MARK: Who knows whom

  /// For each file the names that it mentions, its own left out, and which files declare them: types, and functions of
  /// the engine where it is the engine itself that is called (`self`, or `engine` where a value works on it). What is
  /// private counts for its own file alone; reads of properties are not counted.
  var mentionedNames: [String: [String: Set<String>]] {
    var declared: [String: Set<String>] = [:]
    var own: [String: Set<String>] = [:]
    for file in files {
      var isEngine = false
      for line in code[file.path] ?? [] {
        if line.first?.isLetter == true {
          isEngine = line.contains("extension DeliveryEngine") || line.contains("actor DeliveryEngine")
        }
        for name in Self.declaredNames(line) {
          own[file.path, default: []].insert(name)
          let words = Self.words(line)
          guard isEngine || name.last != "(", !words.contains("private"), !words.contains("fileprivate")
          else { continue }
          declared[name, default: []].insert(file.path)
        }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let named = Set((code[file.path] ?? []).flatMap(Self.mentionedNames))
          .subtracting(own[file.path] ?? [])
        let known = named.compactMap { name in declared[name].map { (name, $0) } }
        return (file.path, Dictionary(uniqueKeysWithValues: known))
      })
  }

  /// For each file the files that it names. Names that several files declare are left out.
  var mentions: [String: Set<String>] {
    mentionedNames.mapValues { names in
      Set(names.values.compactMap { $0.count == 1 ? $0.first : nil })
    }
  }

  /// A function by its name and a parenthesis.
  private static func declaredNames(_ line: String) -> [String] {
    let words = words(line)
    return zip(words, words.dropFirst()).compactMap { keyword, next in
      let name = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      switch keyword {
      // Every extension names the engine.
      case "struct", "enum", "class", "actor", "protocol", "typealias":
        return name == "DeliveryEngine" ? nil : "\(name)"
      case "func": return "\(name)("
      default: return nil
      }
    }
  }

  private static func mentionedNames(_ line: String) -> [String] {
    var names: [String] = []
    var (rest, before) = (line[...], Substring())
    while let start = rest.firstIndex(where: { $0.isLetter || $0 == "_" }) {
      before += rest[..<start]
      let name = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      let isOfEngine = before.last != "." || before.hasSuffix("self.") || before.hasSuffix("engine.")
      if name.first?.isUppercase == true {
        names.append(String(name))
      } else if rest.first == "(", isOfEngine, !before.hasSuffix("func "), !before.hasSuffix("case ") {
        names.append("\(name)(")
      }
      before += name
    }
    return names
  }

  /// Those that lead back to themselves.
  static func inCircles(_ graph: [String: Set<String>]) -> [String] {
    func reached(from start: String) -> Set<String> {
      var (reached, next): (Set<String>, [String]) = ([], [start])
      while let node = next.popLast() {
        for other in graph[node] ?? [] where reached.insert(other).inserted { next.append(other) }
      }
      return reached
    }
    return graph.keys.filter { reached(from: $0).contains($0) }.sorted()
  }

  /// The folder of Delivery that it lies in; what lies in none is one of its own.
  static func folder(_ path: String) -> String {
    path.split(separator: "/").dropFirst(2).first.map(String.init) ?? path
  }

  /// The same between folders.
  var folders: [String: Set<String>] {
    var graph: [String: Set<String>] = [:]
    for (path, others) in mentions {
      let folder = Self.folder(path)
      graph[folder, default: []].formUnion(Set(others.map(Self.folder)).subtracting([folder]))
    }
    return graph
  }
}
