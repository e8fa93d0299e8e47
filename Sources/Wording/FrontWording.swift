/// Words for the front.
package struct FrontWording: Sendable {
  private let sentence: @Sendable (FrontSentence) -> String

  package func callAsFunction(_ told: FrontSentence) -> String { sentence(told) }
}

extension FrontWording {
  package static let english = FrontWording { english($0) }
  package static let korean = FrontWording { korean($0) }
}

/// Sentences about the front, and about switching it on and off, as data: their origin does not know the person's
/// language.
package indirect enum FrontSentence: Hashable, Sendable {
  /// Text that needs no translation, or is translated already.
  case text(String)

  // The owner of a name on the bus.
  case owner(String, process: Int32)
  case nobody
  case theServer

  // The state of the front, one line each.
  /// `until`: the end of a front for a time; `over`: when such a front ended by itself.
  case mode(String, until: String?, over: String?)
  case fault(String)
  case name(FrontSentence)
  case nameUnknown(FrontSentence)
  case serverBehind(FrontSentence)
  case serverBeside(FrontSentence)
  case plasmaBeside(FrontSentence)
  case noServerBehind
  case isWritten(String)

  // Before switching on: the present server, and the changes to come.
  /// `restarting`: the unit that is started anew for the change; `nil` for none.
  case shown(by: FrontSentence, restarting: String?)
  case kept(Kept, days: Int?)
  case willBeAnother
  /// On GNOME: apps that use GTK's interface are not among them.
  case gtkGoesPast

  /// A bridge to phones hears an app's call, and Bellhop's to a shell that serves beside the name.
  case isForwardedTwice(by: String, beside: String)

  /// Before Plasma's unit is moved behind bellhop-bus.
  case plasmaGivesUp

  /// The parts of each notification that are kept.
  package enum Kept: Hashable, Sendable { case all, titles, none }

  // While the front is being switched on.
  case isOnAlready(FrontSentence)
  case takesLeftOversAway
  case written(String)
  case isOn(server: FrontSentence)
  case isOnAndWaits(why: String)
  /// `nil`: without an end.
  case lasts(until: String?)
  case trialTitle
  case trialBody(server: FrontSentence, time: String)

  // Reasons why the front is not on.
  case modeIsFixed(mode: String, file: String)
  case notSwitchedOn(FrontSentence)
  case noServerBehindBus
  case nameIsFree
  /// The reason, and the changes that could not be undone.
  case wasTakenBack(after: FrontSentence, but: [FrontSentence])
  case managerDoesNotRead(file: String)
  case serverDidNotComeBack(String?)
  case unitIsNotBehind(String)
  case plasmaStaysBeside(FrontSentence)
  case nameIsNotTaken
  case nameIsKept(by: FrontSentence)
  case trialDidNotCome
  case ownPlaceUnknown
  case programIsMissing(String)
  case fileIsAnothers(String)
  case noHome
  case nameWasNotTakenAgain(unit: String)
  case jobFailed(unit: String, result: String)
  case noBus(String)
  case busHasGone
  case silent(String)
  case interrupted

  // Changes that the person has to make by hand.
  case keepsName(FrontSentence)
  case isOfNoUnit(FrontSentence)
  case isPlasmaOfNoUnit(FrontSentence)
  case isOfUnfitUnit(FrontSentence, unit: String, reason: FrontSentence)
  case othersWouldEnd(String)
  case commandIsUnreadable
  case busHasNoFile
  case startInstead(command: String, hasManager: Bool)

  // When the front is switched off.
  case removed(String)
  case noDaemonToTell
  case startsLater(unit: String)
  case hasNameAgain(unit: String)
  case isOff
  case nameIsFreeNow
}
