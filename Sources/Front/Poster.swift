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

/// The app that a call is taken to come from, and why.
package struct PostingApp: Hashable, Sendable {
  package enum Ground: String, CaseIterable, Sendable {
    /// The process is in a sandbox of this app.
    case sandbox
    /// The hint names an app that is installed.
    case desktopEntry
    /// Who passed the call on names it in the hint, having looked.
    case forwarder
    /// An installed app has this id or this name.
    case name
    /// The process runs the program that this app's entry starts; where several do, its scope names this one.
    case executable
    /// The process runs where the desktop runs this app.
    case scope
    /// Nothing but its own word.
    case claim
  }

  package let app: AppID
  package let ground: Ground

  /// Whether the call's `desktop-entry` and its app's name name an installed app that it does not come from, or Bellhop.
  package private(set) var hintNamesAnother = false
  package private(set) var nameIsAnothers = false

  /// Whether its windows show what is others', as its desktop entry says: a browser's pages, a terminal's programs. That
  /// one of them is in front says nothing about what of it is seen.
  package private(set) var showsOthers = false

  /// Whether a sandbox or an installed entry stands behind it.
  package var isVouchedFor: Bool { ground != .claim }

  /// `nil` for none, and for the daemon's own apps: those come by the sockets.
  package init?(_ app: AppID?, _ ground: Ground) {
    guard let app, !OwnName.isTaken(by: app.text) else { return nil }
    self.init(known: app, ground)
  }

  package func naming(another hint: Bool, _ name: Bool) -> PostingApp {
    var app = self
    app.hintNamesAnother = hint
    app.nameIsAnothers = name
    return app
  }

  package func showing(others: Bool) -> PostingApp {
    var app = self
    app.showsOthers = others
    return app
  }

  private init(known app: AppID, _ ground: Ground) {
    self.app = app
    self.ground = ground
  }

  /// Whoever gives no name.
  static let unknown = PostingApp(known: .unknown, .claim)
  /// Bellhop's own command, when it tries the way that all apps go.
  static let ownCommand = PostingApp(known: .shell, .executable)
}

/// What a program calls itself, made an id of.
enum ClaimedName {
  /// Every run of what no id has becomes one `-`: "Visual Studio Code" is Visual-Studio-Code. Where that loses letters, as of
  /// any other script, the checksum of the name tells it apart from others. `nil` for no name.
  static func app(_ name: String) -> AppID? {
    let name = name.cut(toBytes: Limits.idBytes)
    let parts = name.utf8.split { !isOfPlainID($0) }
    let id = parts.map { String(Substring($0)) }.joined(separator: "-")
    // "." and ".." mean something to file systems.
    let stem = id.drop { $0 == "." || $0 == "-" }
    guard name.isReadable else { return nil }
    let losesLetters = name.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    if !losesLetters, let app = AppID(String(stem)) { return app }
    let mark = String(PNG.crc32(Array(name.utf8)), radix: 16)
    let words = stem.isEmpty ? "app" : String(stem).cut(toBytes: Limits.idBytes - mark.utf8.count - 1)
    return AppID("\(words)-\(mark)") ?? AppID("app-\(mark)")
  }
}
