package import NotificationModel

/// The installed apps, as their desktop entries have them.
package protocol DesktopEntryTable {
  func hasEntry(_ app: AppID) -> Bool
  /// The apps whose entry has this for its Name, in no order.
  func apps(named name: String) -> [AppID]
  /// The apps whose entry starts this program, by the path of its file, in no order.
  func apps(running program: String) -> [AppID]
  /// Whether the entry's Categories say WebBrowser or TerminalEmulator (Desktop Menu Specification, "Registered
  /// Categories").
  func showsOthers(_ app: AppID) -> Bool
}

/// All that is known of whoever made a call.
package struct Poster: Hashable, Sendable {
  /// The app of the sandbox that its process is in.
  package var sandbox: AppID?
  /// Whether it passes on for others, whom it has looked at: a backend of the desktop's portal.
  package var isForwarder: Bool
  /// The hint, and what the call names its app.
  package var desktopEntry: String?
  package var appName: String
  /// The apps that the scope of its process may be named after, the likeliest first.
  package var scope: [AppID]
  /// The program of its process, as in `ProcessPlace`.
  package var program: String?
  package var isOwnCommand: Bool
  /// Whether its process cannot be told from one in a sandbox that nobody vouches for: then its word is all there is.
  package var isUnverified: Bool

  package init(
    sandbox: AppID? = nil, isForwarder: Bool = false, desktopEntry: String? = nil, appName: String = "",
    scope: [AppID] = [], program: String? = nil, isOwnCommand: Bool = false, isUnverified: Bool = false
  ) {
    self.sandbox = sandbox
    self.isForwarder = isForwarder
    self.isUnverified = isUnverified
    self.desktopEntry = desktopEntry
    self.appName = appName
    self.scope = scope
    self.program = program
    self.isOwnCommand = isOwnCommand
  }

  /// `caller`: who made the call; `nil` where nobody knows any more.
  package init(_ caller: Caller?, desktopEntry: String?, appName: String) {
    self.init(
      sandbox: caller?.place?.sandbox, isForwarder: caller?.isForwarder ?? false, desktopEntry: desktopEntry,
      appName: appName, scope: caller?.place?.scope ?? [], program: caller?.place?.program,
      isOwnCommand: caller?.place?.isOwnCommand ?? false, isUnverified: caller?.place == nil)
  }

  /// Whose call it is: the first of these that says so.
  package func app(among entries: some DesktopEntryTable) -> PostingApp {
    let poster = attributed(entries)
    return poster.naming(
      another: Self.ids(inHint: desktopEntry ?? "").contains {
        $0 != poster.app && (entries.hasEntry($0) || OwnName.isTaken(by: $0.text))
      },
      nameIsAnothers(poster.app, entries)
    ).showing(others: entries.showsOthers(poster.app))
  }

  private func nameIsAnothers(_ app: AppID, _ entries: some DesktopEntryTable) -> Bool {
    if OwnName.isTaken(by: appName) { return app != .shell }
    if let id = AppID(appName), id != app, entries.hasEntry(id) { return true }
    guard !appName.isEmpty, Limits.line.excess(of: appName) == nil else { return false }
    let named = entries.apps(named: appName)
    return !named.isEmpty && !named.contains(app)
  }

  private func attributed(_ entries: some DesktopEntryTable) -> PostingApp {
    guard !isUnverified else { return claimed(entries) }
    // A sandbox vouches for its app alone. The app's own words are not asked, because they could name any installed
    // app.
    if let sandbox { return PostingApp(sandbox, .sandbox) ?? .unknown }
    if isOwnCommand, OwnName.isTaken(by: appName) { return .ownCommand }
    return byHint(entries) ?? byName(entries) ?? byExecutable(entries) ?? byScope(entries)
      ?? claimed(entries)
  }

  private func byHint(_ entries: some DesktopEntryTable) -> PostingApp? {
    let ids = Self.ids(inHint: desktopEntry ?? "")
    return PostingApp(ids.first(where: entries.hasEntry), .desktopEntry)
      ?? (isForwarder ? PostingApp(ids.first, .forwarder) : nil)
  }

  /// Some give the file's name, or its path. But an id may itself end like a file's: "org.telegram.desktop".
  private static func ids(inHint hint: String) -> [AppID] {
    let suffix = ".desktop"
    guard hint.utf8.count <= Limits.pathBytes, let name = hint.split(separator: "/").last else { return [] }
    let stem = name.hasSuffix(suffix) ? name.dropLast(suffix.count) : nil
    return [name, stem].compactMap { $0.flatMap { AppID(String($0)) } }
  }

  private func byName(_ entries: some DesktopEntryTable) -> PostingApp? {
    if let id = AppID(appName), entries.hasEntry(id) { return PostingApp(id, .name) }
    guard !appName.isEmpty, Limits.line.excess(of: appName) == nil else { return nil }
    // Several desktops have an app called "Files".
    return PostingApp(one(of: entries.apps(named: appName)), .name)
  }

  /// The only one, or the one that the process runs as.
  private func one(of apps: [AppID]) -> AppID? {
    apps.count == 1 ? apps.first : scope.first(where: apps.contains)
  }

  /// Debian's Firefox posts as "Firefox", and its entry is firefox-esr with the Name "Firefox ESR". After hint and name:
  /// where these name an installed app they tell apart the apps of one program. Before the scope, in which an app's
  /// children are as well.
  private func byExecutable(_ entries: some DesktopEntryTable) -> PostingApp? {
    guard !isForwarder, !KnownApps.isScriptTool(appName), let program else { return nil }
    return PostingApp(one(of: entries.apps(running: program)), .executable)
  }

  private func byScope(_ entries: some DesktopEntryTable) -> PostingApp? {
    // A forwarder's own scope says nothing about those it speaks for, nor does a terminal's.
    guard !isForwarder, !KnownApps.isScriptTool(appName) else { return nil }
    return PostingApp(
      scope.first(where: entries.hasEntry).flatMap { KnownApps.isTerminal($0) ? nil : $0 }, .scope)
  }

  /// Never an installed app, nor one of the daemon's own: its settings, and what it has posted, are its own.
  private func claimed(_ entries: some DesktopEntryTable) -> PostingApp {
    let name = [appName, desktopEntry ?? ""].first(where: \.isReadable) ?? ""
    let app = ClaimedName.app(name).flatMap { app in
      OwnName.isTaken(by: name) || OwnName.isTaken(by: app.text) || entries.hasEntry(app)
        ? AppID("claimed-\(app.text)") : app
    }
    return PostingApp(app, .claim) ?? .unknown
  }
}
