/// Sentences about the front, and about switching it on and off, as data: their origin does not know the person's
/// language.
package indirect enum FrontSentence: Hashable, Sendable {
  /// Text that needs no translation, or is translated already.
  case text(String)

  // The owner of a name on the bus, and the program that the bus would start for it.
  case owner(uniqueName: String, process: Int32, program: String?, executable: String?)
  case nobody
  case startsBellhop(path: String)
  case startsUnit(String, path: String)
  case startsCommand(String, path: String)
  case startsNothing(path: String)
  case theServer

  // The state of the front, one line each.
  case mode(String)
  case fault(String)
  case watched(Int)
  case notLookedAt(Int)
  case name(FrontSentence)
  case nameUnknown(FrontSentence)
  case serverBeside(FrontSentence)
  case serverBehind(FrontSentence)
  case noServerBehind
  case wouldBeStarted(FrontSentence)
  case nothingWouldBeStarted
  case severalWouldBeStarted
  case isWritten(String)
  case isNotAsWritten
  case modeIsMissing(FrontSentence)
  case inTheWay(path: String, line: Int, text: String)

  // Watching, and the watched notifications.
  case isWatching
  case isKeptOfWatched
  case forgotten(Int)
  case moreNotLookedAt(Int)
  case areNewest(Int)
  case nothingWatched

  // Before switching on: the present server, and the changes to come.
  case shownByUnit(FrontSentence, unit: String)
  /// `unit`: the unit that is started anew for the change; `nil` for none.
  case shownByShell(String, unit: String?)
  case shownBehind(FrontSentence)
  case shownBy(FrontSentence)
  case kept(Kept, days: Int?)
  case willBeAnother

  /// The parts of each notification that are kept.
  package enum Kept: Hashable, Sendable { case all, titles, none }

  // While the front is being switched on.
  case isOnAlready(FrontSentence)
  case takesLeftOversAway
  case written(String)
  case isOn(server: FrontSentence)
  case isOnAndWaits(why: String)
  case trialTitle
  case trialBody(server: FrontSentence, time: String)
  case trialIsRefused(app: String)

  // Reasons why the front is not on.
  case modeIsFixed(mode: String, file: String)
  case notSwitchedOn(FrontSentence)
  case nobodyBehindBus
  case nobodyHasName
  case nobodyHasNameFor(FrontSentence)
  case rivals(loaded: [String], refused: [String])
  case cannot(Step, FrontSentence)
  case everythingIsAsBefore
  case couldNotBeTakenBack([StepNotTakenBack])
  case managerDoesNotRead(file: String)
  case busDoesNotRead(directory: String)
  case unitHasFailed(String)
  case serverDidNotComeBack(String?)
  case nameIsNotTaken
  case nameIsKept(by: FrontSentence)
  case trialHasNoNumber
  case trialDidNotCome
  case ownPlaceUnknown
  case programIsMissing(String)
  case unitCannotBeChanged(String)
  case fileIsAnothers(String)
  case fileCountsInstead(String)
  case cannotBeRead(String)
  case noteIsNotOurs(String)
  case noHome
  case nameWasNotTakenAgain(unit: String)
  case jobFailed(unit: String, result: String)
  case noBus(String)
  case busHasGone
  case silent(String)
  case interrupted

  /// One step of switching the front.
  package enum Step: Hashable, Sendable {
    case leaveServer, writeFiles, haveFilesRead, handOverName, showNotification, switchDaemonOn
    case start(String)
    case startAnew(String)
  }

  package struct StepNotTakenBack: Hashable, Sendable {
    package let step: Step
    package let fault: FrontSentence
    package init(step: Step, fault: FrontSentence) { (self.step, self.fault) = (step, fault) }
  }

  // Changes that the person has to make by hand.
  case keepsName(FrontSentence)
  case isOfNoUnit(FrontSentence)
  case isOfUnfitUnit(FrontSentence, unit: String, reason: FrontSentence)
  case othersWouldEnd(String)
  case isOfType(String)
  case commandIsUnreadable
  case writeForPlasma(configuration: String)
  case addLine(command: String)
  case startInstead(command: String, configuration: String)
  case writeInstead(path: String, line: Int, remedy: String, text: String)
  case openBusWithSession
  case startBusBefore
  case thenOnAgain

  // When the front is switched off.
  case removed(String)
  case wasGone(String)
  case wasChanged(String)
  case noDaemonToTell(mode: String)
  case startsLater(unit: String, server: String)
  case doesNotRun(unit: String, server: String)
  case hasNameAgain(unit: String, server: String)
  case isOff
  case isOffAndWatches
  case nobodyHasNameNow(FrontSentence)
}
