import NotificationModel

/// A line for each entry, for a program that lets the person choose one.
enum ListFormat: Equatable {
  /// Its id, two blanks and its text; then its icon, as rofi has it, whose way fuzzel goes too.
  case picker
  case template(Template)

  static let words = ["rofi", "fuzzel"]
  private static let names = Template.Name.allCases

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

  /// Whether it has to be known how Do Not Disturb stands.
  var tellsDoNotDisturb: Bool {
    if case .template(let template) = self { template.uses(.dnd) } else { false }
  }

  /// Without the line break.
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
        case .app: entry.shownName()
        case .title: visible(entry.title)
        }
      }
    }
  }
}
