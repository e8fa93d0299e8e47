import Configuration
import NotificationModel
import NotificationProtocol
import Wording

/// An app that has never posted and stands in no file: its id may be mistyped.
struct UnknownApp {
  private let app: AppID
  private let known: [AppEntry]

  /// `nil` if the app is known.
  init?(_ app: AppID, among known: [AppEntry]) {
    guard app != .shell, !known.contains(where: { $0.app == app }) else { return nil }
    self.app = app
    self.known = known
  }

  /// The hint compares names as well as ids, since a name is often taken for the id.
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
  /// Remarks that an app is unknown, if so; the subcommand goes on all the same.
  func remarkIfUnknown(_ text: String) {
    guard let app = AppID(text), let known = glance({ try $0.apps() }) else { return }
    if let unknown = UnknownApp(app, among: known) {
      terminal.remark("bellhop: \(visible(words.error(unknown.sentence)))\n")
    }
  }
}
