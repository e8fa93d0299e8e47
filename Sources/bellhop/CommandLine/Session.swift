import BellhopClient
import Configuration
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// The environment of a subcommand: the daemon's sockets, the terminal and the clock.
struct Session: Sendable {
  enum Socket {
    case notifications, control

    /// The shell posts on the control socket alone; other apps on the socket for apps.
    init(of app: String) { self = app == AppID.shell.text ? .control : .notifications }
  }

  let runtimeDirectory: String?
  let terminal: Terminal
  let clock: LocalClock
  /// The wording in the person's language.
  let wording: Wording
  /// The wording of the command line itself.
  let words: CommandWording

  init(runtimeDirectory: String?, terminal: Terminal, wording: Wording) {
    self.runtimeDirectory = runtimeDirectory
    self.terminal = terminal
    self.wording = wording
    words = CommandWording(locale: wording.locale)
    clock = LocalClock(words: words.times)
  }

  /// Calls `io.bellhop.Control` on a new connection. With `--json` among these arguments, the replies are printed as
  /// they come.
  @discardableResult
  func control<Value>(
    _ arguments: Arguments? = nil, _ body: (ControlClient) throws -> Value
  ) throws(Failure) -> Value {
    try connect(to: .control, arguments) { try body(ControlClient(connection: $0)) }
  }

  /// Makes a change, and says so where it holds but is not stored yet.
  func change(_ arguments: Arguments?, _ body: (ControlClient) throws -> Bool) throws(Failure) {
    guard try !control(arguments, body) else { return }
    terminal.writeError("bellhop: \(words.changes.holdsUnstored)\n")
  }

  /// Like `control`, for `io.bellhop.Notifications`, which both sockets offer.
  @discardableResult
  func notifications<Value>(
    on socket: Socket, _ arguments: Arguments? = nil, _ body: (NotificationsClient) throws -> Value
  ) throws(Failure) -> Value {
    try connect(to: socket, arguments) { try body(NotificationsClient(connection: $0)) }
  }

  /// The language for calls; `nil` for English, their default, and for a locale without a language tag.
  var language: String? {
    let isTag = (2...3).contains(wording.locale.utf8.count) && wording.locale.utf8.allSatisfy { $0 < 0x80 }
    return wording.locale == "en" || !isTag ? nil : wording.locale
  }

  func print(_ reply: JSON) { terminal.write(reply.text + "\n") }

  /// Calls the daemon for a fraction of a second; `nil` without an answer, and no message.
  func glance<Value>(_ body: (ControlClient) throws -> Value) -> Value? {
    guard let connection = try? VarlinkConnection(to: path(of: .control), timeout: .milliseconds(200)) else {
      return nil
    }
    connection.replyTimeout = .milliseconds(300)
    return try? body(ControlClient(connection: connection))
  }

  /// A session with the sockets of this directory, if one is given.
  func with(runtimeDirectory: String?) -> Session {
    Session(
      runtimeDirectory: runtimeDirectory ?? self.runtimeDirectory, terminal: terminal, wording: wording)
  }

  func with(terminal: Terminal) -> Session {
    Session(runtimeDirectory: runtimeDirectory, terminal: terminal, wording: wording)
  }

  private func connect<Value>(
    to socket: Socket, _ arguments: Arguments?, _ body: (VarlinkConnection) throws -> Value
  ) throws(Failure) -> Value {
    do {
      let connection = try VarlinkConnection(to: path(of: socket))
      if arguments?.has(.json) == true { connection.onReply = print }
      return try body(connection)
    } catch let failure as Failure {
      throw failure
    } catch let fault as FieldFault {
      throw .refused(fault.callError)
    } catch let error as ClientError {
      throw Failure(error)
    } catch {
      throw .failed("\(error)")
    }
  }

  private func path(of socket: Socket) -> String {
    let paths = SocketPaths(runtimeDirectory: runtimeDirectory)
    return switch socket {
    case .notifications: paths.notifications
    case .control: paths.control
    }
  }
}

/// An app that has never posted and is in no configuration file: its id may be mistyped.
struct UnknownApp {
  private let app: AppID
  private let known: [AppEntry]

  /// `nil` if the app is known.
  init?(_ app: AppID, among known: [AppEntry]) {
    guard app != .shell, !known.contains(where: { $0.app == app }) else { return nil }
    self.app = app
    self.known = known
  }

  /// The hint compares names as well as ids, since a name is often mistaken for the id.
  var sentence: ErrorSentence {
    let text = app.text.lowercased()
    let named = known.first { entry in
      let id = entry.app.text.lowercased()
      return entry.name.lowercased() == text || id == text || id.hasSuffix(".\(text)")
    }
    let meant = named?.app.text ?? Spelling.nearest(to: app.text, among: known.map(\.app.text))
    return .neverPosted(app: app.text, meant: meant)
  }
}

extension Session {
  /// Warns if an app is unknown; the subcommand continues.
  func remarkIfUnknown(_ text: String) {
    guard let app = AppID(text), let known = glance({ try $0.apps() }) else { return }
    if let unknown = UnknownApp(app, among: known) {
      terminal.remark("bellhop: \(visible(words.error(unknown.sentence)))\n")
    }
  }
}
