import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// How a bar is told: a line each time.
enum BarFormat: Equatable {
  case waybar, i3blocks, plain
  case template(Template)

  static let words = ["waybar", "i3blocks", "plain"]
  static let names: [Template.Name] = [.unread, .held, .missed, .dnd, .app, .title]

  init(_ text: String, option: String) throws(Failure) {
    switch text {
    case "waybar": self = .waybar
    case "i3blocks": self = .i3blocks
    case "plain": self = .plain
    case let text where text.contains("{"):
      self = .template(try Template(text, names: Self.names, option: option))
    default:
      throw .usage(
        "\(option) is one of \(Self.words.joined(separator: ", ")), or a TEMPLATE such as '{unread} {title}'")
    }
  }

  /// `state`: `nil` where no daemon answers. Never with a line break in it that the person has not written.
  func line(_ state: BarState?, words: BarWording) -> String {
    let text = BarText(state: state, words: words)
    return switch self {
    case .waybar:
      JSON(fields: [
        "text": text.count.json, "alt": text.class.rawValue.json, "tooltip": text.tooltip.json,
        "class": text.class.rawValue.json,
      ]).text
    case .i3blocks:
      // The marks of Pango mean nothing in it, whatever the bar's configuration says.
      JSON(fields: [
        "full_text": text.sentence.json, "short_text": text.count.json, "markup": "none".json,
      ]).text
    case .plain: text.sentence
    case .template(let template): state == nil ? "" : template.filled(text.value)
    }
  }
}

/// The parts of a bar's line.
private struct BarText {
  let state: BarState?
  let words: BarWording

  private static let tooltipEntries = 5
  private static let tooltipColumns = 72

  var `class`: BarClass { BarClass(state) }

  /// Empty for none.
  var count: String { state.map { $0.unread > 0 ? String($0.unread) : "" } ?? "" }

  /// What there is to tell, in words; empty for nothing.
  var sentence: String {
    guard let state else { return words.noDaemon }
    let newest = state.newest(1).first.map { "\($0.shownName()): \(visible($0.title))" }
    return [facts(state).joined(separator: ", "), newest ?? ""].filter { !$0.isEmpty }
      .joined(separator: " — ")
  }

  /// With the marks of Pango.
  var tooltip: String {
    guard let state else { return Self.escaped(words.noDaemon) }
    let facts = facts(state)
    let head = facts.isEmpty ? words.nothingNew : facts.joined(separator: ", ")
    let newest = state.newest(Self.tooltipEntries).map { entry in
      let name = "<b>\(Self.escaped(entry.shownName()))</b>"
      return name + "  " + Self.escaped(cut(visible(entry.title), to: Self.tooltipColumns))
    }
    return ([Self.escaped(head)] + newest).joined(separator: "\n")
  }

  private func facts(_ state: BarState) -> [String] {
    (state.unread > 0 ? [words.unread(state.unread)] : [])
      + (state.held > 0 ? [words.held(state.held)] : [])
      + (state.missed > 0 ? [words.missed(state.missed)] : [])
      + (state.doNotDisturb ? [words.doNotDisturb] : [])
  }

  func value(_ name: Template.Name) -> String {
    guard let state else { return "" }
    let newest = state.newest(1).first
    return switch name {
    case .unread: String(state.unread)
    case .held: String(state.held)
    case .missed: String(state.missed)
    case .dnd: state.doNotDisturb ? "on" : "off"
    case .app: newest.map { $0.shownName() } ?? ""
    case .title: newest.map { visible($0.title) } ?? ""
    case .id: newest?.id.description ?? ""
    }
  }

  /// By scalars, as Pango reads it: a sign with a mark on it is the sign all the same.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
