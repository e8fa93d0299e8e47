/// A fact about how this desktop works for Bellhop, as data. `Wording` turns it into a finding for the reader. It never
/// holds private text.
package enum DesktopFact: Hashable, Sendable {
  case configurationIsSound
  case configurationFault(String)

  case stores(path: String)
  /// A report in the store's words on the fate of stored data.
  case storageNotice(String)
  case nothingStored(reason: String)
  /// Nothing is stored either, but what comes by the desktop's own interface is kept in memory.
  case noRoom

  case noServerBus
  case serverCanBeStarted
  case noServer
  /// `name`: the bus name of the server that is looked for.
  case noServerBehind(name: String)
  case nothingHeardOfServer
  case serverAnswers(Server, milliseconds: Int64, capabilities: [String]?)
  case serverIsSilent(Server, seconds: Int64)
  case ownerIsNoServer(Server)
  /// `sink`: written as for `--sink`.
  case bannersGoElsewhere(sink: String)

  case frontIsOn
  /// On GNOME.
  case frontIsOnButForGTK
  /// A server was started past bellhop-bus, and has ended without the name. `line`: what to type in its place.
  case frontShutsOut(server: String, line: String)
  /// `owner`: the name and the number of the process, else the owner's name on the bus.
  case frontWaits(owner: String)
  case frontUnreachable(reason: String)
  case frontHasNoDirectory
  /// The owner of the notification name.
  case nameBelongs(to: String?)
  case frontFilesLeft([String])

  case focusIsLearnt(from: String)
  case focusIsUnknown
  case focusIsOfX11Alone

  /// `sources`: the names of the sources that tell of the lock. `isLockKnown`: whether they also tell of lockers other
  /// than the desktop's own.
  case lock(sources: [String], isLockKnown: Bool, isSharingKnown: Bool)

  case noServerToMute
  case serverToMuteIsNameless
  case serverHasNoMute
  case gnomeHasNoSettings
  case serverMuteIsUnknown(server: String)
  case serverMuteIsRead(server: String)
  /// Plasma serves without the name, and then takes its Do Not Disturb for that of no server.
  case plasmaCannotMute

  case noBadgeBus
  case noDock
  case dockShowsBadges

  case soundsArePlayed
  case noSoundLibrary
  case soundFailed(reason: String)

  case noBusForApps
  case appsStart
  case appsStartByBusAlone

  /// A process that is, or should be, a notification server.
  package struct Server: Hashable, Sendable {
    /// The name that the server gives itself, with its version.
    package var name: String?
    /// The process number; `nil` if the bus cannot tell.
    package var process: UInt32?
    package var program: String?
    /// `false`: the process serves without owning the name.
    package var ownsName: Bool

    package init(name: String? = nil, process: UInt32?, program: String?, ownsName: Bool) {
      (self.name, self.process, self.program, self.ownsName) = (name, process, program, ownsName)
    }
  }

  /// Capabilities that a server needs to show everything.
  private static let needed = ["actions", "body"]
  /// The needed capabilities that are missing among `capabilities`.
  package static func lacking(_ capabilities: [String]) -> [String] {
    needed.filter { !capabilities.contains($0) }
  }

  package var subject: DesktopFinding.Subject {
    switch self {
    case .configurationIsSound, .configurationFault: .configuration
    case .stores, .storageNotice, .nothingStored, .noRoom: .storage
    case .noServerBus, .serverCanBeStarted, .noServer, .noServerBehind, .nothingHeardOfServer, .serverAnswers,
      .serverIsSilent, .ownerIsNoServer, .bannersGoElsewhere:
      .server
    case .frontIsOn, .frontIsOnButForGTK, .frontShutsOut, .frontWaits, .frontUnreachable,
      .frontHasNoDirectory, .nameBelongs, .frontFilesLeft:
      .front
    case .focusIsLearnt, .focusIsUnknown, .focusIsOfX11Alone: .focus
    case .lock: .lock
    case .noServerToMute, .serverToMuteIsNameless, .serverHasNoMute, .gnomeHasNoSettings,
      .serverMuteIsUnknown, .serverMuteIsRead, .plasmaCannotMute:
      .serverMute
    case .noBadgeBus, .noDock, .dockShowsBadges: .badges
    case .soundsArePlayed, .noSoundLibrary, .soundFailed: .sound
    case .noBusForApps, .appsStart, .appsStartByBusAlone: .launching
    }
  }

  /// Whether a sound that was asked for was not heard.
  package var isUnheardSound: Bool {
    switch self {
    case .noSoundLibrary, .soundFailed: true
    default: false
    }
  }

  package var verdict: DesktopFinding.Verdict {
    switch self {
    case .configurationIsSound, .stores, .serverCanBeStarted, .frontIsOn, .nameBelongs,
      .focusIsLearnt, .serverMuteIsRead, .dockShowsBadges, .soundsArePlayed, .appsStart:
      .works
    case .storageNotice, .bannersGoElsewhere, .frontIsOnButForGTK, .frontShutsOut, .frontWaits,
      .focusIsOfX11Alone,
      .noServerToMute,
      .serverToMuteIsNameless, .serverHasNoMute,
      .serverMuteIsUnknown, .noDock, .soundFailed, .appsStartByBusAlone:
      .limited
    case .configurationFault, .nothingStored, .noRoom, .noServerBus, .noServer, .noServerBehind,
      .nothingHeardOfServer,
      .serverIsSilent, .ownerIsNoServer, .frontUnreachable, .frontHasNoDirectory,
      .frontFilesLeft, .focusIsUnknown, .gnomeHasNoSettings, .plasmaCannotMute, .noBadgeBus, .noSoundLibrary,
      .noBusForApps:
      .missing
    case .serverAnswers(_, _, let capabilities):
      capabilities.map(Self.lacking)?.isEmpty == true ? .works : .limited
    case .lock(let sources, let isLockKnown, let isSharingKnown):
      sources.isEmpty ? .missing : isLockKnown && isSharingKnown ? .works : .limited
    }
  }
}

