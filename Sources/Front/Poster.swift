import Guidelines
package import NotificationModel

/// The installed apps, by their desktop entries.
package protocol DesktopEntryTable {
  func hasEntry(_ app: AppID) -> Bool
  /// The apps whose entry has a Name that is seen as this one (`PlainText.asSeen`), in no order.
  func apps(named name: String) -> [AppID]
  /// The apps whose entry starts this program, by the path of its file, in no order.
  func apps(running program: String) -> [AppID]
  /// Whether the entry's Categories say WebBrowser or TerminalEmulator (Desktop Menu Specification, "Registered
  /// Categories").
  func showsOthers(_ app: AppID) -> Bool
}

/// All that is known of the sender of a call, verified or claimed.
package struct Poster: Hashable, Sendable {
  /// The app of the sandbox that the sender's process is in.
  package var sandbox: AppID?
  /// Whether the process is in a container, as in `ProcessPlace`.
  package var isContained: Bool
  /// Whether the sender is a backend of the desktop's portal, which forwards calls of apps that it has identified.
  package var isForwarder: Bool
  /// The hint `desktop-entry`, and below it the argument `app_name`.
  package var desktopEntry: String?
  package var appName: String
  /// The apps that the scope of the process may be named after, the likeliest first.
  package var scope: [AppID]
  /// The program of the process, as in `ProcessPlace`.
  package var program: String?
  package var isOwnCommand: Bool
  /// Whether the process could not be verified and may be in an unknown sandbox: then only the call's own claims are
  /// left.
  package var isUnverified: Bool

  package init(
    sandbox: AppID? = nil, isContained: Bool = false, isForwarder: Bool = false, desktopEntry: String? = nil,
    appName: String = "",
    scope: [AppID] = [], program: String? = nil, isOwnCommand: Bool = false, isUnverified: Bool = false
  ) {
    self.sandbox = sandbox
    self.isContained = isContained
    self.isForwarder = isForwarder
    self.isUnverified = isUnverified
    self.desktopEntry = desktopEntry
    self.appName = appName
    self.scope = scope
    self.program = program
    self.isOwnCommand = isOwnCommand
  }

  /// `caller`: the process that made the call; `nil` where it is not known any more.
  package init(_ caller: Caller?, desktopEntry: String?, appName: String) {
    self.init(
      sandbox: caller?.place?.sandbox, isContained: caller?.place?.isContained ?? false,
      isForwarder: caller?.isForwarder ?? false, desktopEntry: desktopEntry,
      appName: appName, scope: caller?.place?.scope ?? [], program: caller?.place?.program,
      isOwnCommand: caller?.place?.isOwnCommand ?? false, isUnverified: caller?.place == nil)
  }

  /// The app that the call is attributed to, by the first `PostingApp.Ground` that applies.
  package func app(among entries: some DesktopEntryTable) -> PostingApp {
    let poster = attributed(entries)
    // A container keeps nothing from its processes, so that what they say goes on as it was said, as a claim.
    let maySayAny = isContained && !poster.isVouchedFor
    return poster.naming(
      another: Self.ids(inHint: desktopEntry ?? "").contains {
        $0 != poster.app && (!maySayAny && entries.hasEntry($0) || OwnName.isTaken(by: $0.text))
      },
      nameIsOfAnotherApp(poster.app, entries, maySayAny: maySayAny)
    ).showing(others: entries.showsOthers(poster.app))
  }

  private func nameIsOfAnotherApp(_ app: AppID, _ entries: some DesktopEntryTable, maySayAny: Bool) -> Bool {
    if OwnName.isTaken(by: appName) { return app != .shell }
    guard !maySayAny else { return false }
    if let id = AppID(seenName), id != app, entries.hasEntry(id) { return true }
    let named = appsNamed(entries)
    return !named.isEmpty && !named.contains(app)
  }

  /// A blank or an invisible character in the name makes no other name of it.
  private var seenName: String { PlainText.asSeen(appName) }

  /// The apps with a name that is seen as this one.
  private func appsNamed(_ entries: some DesktopEntryTable) -> [AppID] {
    let name = seenName
    return name.isEmpty || Limits.line.excess(of: name) != nil ? [] : entries.apps(named: name)
  }

  private func attributed(_ entries: some DesktopEntryTable) -> PostingApp {
    guard !isUnverified else { return claimed(entries) }
    // A sandbox identifies its app, and no other. The call's own claims are ignored, because they could name any
    // installed app.
    if let sandbox { return PostingApp(sandbox, .sandbox) ?? .unknown }
    if isContained { return byExecutable(entries) ?? claimed(entries) }
    if isOwnCommand, OwnName.isTaken(by: appName) { return .ownCommand }
    return byHint(entries) ?? byName(entries) ?? byExecutable(entries) ?? byScope(entries)
      ?? claimed(entries)
  }

  private func byHint(_ entries: some DesktopEntryTable) -> PostingApp? {
    let ids = Self.ids(inHint: desktopEntry ?? "")
    return PostingApp(ids.first(where: entries.hasEntry), .desktopEntry)
      ?? (isForwarder ? PostingApp(ids.first, .forwarder) : nil)
  }

  /// Some apps send the entry's file name or path instead of its id. Both readings of a name that ends in ".desktop"
  /// are returned, because an id may end so as well: "org.telegram.desktop".
  private static func ids(inHint hint: String) -> [AppID] {
    let suffix = ".desktop"
    // As servers are given it.
    let hint = HandedOnText(hint).text
    guard hint.utf8.count <= Limits.pathBytes, let name = hint.split(separator: "/").last else { return [] }
    let stem = name.hasSuffix(suffix) ? name.dropLast(suffix.count) : nil
    return [name, stem].compactMap { $0.flatMap { AppID(String($0)) } }
  }

  private func byName(_ entries: some DesktopEntryTable) -> PostingApp? {
    if let id = AppID(seenName), entries.hasEntry(id) { return PostingApp(id, .name) }
    // Several desktops have an app called "Files".
    return PostingApp(one(of: appsNamed(entries)), .name)
  }

  /// The only app, or the one that the scope names.
  private func one(of apps: [AppID]) -> AppID? {
    apps.count == 1 ? apps.first : scope.first(where: apps.contains)
  }

  /// Debian's Firefox posts as "Firefox", and its entry is firefox-esr with the Name "Firefox ESR". Tried after hint
  /// and name, which tell apart several apps of one program; before the scope, in which an app's child processes run as
  /// well.
  private func byExecutable(_ entries: some DesktopEntryTable) -> PostingApp? {
    guard !isForwarder, !KnownApps.isScriptTool(appName), let program else { return nil }
    return PostingApp(one(of: entries.apps(running: program)), .executable)
  }

  private func byScope(_ entries: some DesktopEntryTable) -> PostingApp? {
    // A forwarder's scope does not name the app that it forwards for, nor a terminal's scope the program inside.
    guard !isForwarder, !KnownApps.isScriptTool(appName) else { return nil }
    return PostingApp(
      scope.first(where: entries.hasEntry).flatMap { KnownApps.isTerminal($0) ? nil : $0 }, .scope)
  }

  /// Never returns an installed app or one of the daemon's own, so that an unverified call cannot reach another app's
  /// settings and notifications.
  private func claimed(_ entries: some DesktopEntryTable) -> PostingApp {
    let name = [appName, desktopEntry ?? ""].first(where: \.isReadable) ?? ""
    let app = ClaimedName.app(name).flatMap { app in
      OwnName.isTaken(by: name) || OwnName.isTaken(by: app.text) || entries.hasEntry(app)
        ? AppID("claimed-\(app.text)") : app
    }
    return PostingApp(app, .claim) ?? .unknown
  }
}

