extension FrontWording {
  static func english(_ told: FrontSentence) -> String {
    switch told {
    case .text(let text): text

    case .owner(_, let process, let program?, let executable):
      "\(program) (process \(process)\(executable.map { ", \($0)" } ?? ""))"
    case .owner(let uniqueName, 0, nil, _): "\(uniqueName), whose process the bus does not tell"
    case .owner(_, let process, nil, _): "process \(process)"
    case .nobody: "nobody has it"
    case .startsBellhop(let path): "Bellhop (\(path))"
    case .startsUnit(let unit, let path): "unit \(unit) (\(path))"
    case .startsCommand(let command, let path): "\(command) (\(path))"
    case .startsNothing(let path): "nothing (\(path))"
    case .theServer: "the notification server"

    case .mode(let mode): "mode: \(mode)"
    case .fault(let fault): "fault: \(fault)"
    case .watched(let count): "watched: \(count)"
    case .notLookedAt(let count): "not looked at: \(count)"
    case .name(let owner): "name: \(english(owner))"
    case .nameUnknown(let fault): "name: it is not known who has it: \(english(fault))"
    case .serverBeside(let owner): "server: \(english(owner)), beside the name"
    case .serverBehind(let owner): "server: \(english(owner)), behind bellhop-bus"
    case .noServerBehind: "server: none behind bellhop-bus"
    case .wouldBeStarted(let activation): "would be started: \(english(activation))"
    case .nothingWouldBeStarted: "would be started: nothing"
    case .severalWouldBeStarted: "  (which of these, the bus does not say)"
    case .isWritten(let path): "written: \(path)"
    case .isNotAsWritten: "  (not all of it is as it was written; 'bellhop front on' writes it anew)"
    case .modeIsMissing(let owner):
      "missing: \(english(owner)) is behind bellhop-bus, and the mode is not on; 'bellhop front on' sees to that"
    case .inTheWay(let path, let line, let text): "in the way: \(path), line \(line): \(text)"

    case .isWatching: "Watching; 'bellhop front status' says if that cannot be done."
    case .isKeptOfWatched:
      """
      Kept of each notification: its app, time, title and text, and what Bellhop would have done.
      'bellhop front report' sums it up, 'bellhop front report --forget' forgets it, 'bellhop front off' ends it.
      """
    case .forgotten(let count): "\(count) forgotten"
    case .moreNotLookedAt(let count): "\(count) more were not looked at: too many at once, or too large."
    case .areNewest(let count): "These are the newest \(count); there are older ones."
    case .nothingWatched: "Nothing was watched."

    case .shownByUnit(let owner, let unit):
      "Notifications are shown by \(english(owner)), which \(unit) starts. It will be started anew, behind bellhop-bus."
    case .shownByShell(let shell, let unit):
      "Notifications are shown by \(shell), which goes on doing so."
        + (unit.map { " \($0) will be started anew." } ?? "")
    case .shownBehind(let owner):
      "Notifications are shown by \(english(owner)), which is behind bellhop-bus already."
    case .shownBy(let owner): "Notifications are shown by \(english(owner))."
    case .kept(let kept, let days):
      "Kept of each notification of every app: \(english(kept)), for "
        + (days.map { "\($0) day\($0 == 1 ? "" : "s")" } ?? "as long as notifications are")
        + " ([Front] Store=\(kept), [Storage] KeepDays). What is transient is not kept."
    case .willBeAnother:
      """
      For all apps from then on: private text is hidden while the screen is locked, Do Not Disturb and quiet hours hold
      back what can wait, the same thing within a minute comes once, and 'bellhop explain' says why something was not seen.
      """

    case .isOnAlready(let outcome): "It is on already. \(english(outcome))"
    case .takesLeftOversAway: "What an earlier 'bellhop front on' has left is taken away first."
    case .written(let path): "Written: \(path)"
    case .isOn(let server):
      "On. What all apps post goes through Bellhop, and \(english(server)) shows it; a notification has just come that way."
    case .isOnAndWaits(let why):
      "On. What all apps post goes through Bellhop. The notification that was just posted is not shown now: \(why)"
    case .trialTitle: "Notifications Go Through Bellhop"
    case .trialBody(let server, let time): "\(english(server)) shows them, as before. Tried at \(time)."
    case .trialIsRefused(let app): "You have told Bellhop to show nothing of an app that calls itself \(app)."

    case .modeIsFixed(let mode, let file):
      "an administrator has fixed [Front] Mode=\(mode) in \(file); ask them"
    case .notSwitchedOn(let why): "not switched on, and nothing was changed: \(english(why))"
    case .nobodyBehindBus:
      "Bellhop has the notification name, and no notification server is there; start yours behind bellhop-bus, "
        + "'bellhop-bus exec -- SERVER', and try again"
    case .nobodyHasName:
      "nobody has the notification name, so that it cannot be told who is to show notifications; start the "
        + "notification server, or have any app notify, and try again"
    case .nobodyHasNameFor(let rivals): "nobody has the notification name. \(english(rivals))"
    case .rivals(let loaded, let refused):
      Self.joined(Wording.english(.rivalUnits(loaded: loaded, refused: refused)))
    case .cannot(let step, let fault): "cannot \(english(step)): \(english(fault))"
    case .everythingIsAsBefore: "Everything is as it was before."
    case .couldNotBeTakenBack(let steps):
      "This could not be taken back:" + steps.map { "\n  \(english($0.step)): \(english($0.fault))" }.joined()
        + "\n'bellhop front off' tries again."
    case .managerDoesNotRead(let file):
      "the service manager does not read \(file); has it another XDG_CONFIG_HOME?"
    case .busDoesNotRead(let directory):
      "the session bus does not read \(directory); has it another XDG_DATA_HOME?"
    case .unitHasFailed(let unit): "\(unit) has failed; see 'systemctl --user status \(unit)'"
    case .serverDidNotComeBack(let name):
      "the server did not come back where Bellhop looks for it (\(name ?? "nowhere yet"))"
    case .nameIsNotTaken: "the daemon does not take the notification name"
    case .nameIsKept(let owner): "the notification name belongs to \(english(owner)), which keeps it"
    case .trialHasNoNumber: "a notification of its own was answered without a number"
    case .trialDidNotCome: "a notification of its own did not come to the server's screen"
    case .ownPlaceUnknown: "this program cannot tell where it is installed"
    case .programIsMissing(let path): "\(path) is missing; all three programs belong into one directory"
    case .unitCannotBeChanged(let unit): "\(unit) is no unit that a file can be written for"
    case .fileIsAnothers(let path): "\(path) is there already, and is not Bellhop's; move it away first"
    case .fileCountsInstead(let path):
      "\(path) would count instead of what Bellhop writes; move it away first"
    case .cannotBeRead(let path): "\(path) cannot be read"
    case .noteIsNotOurs(let path):
      "\(path) is not as Bellhop wrote it; look at the files that it names, and remove it"
    case .noHome: "HOME is not set to an absolute path"
    case .nameWasNotTakenAgain(let unit): "\(unit) did not take the notification name again"
    case .jobFailed(let unit, let result):
      "\(unit) could not be started or ended (\(result)); see 'systemctl --user status \(unit)'"
    case .noBus(let fault): "there is no session bus that lets us in (\(fault))"
    case .busHasGone: "the session bus has gone"
    case .silent(let call): "\(call) was not answered in time"
    case .interrupted: "it was interrupted"

    case .keepsName(let owner): "\(english(owner)) keeps the name for as long as it runs"
    case .isOfNoUnit(let owner): "\(english(owner)) was not started by a unit of its own"
    case .isOfUnfitUnit(let owner, let unit, let reason):
      "\(english(owner)) is started by \(unit), which cannot be changed: \(english(reason))"
    case .othersWouldEnd(let units): "\(units) would end with it"
    case .isOfType(let type): "it is of the type \(type)"
    case .commandIsUnreadable: "its command cannot be read"
    case .writeForPlasma(let configuration):
      "Write into \(configuration):\n\n  [Front]\n  Mode=on\n\n"
        + "and start bellhopd before plasmashell, where your session starts that."
    case .addLine(let command):
      "The bus has started it, for want of a server, so that no line of yours does. Add one where your session starts "
        + "programs (the compositor's configuration, .xinitrc, an autostart entry):\n\n  bellhop-bus exec -- \(command)\n"
    case .startInstead(let command, let configuration):
      "Where it is started now (the compositor's configuration, .xinitrc, an autostart entry), start it so instead:"
        + "\n\n  bellhop-bus exec -- \(command)\n\n"
        + "Of an entry in /etc/xdg/autostart, change a copy in \(configuration)/autostart.\n"
    case .writeInstead(let path, let line, let remedy, let text):
      "In \(path), line \(line), write\n\n  \(remedy)\n\ninstead of\n\n  \(text)\n"
    case .openBusWithSession:
      "Have the bus that it is behind opened with each session:\n\n  systemctl --user enable --now bellhop-bus.socket\n"
    case .startBusBefore: "Before that, start the bus that it is behind:\n\n  bellhop-bus &\n"
    case .thenOnAgain: "Then log out and in, and say 'bellhop front on' again."

    case .removed(let path): "Removed: \(path)"
    case .wasGone(let path): "Was gone already: \(path)"
    case .wasChanged(let path): "Not as it was written, and left where it is: \(path)"
    case .noDaemonToTell(let mode):
      "No daemon answers, so that it could not be told. When it runs again, say 'bellhop front \(mode)' once more."
    case .startsLater(let unit, let server):
      "\(unit) starts \(server) as before when it is started anew: with the next session."
    case .doesNotRun(let unit, let server): "\(unit) does not run; it starts \(server) as before."
    case .hasNameAgain(let unit, let server):
      "\(server) was started anew by \(unit), and has the notification name again."
    case .isOff: "Off: what other apps post goes to the notification server, as before."
    case .isOffAndWatches:
      "Bellhop leaves what other apps post to the notification server, and watches it."
    case .nobodyHasNameNow(let owner):
      "Nobody has the notification name: \(english(owner)) asks for it at its own start alone. Until that is "
        + "started anew, with the next session at the latest, nothing that apps post is shown."
    }
  }

  private static func english(_ kept: FrontSentence.Kept) -> String {
    switch kept {
    case .all: "its app, time, title, text and pictures"
    case .titles: "its app, time and title (its text and pictures only until it is over)"
    case .none: "its app and time (its text only until it is over)"
    }
  }

  /// The step as an infinitive.
  private static func english(_ step: FrontSentence.Step) -> String {
    switch step {
    case .leaveServer: "have the server where it was"
    case .writeFiles: "write the files"
    case .haveFilesRead: "have the service manager and the bus read them"
    case .start(let unit): "start \(unit)"
    case .switchDaemonOn: "switch the daemon on"
    case .startAnew(let unit): "start \(unit) anew"
    case .handOverName: "hand over the notification name"
    case .showNotification: "show a notification"
    }
  }

  /// The finding, followed by its remedy.
  static func joined(_ found: (text: String, remedy: String?)) -> String {
    found.text + (found.remedy.map { " \($0)" } ?? "")
  }
}