/// A finding of `bellhop doctor`: by which means the daemon reads or does something on this desktop, or why it cannot.
package struct DesktopFinding: Hashable, Sendable {
  /// In the order in which they are told.
  package enum Subject: String, CaseIterable, Sendable {
    case configuration, storage, server, front, focus, lock, serverMute, badges, sound, launching
  }

  package enum Verdict: String, CaseIterable, Sendable {
    case works
    /// Works in part; `remedy` names the missing part.
    case limited
    case missing
  }

  package var subject: Subject
  package var verdict: Verdict
  /// A sentence for the person; no private text.
  package var text: String
  /// The remedy, as a sentence; `nil` if there is nothing to do.
  package var remedy: String?

  package init(_ subject: Subject, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
    self.subject = subject
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
  }
}

/// Whether the person uses the computer.
package enum Presence: Hashable, Sendable {
  case here
  /// No input for two minutes, or for as long as the source takes.
  case away

  /// Milliseconds without input after which the person counts as away, for sources that let Bellhop set the time.
  package static let milliseconds: UInt32 = 120_000
}

/// A source of presence.
package enum PresenceSource: Hashable, Sendable {
  /// The time since the last input to an X server (its counter IDLETIME).
  case x11
  /// A Wayland compositor's ext-idle-notify-v1, which heeds a window that plays a video.
  case wayland
  /// GNOME's compositor (org.gnome.Mutter.IdleMonitor).
  case mutter
  /// logind's IdleHint, which some desktops set, after a time of their own.
  case logind
  /// A program has asked logind that the session not count as idle: it plays a video.
  case logindInhibitor
  /// A program has asked GNOME's session manager for that.
  case gnomeInhibitor
}
