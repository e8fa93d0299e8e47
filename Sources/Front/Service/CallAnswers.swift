import BusSocket
import BusWire
import NotificationModel

/// A call that is to be answered: whose it is, and which of theirs.
struct CallReference: Hashable {
  /// By its unique name, as the bus itself says.
  let caller: [UInt8]
  let serial: UInt32
  let wantsNoReply: Bool

  /// `nil` for a message that nobody can be answered for.
  init?(_ message: Message) {
    guard let caller = message.field(message.header.sender) else { return nil }
    self.caller = caller
    serial = message.header.serial
    wantsNoReply = message.header.wantsNoReply
  }

  var callerName: String { String(decoding: caller, as: UTF8.self) }
}

extension BusClient {
  /// Returns its serial.
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

  /// With whatever it says.
  func answer(_ call: CallReference, _ answer: OutgoingMessage) {
    guard !call.wantsNoReply else { return }
    var answer = answer
    answer.destination = call.caller
    answer.replySerial = call.serial
    send(answer)
  }
}

/// Why a call is not done, as its caller is told.
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
    // As Plasma calls it.
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

/// What callers are to hear once the transaction is stored, in the order in which it came about: a call is answered
/// before anything is told of its notification.
final class HeldAnswers {
  enum Held {
    case number(UInt32, CallReference)
    case done(CallReference)
    case signal(UnsaidSignals.Signal)
  }

  private var held: [Held] = []

  /// Whether nothing has to wait for the end of the transaction.
  var isEmpty: Bool { held.isEmpty }

  func hold(_ answer: Held) { held.append(answer) }

  /// All of them; they are held no more.
  func drain() -> [Held] {
    defer { held = [] }
    return held
  }
}
