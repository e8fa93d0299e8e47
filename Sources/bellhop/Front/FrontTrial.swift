import BellhopClient
import BusWire
import NotificationModel
import Wording

/// A notification that is posted as any app would, to see whether it goes through Bellhop and is shown.
struct FrontTrial {
  enum Outcome: Hashable {
    case shown
    /// Bellhop has it, and does not show it now: why, in its words.
    case waits(String)
  }

  /// The daemon knows the program that says so, and takes it for the command line's own app.
  private static let app = OwnName.text
  /// Longer than a server takes to draw.
  private static let patience: Int64 = 10_000
  private static let pause: Int64 = 50
  /// In milliseconds. mako and fnott, as they come, take away by themselves what asks for that alone.
  private static let timeout: Int32 = 6_000

  private let bus: SessionBus
  private let session: Session
  private let title: String
  private(set) var number: UInt32?

  init(on bus: SessionBus, _ session: Session) {
    self.bus = bus
    self.session = session
    title = session.words.front(.trialTitle)
  }

  /// `server`: who is to show it.
  mutating func run(server: FrontSentence) throws(FrontFault) -> Outcome {
    let last = try session.asked { try $0.list(limit: 1).entries.first?.id }
    let answer = try bus.call(
      "Notify",
      [
        // By its number and its text it is the same thing as no other.
        .text(Self.app), .uint32(.random(in: 100_000_000...999_999_999)), .text(""), .text(title),
        .text(session.words.front(.trialBody(server: server, time: session.clock.timeOfDay))), .strings([]),
        .noHints, .int32(Self.timeout),
      ], to: Self.door)
    var reader = answer.hasBody ? answer.arguments() : nil
    guard let number = try? reader?.uint32(), number > 0 else {
      throw .failed(.trialHasNoNumber)
    }
    self.number = number
    var outcome: Outcome?
    let isOver = try bus.wait(for: Self.patience, every: Self.pause) { () throws(FrontFault) in
      outcome = try look(behind: last)
      return outcome != nil
    }
    guard isOver, let outcome else {
      throw .failed(.trialDidNotCome)
    }
    return outcome
  }

  /// `nil` while nothing is decided.
  private func look(behind last: NotificationID?) throws(FrontFault) -> Outcome? {
    let entries = try session.asked { try $0.list(limit: 100).entries }
    // While the screen is locked, its title is hidden, and its name where that is merely claimed.
    let isLocked = try session.asked { try $0.status().locked }
    let own = entries.first { entry in
      entry.id.number > (last?.number ?? 0)
        && (entry.title == title || isLocked && (entry.appName == Self.app || entry.app == .unknown))
    }
    guard let own else {
      guard let number, bus.signal({ Self.isRefusal($0, of: number) }) != nil else { return nil }
      return .waits(session.words.front(.trialIsRefused(app: Self.app)))
    }
    let decisions = try session.asked { try $0.explain(own.id, language: session.language).decisions }
    if decisions.contains(where: { $0.decision.effect == "shown" }) { return .shown }
    // Repairs of the call are told behind the reason why it waits.
    let why = decisions.last { $0.decision.effect != "leftOut" }?.decision.why
    guard own.outcome != .presented, let why else { return nil }
    return .waits(why)
  }

  /// Closed without having been shown (reason 4), as what the person has denied is.
  private static func isRefusal(_ message: Message, of number: UInt32) -> Bool? {
    guard message.text(message.header.member) == "NotificationClosed", message.hasBody,
      message.header.signature.elementsEqual("uu".utf8)
    else { return nil }
    var reader = message.arguments()
    return (try? reader.uint32()) == number && (try? reader.uint32()) == 4 ? true : nil
  }

  /// Takes it off the screen.
  func takeBack() throws(FrontFault) {
    guard let number else { return }
    try bus.call("CloseNotification", [.uint32(number)], to: Self.door)
  }

  private static let door = MessageWriter.Destination.object(
    BusName.notifications, path: "/org/freedesktop/Notifications", interface: BusName.notifications)
}

extension Session {
  /// A call to the daemon, as one of the steps.
  func asked<Value>(_ body: (ControlClient) throws -> Value) throws(FrontFault) -> Value {
    do throws(Failure) { return try control(nil, body) } catch { throw .failed(.text(error.message(words))) }
  }
}
