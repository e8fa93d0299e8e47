import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// Prints a line for a bar at once, and again whenever it changes, until the reader has gone.
///
/// The loop owns the state. The daemon's replies come from a thread of their own, which waits as long as needed.
final class BarWatch {
  private let format: BarFormat
  private let session: Session
  private let words: BarWording
  private let loop: EventLoop
  private let feed: WatchFeed
  /// `nil` until all of the present state is there.
  private var state: BarState?
  private var heard: BarState?
  private var printed: String?
  private var isAway = false

  /// A running daemon replies sooner; one that is starting or hangs counts as missing meanwhile.
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
        // Sent only to feeds that include read entries.
        case .lockChanged: break
        case .away(let reason): disconnect(reason)
        case .ended(let reason):
          failure = reason
          loop.stop()
        }
      }
      // Before the whole of the first state, or the end of `patience`, nothing is printed.
      if state != nil || printed != nil || isAway { printLine() }
    }
    loop.setTimer(at: EventLoop.now().uptime + Self.patience) { [unowned self] in
      if printed == nil, heard == nil { printLine() }
    }
    // Ends when the bar has gone, not only at the next line.
    _ = try? loop.monitor(STDOUT_FILENO, for: []) { [unowned loop] _ in loop.stop() }
    feed.start()
    loop.run()
    if let failure { throw failure }
  }

  private func apply(_ reply: WatchReply) {
    if isAway { session.terminal.remark("bellhop: the daemon is back\n") }
    isAway = false
    var heard = heard ?? BarState()
    heard.apply(reply)
    self.heard = heard
    if !reply.more { state = heard }
  }

  private func disconnect(_ reason: String) {
    (state, heard) = (nil, nil)
    guard !isAway else { return }
    isAway = true
    session.terminal.writeError("bellhop: waiting for the daemon: \(reason)\n")
  }

  private func printLine() {
    let line = format.line(state, words: words, clock: LocalClock())
    guard line != printed else { return }
    printed = line
    session.terminal.write(line + "\n")
  }
}

/// The parts of the list that a bar shows.
struct BarState {
  private(set) var unread = 0
  private(set) var held = 0
  private(set) var doNotDisturb = false
  private(set) var quiet: [QuietReport] = []
  private(set) var isStored = true
  private var locked: Bool?
  private var entries = KeptEntries()

  mutating func apply(_ reply: WatchReply) {
    // When the lock state changes, earlier texts may no longer be shown; the daemon sends the visible ones again.
    if locked != reply.locked { entries.removeAll() }
    locked = reply.locked
    unread = reply.unread
    held = reply.held ?? 0
    doNotDisturb = reply.doNotDisturb
    quiet = reply.causes
    isStored = reply.storageFault == nil
    for entry in reply.changed { entry.unread ? entries.put(entry) : entries.remove(entry.id) }
    for id in reply.gone { entries.remove(id) }
  }

  /// The number of unread notifications that the person has missed, without held ones.
  var missed: Int { entries.newestFirst.count { $0.missed != nil && $0.state != .held } }

  /// The newest unread entries without held ones, which a bar must not reveal early.
  func newest(_ count: Int) -> [Entry] {
    Array(entries.newestFirst.lazy.filter { $0.state != .held }.prefix(count))
  }
}

/// The state in one word, for the style of a bar.
enum BarClass: String {
  case none, unread, held, quiet, dnd, down

  /// `nil` without a daemon.
  init(_ state: BarState?) {
    guard let state else {
      self = .down
      return
    }
    self =
      state.doNotDisturb
      ? .dnd
      : !state.quiet.isEmpty
        ? .quiet : !state.newest(1).isEmpty ? .unread : state.held > 0 ? .held : .none
  }
}

/// The format of a bar's lines.
enum BarFormat: Equatable {
  case waybar, i3blocks, plain
  case template(Template)

  static let words = ["waybar", "i3blocks", "plain"]
  static let names: [Template.Name] = [.unread, .held, .missed, .dnd, .quiet, .app, .title]

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

  /// `state`: `nil` without a daemon. The line contains no line break other than the template's.
  func line(_ state: BarState?, words: BarWording, clock: LocalClock) -> String {
    let text = BarText(state: state, words: words, clock: clock)
    return switch self {
    case .waybar:
      JSON(fields: [
        "text": text.count.json, "alt": text.class.rawValue.json, "tooltip": text.tooltip.json,
        "class": text.class.rawValue.json,
      ]).text
    case .i3blocks:
      // Switches off Pango markup, which the bar's configuration may have switched on.
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
  let clock: LocalClock

  private static let tooltipEntries = 5
  private static let tooltipColumns = 72

  var `class`: BarClass { BarClass(state) }

  /// Empty for 0.
  var count: String { state.map { $0.unread > 0 ? String($0.unread) : "" } ?? "" }

  /// The state in words; empty if there is nothing to report.
  var sentence: String {
    guard let state else { return words.noDaemon }
    let newest = state.newest(1).first.map { "\($0.shownName()): \(visible($0.title))" }
    return [facts(state).joined(separator: ", "), newest ?? ""].filter { !$0.isEmpty }
      .joined(separator: " — ")
  }

  /// The tooltip, with Pango markup.
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
      + words.causes(of: state.quiet, clock) + (state.isStored ? [] : [words.nothingIsStored])
  }

  func value(_ name: Template.Name) -> String {
    guard let state else { return "" }
    let newest = state.newest(1).first
    return switch name {
    case .unread: String(state.unread)
    case .held: String(state.held)
    case .missed: String(state.missed)
    case .dnd: state.doNotDisturb ? "on" : "off"
    case .quiet: words.causes(of: state.quiet, clock).joined(separator: ", ")
    case .app: newest.map { $0.shownName() } ?? ""
    case .title: newest.map { visible($0.title) } ?? ""
    case .id: newest?.id.description ?? ""
    }
  }

  /// Works on scalars, as Pango does: a combining mark does not hide the character before it.
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