/// The app that a call is attributed to, and the ground for that.
package struct PostingApp: Hashable, Sendable {
  package enum Ground: String, CaseIterable, Sendable {
    /// The process is in a sandbox of this app.
    case sandbox
    /// The hint names an app that is installed.
    case desktopEntry
    /// A forwarder, which has identified the app, names it in the hint.
    case forwarder
    /// An installed app has this id or this name.
    case name
    /// The process runs the program that this app's entry starts; where several entries start it, the scope names this
    /// app.
    case executable
    /// The process runs in the scope that the desktop made for this app.
    case scope
    /// The call's own claim, unverified.
    case claim
  }

  package let app: AppID
  package let ground: Ground

  /// Whether the hint `desktop-entry` and the argument `app_name` name Bellhop, or another installed app than this one.
  package private(set) var hintNamesAnotherApp = false
  package private(set) var nameIsOfAnotherApp = false

  /// Whether the app's windows show content of others, by its desktop entry: a browser's pages, a terminal's programs.
  /// With such a window in the foreground, the source of the notification may still be out of sight.
  package private(set) var showsOthers = false

  /// Whether the attribution rests on more than the call's own claim.
  package var isVouchedFor: Bool { ground != .claim }

  /// `nil` for `nil`, and for the daemon's own apps, which post by its own sockets.
  package init?(_ app: AppID?, _ ground: Ground) {
    guard let app, !OwnName.isTaken(by: app.text) else { return nil }
    self.init(known: app, ground)
  }

  package func naming(another hint: Bool, _ name: Bool) -> PostingApp {
    var app = self
    app.hintNamesAnotherApp = hint
    app.nameIsOfAnotherApp = name
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

  /// For calls without any usable name.
  static let unknown = PostingApp(known: .unknown, .claim)
  /// Bellhop's own command, when it tests this interface.
  static let ownCommand = PostingApp(known: .shell, .executable)
}

/// Makes an app id from the name that a program gives itself.
enum ClaimedName {
  /// Each run of characters that an id cannot have becomes one `-`: "Visual Studio Code" is Visual-Studio-Code. Where
  /// letters of other scripts get lost, a checksum of the name is appended. `nil` for a name without visible
  /// characters.
  static func app(_ name: String) -> AppID? {
    let name = name.cut(toBytes: Limits.idBytes)
    let parts = name.utf8.split { !isOfPlainID($0) }
    let id = parts.map { String(Substring($0)) }.joined(separator: "-")
    // "." and ".." are special names in file systems.
    let stem = id.drop { $0 == "." || $0 == "-" }
    guard name.isReadable else { return nil }
    let losesLetters = name.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    if !losesLetters, let app = AppID(String(stem)) { return app }
    let mark = String(CRC32.sum(name.utf8), radix: 16)
    let words = stem.isEmpty ? "app" : String(stem).cut(toBytes: Limits.idBytes - mark.utf8.count - 1)
    return AppID("\(words)-\(mark)") ?? AppID("app-\(mark)")
  }
}
