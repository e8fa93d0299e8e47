import BusSocket
import BusWire
import NotificationModel

/// Identifies a call that is to be answered: its caller and serial.
struct CallReference: Hashable {
  /// The caller's unique name, which the bus fills in.
  let caller: [UInt8]
  let serial: UInt32
  let wantsNoReply: Bool

  /// `nil` for a message without a sender, which cannot be answered.
  init?(_ message: Message) {
    guard let caller = message.field(message.header.sender) else { return nil }
    self.caller = caller
    serial = message.header.serial
    wantsNoReply = message.header.wantsNoReply
  }

  var callerName: String { String(decoding: caller, as: UTF8.self) }
}

extension BusClient {
  /// Returns the serial of the sent message.
  @discardableResult
  func send(_ message: OutgoingMessage) -> UInt32 {
    let serial = newSerial()
    send(message.bytes(serial: serial))
    return serial
  }

  func answer(_ call: CallReference, _ arguments: [MessageWriter.Argument] = []) {
    var message = OutgoingMessage(.reply)
    message.carry(arguments)
    answer(call, message)
  }

  func refuse(_ call: CallReference, _ error: NotifyError) {
    var message = OutgoingMessage(.error)
    message.errorName = Array(error.name.utf8)
    message.carry([.string(Array(error.text.utf8))])
    answer(call, message)
  }

  /// Sends `answer` to the caller, unless the call wants no reply.
  func answer(_ call: CallReference, _ answer: OutgoingMessage) {
    guard !call.wantsNoReply else { return }
    var answer = answer
    answer.destination = call.caller
    answer.replySerial = call.serial
    send(answer)
  }
}

/// The reason for which a call is refused, sent to its caller as a D-Bus error.
enum NotifyError: Hashable {
  case arguments
  case tooLong
  case tooManyWaiting
  case noServer
  case noAnswer
  case notOwner
  case unknownInterface
  case ourselves
  case denied
  case notStored(String)
  case tooMany(retryAfterMilliseconds: Int64?)

  init(_ refusal: FrontRefusal) {
    self =
      switch refusal {
      case .denied: .denied
      case .tooMany(let wait): .tooMany(retryAfterMilliseconds: wait)
      case .notStored(let reason): .notStored(reason)
      }
  }

  var name: String {
    switch self {
    case .arguments: "org.freedesktop.DBus.Error.InvalidArgs"
    case .tooLong, .tooManyWaiting: "org.freedesktop.DBus.Error.LimitsExceeded"
    case .noServer, .notOwner: "org.freedesktop.DBus.Error.ServiceUnknown"
    case .noAnswer: "org.freedesktop.DBus.Error.NoReply"
    case .unknownInterface: "org.freedesktop.DBus.Error.UnknownInterface"
    case .ourselves: "org.freedesktop.DBus.Error.Failed"
    case .denied: "org.freedesktop.DBus.Error.AccessDenied"
    case .notStored: "io.bellhop.Front.Error.NotStored"
    // Plasma's name for this error.
    case .tooMany: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    }
  }

  var text: String {
    switch self {
    case .arguments: "the arguments are not the method's"
    case .tooLong: "the message is too long"
    case .tooManyWaiting: "too many calls wait already"
    case .noServer: "there is no notification server"
    case .noAnswer: "the notification server does not answer"
    case .notOwner: "Bellhop does not have the notification name"
    case .unknownInterface: "there is no such interface"
    case .denied: "this app may not"
    case .ourselves: "Bellhop does not notify itself"
    case .notStored(let reason): "it cannot be stored: \(reason)"
    case .tooMany(let wait):
      "too many notifications" + (wait.map { "; the next one is taken in \($0) ms" } ?? "")
    }
  }
}

/// Answers and signals that are held until the transaction is stored, in the order of their events: so a call is
/// answered before any signal about its notification.
final class HeldAnswers {
  enum Held {
    case number(UInt32, CallReference)
    case done(CallReference)
    case signal(UnsentSignals.Signal)
  }

  private var held: [Held] = []

  /// Whether no answer or signal is held.
  var isEmpty: Bool { held.isEmpty }

  func hold(_ answer: Held) { held.append(answer) }

  /// Returns and removes all held answers and signals.
  func drain() -> [Held] {
    defer { held = [] }
    return held
  }
}
