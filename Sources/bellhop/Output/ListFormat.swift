import NotificationModel

/// A format of one line per entry, for a program in which the person chooses one.
enum ListFormat: Equatable {
  /// The id, two blanks and the text; then the icon in rofi's format, which fuzzel reads, too.
  case picker
  case template(Template)

  static let words = ["rofi", "fuzzel"]
  private static let names = Template.Name.allCases.filter { $0 != .quiet }

  init(_ text: String, option: String) throws(Failure) {
    switch text {
    case "rofi", "fuzzel": self = .picker
    case let text where text.contains("{"):
      self = .template(try Template(text, names: Self.names, option: option))
    default:
      throw .usage(
        "\(option) is one of \(Self.words.joined(separator: ", ")), or a TEMPLATE such as '{id} {title}'")
    }
  }

  /// True if the format needs the state of Do Not Disturb.
  var tellsDoNotDisturb: Bool {
    if case .template(let template) = self { template.uses(.dnd) } else { false }
  }

  /// The line of an entry, without its line break.
  func line(_ entry: Entry, doNotDisturb: Bool) -> String {
    switch self {
    case .picker:
      let text = [entry.title, entry.body ?? ""].filter { !$0.isEmpty }.joined(separator: " — ")
      let mark = entry.unread ? "* " : ""
      return "\(entry.id)  \(mark)\(entry.shownName()): \(visible(text))\0icon\u{1f}\(entry.app)"
    case .template(let template):
      return template.filled { name in
        switch name {
        case .id: entry.id.description
        case .unread: entry.unread ? "1" : "0"
        case .held: entry.state == .held || entry.state == .awaitingConsent ? "1" : "0"
        case .missed: entry.missed == nil ? "0" : "1"
        case .dnd: doNotDisturb ? "on" : "off"
        // Only a bar's.
        case .quiet: ""
        case .app: entry.shownName()
        case .title: visible(entry.title)
        }
      }
    }
  }
}

/// A line of the person's, with names in braces for values: `{unread} {title}`. Two braces stand for one.
struct Template: Equatable, Sendable {
  enum Name: String, CaseIterable, Sendable {
    case id, unread, held, missed, dnd, quiet, app, title
  }

  private enum Part: Equatable {
    case text(String)
    case name(Name)
  }

  private let parts: [Part]

  /// Throws for names that are not among these, and for control characters other than tab, which separates columns.
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
      // A value must not form the opening of a tag with the text before it, either.
      if line.unicodeScalars.last == "%", next.unicodeScalars.first == "{" { line += " " }
      line += next
    }
    return line
  }
}
