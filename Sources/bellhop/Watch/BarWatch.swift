import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// Prints a line for a bar at once, and then whenever it would be another; for as long as somebody reads them.
///
/// The loop owns the state. What the daemon says comes from a thread of its own, which waits there as long as it takes.
final class BarWatch {
  private let format: BarFormat
  private let session: Session
  private let words: BarWording
  private let loop: EventLoop
  private let feed: WatchFeed
  private var state: BarState?
  private var printed: String?
  private var isAway = false

  /// A daemon that is there answers sooner; one that is being started, or does not answer, counts as none meanwhile.
  private static let patience: Int64 = 500

  init(_ format: BarFormat, session: Session) throws(Failure) {
    self.format = format
    self.session = session
    words = BarWording(locale: session.wording.locale)
    do throws(SystemError) { loop = try EventLoop() } catch { throw .failed("\(error)") }
    feed = WatchFeed(session: session, loop: loop, withRead: false)
  }

  func run() throws(Failure) {
    var failure: Failure?
    loop.onIterationEnd = { [unowned self] in
      for news in feed.drain() {
        switch news {
        case .reply(let reply): apply(reply)
        // Unread ones alone are told anew by themselves.
        case .turned: break
        case .away(let reason): lose(reason)
        case .ended(let reason):
          failure = reason
          loop.stop()
        }
      }
      // Until the first reply, or a while without one, there is nothing to say.
      if state != nil || printed != nil || isAway { tell() }
    }
    loop.setTimer(at: EventLoop.now().uptime + Self.patience) { [unowned self] in
      if printed == nil { tell() }
    }
    // A bar that has gone shows at once, not only with the next line.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [loop] _ in loop.stop() }
    feed.start()
    loop.run()
    if let failure { throw failure }
  }

  private func apply(_ reply: WatchReply) {
    if isAway { session.terminal.remark("bellhop: the daemon is back\n") }
    isAway = false
    var state = state ?? BarState()
    state.apply(reply)
    self.state = state
  }

  private func lose(_ reason: String) {
    state = nil
    guard !isAway else { return }
    isAway = true
    session.terminal.complain("bellhop: waiting for the daemon: \(reason)\n")
  }

  private func tell() {
    let line = format.line(state, words: words)
    guard line != printed else { return }
    printed = line
    session.terminal.write(line + "\n")
  }
}

/// What a bar shows of the list.
struct BarState {
  private(set) var unread = 0
  private(set) var held = 0
  private(set) var doNotDisturb = false
  private var locked: Bool?
  private var entries = KeptEntries()

  mutating func apply(_ reply: WatchReply) {
    // When the screen locks, what was told before is no longer to be seen; all that may be is told again.
    if locked != reply.locked { entries.removeAll() }
    locked = reply.locked
    unread = reply.unread
    held = reply.held ?? 0
    doNotDisturb = reply.doNotDisturb
    for entry in reply.changed { entry.unread ? entries.put(entry) : entries.remove(entry.id) }
    for id in reply.gone { entries.remove(id) }
  }

  /// The number of unread notifications that the person has missed, without held ones.
  var missed: Int { entries.newestFirst.count { $0.missed != nil && $0.state != .held } }

  /// The newest unread ones but for those that are held back: a bar is no way around what holds them.
  func newest(_ count: Int) -> [Entry] {
    Array(entries.newestFirst.lazy.filter { $0.state != .held }.prefix(count))
  }
}

/// How things stand, in one word: for the style of a bar.
enum BarClass: String {
  case none, unread, held, dnd, down

  /// `nil` where no daemon answers.
  init(_ state: BarState?) {
    guard let state else {
      self = .down
      return
    }
    self =
      state.doNotDisturb ? .dnd : !state.newest(1).isEmpty ? .unread : state.held > 0 ? .held : .none
  }
}

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
