import Configuration
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// The setup of one person's Bellhop, for a report or an administrator's collection: the daemon's state, what apps may
/// do and who decided that, and what the configuration files come to. No text of a notification.
struct Setup {
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
}

extension JSON {
  fileprivate var fields: [Field] { if case .object(let fields) = self { fields } else { [] } }
}
