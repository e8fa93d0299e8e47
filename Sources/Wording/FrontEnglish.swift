extension FrontWording {
  static func english(_ told: FrontSentence) -> String {
    switch told {
    case .text(let text): text

    case .owner(let program, let process): process > 0 ? "\(program) (process \(process))" : program
    case .nobody: "nobody has it"
    case .theServer: "the notification server"

    case .mode(let mode, let until, let over):
      "mode: \(mode)" + (until.map { ", until \($0)" } ?? "")
        + (over.map { ", since the time of 'front on --for' was over: \($0)" } ?? "")
    case .fault(let fault): "fault: \(fault)"
    case .name(let owner): "name: \(english(owner))"
    case .nameUnknown(let fault): "name: it is not known who has it: \(english(fault))"
    case .serverBehind(let owner): "server: \(english(owner)), behind bellhop-bus"
    case .serverBeside(let owner): "server: \(english(owner)), beside the name"
    case .plasmaBeside(let owner):
      """
      server: \(english(owner)), beside the name: Plasma's panel says "Notification service not available", and its Do Not
      Disturb does nothing. 'bellhop front on' puts Plasma behind bellhop-bus, where it has the name.
      """
    case .noServerBehind: "server: none behind bellhop-bus"
    case .isWritten(let path): "written: \(path)"

    case .shown(let server, let unit):
      "Notifications are shown by \(english(server))." + (unit.map { " \($0) will be started anew." } ?? "")
    case .kept(let kept, let days):
      "Kept of each notification of every app: \(english(kept)), for "
        + (days.map { "\($0) day\($0 == 1 ? "" : "s")" } ?? "as long as notifications are")
        + " ([Front] Store=\(kept), [Storage] KeepDays). What is transient is kept only while something holds it."
    case .willBeAnother:
      """
      For all apps from then on: private text is hidden while the screen is locked, Do Not Disturb and quiet hours hold
      back what can wait, the same thing within a minute comes once, and 'bellhop explain' says why something was not seen.
      """
    case .gtkGoesPast:
      """
      Not so for apps that use GTK's own interface, org.gtk.Notifications, such as GNOME's Files, Clocks, Calendar and
      Software: their notifications go straight to GNOME Shell, as before.
      """
    case .isForwardedTwice(let bridge, let shell):
      """
      \(bridge) will send each notification to your phone twice: it also takes Bellhop's call to \(shell) for an app's.
      """
    case .plasmaGivesUp:
      """
      Plasma's panel, its switch and its Do Not Disturb stay its own. Given up is this: KWin refuses screenshots to the
      panel's widgets, other programs know Plasma's shell as bellhop-bus, and the shell's own notifications go straight to it.
      """

    case .isOnAlready(let outcome): "It is on already. \(english(outcome))"
    case .takesLeftOversAway: "Files that an earlier 'bellhop front on' has left are removed first."
    case .written(let path): "Written: \(path)"
    case .isOn(let server):
      "On. Notifications go through Bellhop, and \(english(server)) shows them; one has just come that way."
    case .isOnAndWaits(let why):
      "On. Notifications go through Bellhop. The one that was just posted is not shown now: \(why)"
    case .lasts(let until?): "Until \(until); then it takes itself back, as 'bellhop front off' does."
    case .lasts(nil): "It stays on until 'bellhop front off'."
    case .trialTitle: "Notifications Go Through Bellhop"
    case .trialBody(let server, let time): "\(english(server)) shows them, as before. Tried at \(time)."

    case .modeIsFixed(let mode, let file):
      "an administrator has fixed [Front] Mode=\(mode) in \(file); ask them"
    case .notSwitchedOn(let why): "not switched on, and nothing was changed: \(english(why))"
    case .noServerBehindBus:
      "Bellhop has the notification name, and no notification server is there; start yours behind bellhop-bus, "
        + "'bellhop-bus exec -- SERVER', and try again"
    case .nameIsFree:
      "nobody has the notification name, so that it cannot be told who is to show notifications; start the "
        + "notification server, or have any app notify, and try again. Where two servers have units, systemd refuses to "
        + "start the second: mask one ('systemctl --user mask UNIT')"
    case .wasTakenBack(let fault, let rest):
      "not switched on: \(english(fault))\n"
        + (rest.isEmpty
          ? "Everything is as it was before."
          : "This could not be taken back:" + rest.map { "\n  \(english($0))" }.joined()
            + "\n'bellhop front off' tries again.")
    case .managerDoesNotRead(let file):
      "the service manager does not read \(file); has it another XDG_CONFIG_HOME?"
    case .serverDidNotComeBack(let name):
      "the server did not come back where Bellhop looks for it (\(name ?? "nowhere yet"))"
    case .unitIsNotBehind(let unit):
      "\(unit) runs, and not behind bellhop-bus; does another drop-in set ExecStart= ('systemctl --user cat \(unit)'), or "
        + "does bellhop-bus not run ('systemctl --user status bellhop-bus.socket')?"
    case .plasmaStaysBeside(let why):
      "Plasma stays beside the notification name, and its Do Not Disturb does nothing: \(english(why))"
    case .nameIsNotTaken: "the daemon does not take the notification name"
    case .nameIsKept(let owner): "the notification name belongs to \(english(owner)), which keeps it"
    case .trialDidNotCome: "a notification of its own did not come to the server's screen"
    case .ownPlaceUnknown: "this program cannot tell where it is installed"
    case .programIsMissing(let path): "\(path) is missing; all three programs belong into one directory"
    case .fileIsAnothers(let path): "\(path) is there already, and is not Bellhop's; move it away first"
    case .noHome: "HOME is not set to an absolute path"
    case .nameWasNotTakenAgain(let unit): "\(unit) did not take the notification name again"
    case .jobFailed(let unit, let result):
      "\(unit) could not be started or ended (\(result)); see 'systemctl --user status \(unit)'"
    case .noBus(let fault): "there is no session bus that lets us in (\(fault))"
    case .busHasGone: "the session bus has gone"
    case .silent(let call): "\(call) was not answered in time"
    case .interrupted: "it was interrupted"

    case .keepsName(let owner):
      "\(english(owner)) keeps the name for as long as it runs; write Mode=on below [Front] into bellhop.conf, and start "
        + "bellhopd before it with the next session"
    case .isOfNoUnit(let owner): "\(english(owner)) was not started by a unit of its own"
    case .isPlasmaOfNoUnit(let owner):
      "\(english(owner)) was not started by Plasma's unit; end it ('kquitapp6 plasmashell', in Plasma 5 "
        + "'kquitapp5 plasmashell'), start the unit ('systemctl --user start plasma-plasmashell.service'), and say 'bellhop front on' again"
    case .isOfUnfitUnit(let owner, let unit, let reason):
      "\(english(owner)) is started by \(unit), which cannot be changed: \(english(reason))"
    case .othersWouldEnd(let units): "\(units) would end with it"
    case .commandIsUnreadable: "its command cannot be read"
    case .busHasNoFile:
      "the session bus has no socket file to which the programs that it starts could be led back"
    case .startInstead(let command, let hasManager):
      """
      Have each session start bellhop-bus, the bus that the notification server is to run behind:

        \(hasManager ? "systemctl --user enable --now bellhop-bus.socket" : "bellhop-bus &")

      Find the place that starts the server now (the compositor's configuration, .xinitrc, a copy of its entry in
      ~/.config/autostart), and replace its command with this line. If only the bus has started it, add this line there:

        bellhop-bus exec -- \(command)

      Then log out and in, and say 'bellhop front on' again.
      """

    case .removed(let path): "Removed: \(path)"
    case .noDaemonToTell:
      "No daemon answers, so that it could not be told. When it runs again, say 'bellhop front off' once more."
    case .startsLater(let unit): "\(unit) starts the notification server as before when it is started anew."
    case .hasNameAgain(let unit):
      "The notification server of \(unit) was started anew, and has the notification name again."
    case .isOff: "Off: the notifications of other apps go to the notification server, as before."
    case .nameIsFreeNow:
      "Nobody has the notification name now. A notification server that asks for it only at its own start gets it when the "
        + "server is started anew, in the next session at the latest; until then nothing that apps post is shown."
    }
  }

  private static func english(_ kept: FrontSentence.Kept) -> String {
    switch kept {
    case .all: "its app, time, title, text and pictures"
    case .titles: "its app, time and title (its text and pictures only until it is over)"
    case .none: "its app and time (its text only until it is over)"
    }
  }
}
