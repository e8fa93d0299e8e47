import NotificationModel

/// The installed apps by what their windows call themselves.
struct AppIndex: Sendable {
  /// By id and by `StartupWMClass`, as they are written.
  private var exact: [String: Set<AppID>] = [:]
  /// By the same in lower case.
  private var folded: [String: Set<AppID>] = [:]

  mutating func add(_ app: AppID, windowClass: String?) {
    for name in [app.text, windowClass].compactMap({ $0 }) {
      exact[name, default: []].insert(app)
      folded[name.lowercased(), default: []].insert(app)
    }
  }

  func contains(_ app: AppID) -> Bool { exact[app.text]?.contains(app) == true }

  /// The apps that the first name with any of them means; none of the names may mean one.
  func apps(named names: [String]) -> Set<AppID> {
    let exactly = names.lazy.compactMap { exact[$0] }.first
    // GTK writes "Org.gnome.Evince" where the entry is org.gnome.Evince, and entries have no blanks.
    return exactly
      ?? names.lazy.compactMap { folded[String($0.lowercased().map { $0 == " " ? "-" : $0 })] }.first ?? []
  }
}
