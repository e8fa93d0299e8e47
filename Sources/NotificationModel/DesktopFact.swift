/// What was found of how this desktop serves, as data: `Wording` makes a finding of it when it is read. Never holds
/// private text.
package enum DesktopFact: Hashable, Sendable {
  case configurationIsSound
  case configurationFault(String)

  case stores(path: String)
  /// What became of what was stored, in the store's words.
  case storageNotice(String)
  case nothingStored(reason: String)

  case noServerBus
  case serverCanBeStarted
  case noServer
  /// `name`: where it is looked for.
  case noServerBehind(name: String)
  case nothingHeardOfServer
  case serverAnswers(Server, milliseconds: Int64, capabilities: [String]?)
  case serverIsSilent(Server, seconds: Int64)
  case ownerIsNoServer(Server)
  /// `sink`: as `--sink` has it.
  case bannersGoElsewhere(sink: String)
  /// Units, of which only one may have the notification name.
  case rivalUnits(loaded: [String], refused: [String])

  case frontIsOn
  /// `owner`: in words of no language; `nil` where only its process is known.
  case frontWaits(owner: String)
  case frontUnreachable(reason: String)
  case frontHasNoDirectory
  case watching
  case notWatching(reason: String)
  /// Who has the name, and what the bus would start for it.
  case nameBelongs(to: String?, activation: String?)
  case frontFilesLeft([String])
  case frontFilesChanged
  case startsServerItself(path: String, line: Int, text: String, remedy: String)

  case focusIsLearnt(from: String)
  case focusIsUnknown
  case focusIsOfX11Alone

  /// `sources`: the names of those that tell of the lock; `isLockKnown`: whether other lockers than the desktop's own
  /// are heard of, too.
  case lock(sources: [String], isLockKnown: Bool, isSharingKnown: Bool)

  case noServerToMute
  case serverToMuteIsNameless
  case serverHasNoMute
  case gnomeHasNoSettings
  case serverMuteIsUnknown(server: String)
  case serverMuteIsRead(server: String)

  case noBadgeBus
  case noDock
  case dockShowsBadges

  case soundsArePlayed
  case noSoundLibrary
  case soundFailed(reason: String)

  case noBusForApps
  case appsStart
  case appsStartByBusAlone

  /// A process that serves, or should.
  package struct Server: Hashable, Sendable {
    /// What it calls itself, with its version.
    package var name: String?
    /// `nil` where the bus cannot tell.
    package var process: UInt32?
    package var program: String?
    /// Otherwise it serves without the name.
    package var ownsName: Bool

    package init(name: String? = nil, process: UInt32?, program: String?, ownsName: Bool) {
      (self.name, self.process, self.program, self.ownsName) = (name, process, program, ownsName)
    }
  }

  /// What a server must do for everything to be seen.
  private static let needed = ["actions", "body"]
  /// Of those, what is not among these.
  package static func lacking(_ capabilities: [String]) -> [String] {
    needed.filter { !capabilities.contains($0) }
  }

  package var subject: DesktopFinding.Subject {
    switch self {
    case .configurationIsSound, .configurationFault: .configuration
    case .stores, .storageNotice, .nothingStored: .storage
    case .noServerBus, .serverCanBeStarted, .noServer, .noServerBehind, .nothingHeardOfServer, .serverAnswers,
      .serverIsSilent, .ownerIsNoServer, .bannersGoElsewhere, .rivalUnits:
      .server
    case .frontIsOn, .frontWaits, .frontUnreachable, .frontHasNoDirectory, .watching, .notWatching,
      .nameBelongs, .frontFilesLeft, .frontFilesChanged, .startsServerItself:
      .front
    case .focusIsLearnt, .focusIsUnknown, .focusIsOfX11Alone: .focus
    case .lock: .lock
    case .noServerToMute, .serverToMuteIsNameless, .serverHasNoMute, .gnomeHasNoSettings,
      .serverMuteIsUnknown, .serverMuteIsRead:
      .serverMute
    case .noBadgeBus, .noDock, .dockShowsBadges: .badges
    case .soundsArePlayed, .noSoundLibrary, .soundFailed: .sound
    case .noBusForApps, .appsStart, .appsStartByBusAlone: .launching
    }
  }

  package var verdict: DesktopFinding.Verdict {
    switch self {
    case .configurationIsSound, .stores, .serverCanBeStarted, .frontIsOn, .watching, .nameBelongs,
      .focusIsLearnt, .serverMuteIsRead, .dockShowsBadges, .soundsArePlayed, .appsStart:
      .works
    case .storageNotice, .bannersGoElsewhere, .rivalUnits, .frontWaits, .frontFilesChanged,
      .startsServerItself, .focusIsOfX11Alone, .noServerToMute, .serverToMuteIsNameless, .serverHasNoMute,
      .serverMuteIsUnknown, .noDock, .soundFailed, .appsStartByBusAlone:
      .limited
    case .configurationFault, .nothingStored, .noServerBus, .noServer, .noServerBehind, .nothingHeardOfServer,
      .serverIsSilent, .ownerIsNoServer, .frontUnreachable, .frontHasNoDirectory, .notWatching,
      .frontFilesLeft, .focusIsUnknown, .gnomeHasNoSettings, .noBadgeBus, .noSoundLibrary, .noBusForApps:
      .missing
    case .serverAnswers(_, _, let capabilities):
      capabilities.map(Self.lacking)?.isEmpty == true ? .works : .limited
    case .lock(let sources, let isLockKnown, let isSharingKnown):
      sources.isEmpty ? .missing : isLockKnown && isSharingKnown ? .works : .limited
    }
  }
}
