import Configuration
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

extension Subcommand {
  static let inventory = Subcommand(
    name: "inventory", summary: "Say how a person's Bellhop is set up, for an administrator to collect.",
    options: [.json],
    notes: """
      Run it as the person. It says what their daemon is, what their apps may do and who decided that, and what the \
      configuration files come to, with every fault. These are the files in the usual places, also where the daemon was \
      started with --config and reads others: check-config FILE tells of those. No text of a notification is in it, nor \
      what an app says it is for.
      With --json one object: {"user":…,"version":…,"running":…,"status":…,"apps":[…],"faults":[…],"files":[…],
      "configuration":…,"origins":…}. Where no daemon runs, running is false, and status and apps are missing. Each app
      has what was decided about it as "decided":[{"settings":["Authorization",…],"file":…},…]; where file is missing,
      the person did. What is not in there is as built in.
      """
  ) { (arguments, session) throws(Failure) in
    let inventory = try Inventory(session)
    if arguments.has(.json) {
      session.print(inventory.json)
    } else {
      session.terminal.write(inventory.text(session))
    }
  }
}

/// The setup of one person's Bellhop.
private struct Inventory {
  private let user: UInt32
  /// `nil` without a running daemon.
  private var daemon: (status: DaemonStatus, apps: [AppEntry])?
  private let files: [LayerFile]
  private let policy: Policy
  private let faults: [ConfigurationFault]

  init(_ session: Session) throws(Failure) {
    user = getuid()
    (files, policy, faults) = ConfigurationFiles().read()
    do throws(Failure) {
      daemon = try session.control { (try $0.status(), try $0.apps().map(Self.withoutPurposes)) }
    } catch {
      guard case .noDaemon = error else { throw error }
    }
  }

  /// Removes the purposes of questions, which are the app's own text.
  private static func withoutPurposes(_ app: AppEntry) -> AppEntry {
    var app = app
    app.question = app.question.map { _ in "" }
    app.marketingQuestion = app.marketingQuestion.map { _ in "" }
    return app
  }

  var json: JSON {
    let person = JSON(fields: [
      "user": Int(user).json, "name": accountName(user)?.json, "version": Version.current.json,
      "running": (daemon != nil).json, "status": daemon?.status.json,
      "apps": daemon.map { .array($0.apps.map(\.json)) },
    ])
    let configuration = faults.isEmpty ? configurationJSON(policy, files: files) : .object([])
    return .object([person, JSON(faults), configuration].flatMap(\.fields))
  }

  func text(_ session: Session) -> String {
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    let rows =
      [
        ["user:", "\(accountName(user) ?? "") (\(user))"],
        ["version:", daemon?.status.version ?? "no daemon runs"],
        ["files:", files.isEmpty ? "none" : files.map { visible($0.path) }.joined(separator: " ")],
        ["faults:", faults.isEmpty ? "none" : String(faults.count)],
      ] + (daemon?.status.configurationFault.map { [["daemon's fault:", visible($0)]] } ?? [])
    return Table(rows: rows).text(style: style) + faults.map { "  \(visible($0.description))\n" }.joined()
      + (daemon.map {
        "\n" + appList($0.apps, clock: session.clock, style: style, columns: columns)
      } ?? "")
      + decisions(style, columns: columns)
  }

  /// Empty if no decision differs from the built-in ones.
  private func decisions(_ style: Style, columns: Int?) -> String {
    let rows = (daemon?.apps ?? []).flatMap { app in
      app.deciders.map { decider in
        [
          app.app.text, decider.settings.joined(separator: " "),
          decider.file.map { visible($0) } ?? "the person",
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    return "\n"
      + Table(header: ["APP", "SETTINGS", "DECIDED BY"], rows: rows).text(style: style, columns: columns)
  }
}

extension JSON {
  fileprivate var fields: [Field] { if case .object(let fields) = self { fields } else { [] } }
}
