import BusSocket
import BusWire

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
    let serial = takeSerial()
    send(message.bytes(serial: serial))
    return serial
  }

  func answer(_ call: CallReference, _ arguments: [MessageWriter.Argument] = []) {
    var message = OutgoingMessage(.reply)
    message.carry(arguments)
    answer(call, message)
  }

  func refuse(_ call: CallReference, _ error: DoorError) {
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
