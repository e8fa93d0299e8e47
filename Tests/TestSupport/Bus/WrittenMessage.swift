/// A D-Bus message as a program would write it, in little-endian order.
package struct WrittenMessage {
  package enum Kind: UInt8, Sendable { case call = 1, reply, error, signal }

  private let kind: Kind
  private let serial: UInt32
  private var fields = WrittenValues()
  private var types = ""
  private var body = WrittenValues()
  package var wantsNoReply = false

  package init(_ kind: Kind, serial: UInt32 = 7) {
    self.kind = kind
    self.serial = serial
  }

  package static func call(
    _ member: String, serial: UInt32 = 7, to name: String, path: String, interface: String
  )
    -> WrittenMessage
  {
    WrittenMessage(.call, serial: serial).with(1, "o", path).with(2, "s", interface).with(3, "s", member)
      .with(6, "s", name)
  }

  package static func signal(_ member: String, serial: UInt32 = 7, path: String, interface: String)
    -> WrittenMessage
  {
    WrittenMessage(.signal, serial: serial).with(1, "o", path).with(2, "s", interface).with(3, "s", member)
  }

  package static func reply(to call: UInt32, serial: UInt32 = 7, for name: String? = nil) -> WrittenMessage {
    var message = WrittenMessage(.reply, serial: serial)
    message.fields.add(5, "u") { $0.add(number: call) }
    return name.map { message.with(6, "s", $0) } ?? message
  }

  package static func error(to call: UInt32, serial: UInt32 = 7, for name: String, _ error: String)
    -> WrittenMessage
  {
    var message = WrittenMessage(.error, serial: serial)
    message.fields.add(5, "u") { $0.add(number: call) }
    return message.with(6, "s", name).with(4, "s", error)
  }

  /// The sender, which the bus adds.
  package func from(_ sender: String) -> WrittenMessage { with(7, "s", sender) }

  package func with(_ types: String, _ write: (inout WrittenValues) -> Void) -> WrittenMessage {
    var message = self
    message.types = types
    write(&message.body)
    return message
  }

  private func with(_ code: UInt8, _ type: String, _ text: String) -> WrittenMessage {
    var message = self
    message.fields.add(code, type) { $0.add(text) }
    return message
  }

  package var bytes: [UInt8] {
    var fields = fields
    if !types.isEmpty { fields.add(8, "g") { $0.add(signature: types) } }
    var all = WrittenValues()
    all.bytes = [UInt8(ascii: "l"), kind.rawValue, wantsNoReply ? 1 : 0, 1]
    for number in [body.bytes.count, Int(serial), fields.bytes.count] { all.add(number: UInt32(number)) }
    all.bytes += fields.bytes
    all.pad(to: 8)
    return all.bytes + body.bytes
  }

  /// `Notify`, with the usual arguments of these tests.
  package static func notify(
    serial: UInt32 = 7, app: String = "parcelly", replaces: UInt32 = 0, _ summary: String, body: String = "",
    hints: (inout WrittenValues) -> Void = { _ in }
  ) -> WrittenMessage {
    let name = "org.freedesktop.Notifications"
    return call("Notify", serial: serial, to: name, path: "/org/freedesktop/Notifications", interface: name)
      .with("susssasa{sv}i") { values in
        values.add(app)
        values.add(number: replaces)
        for text in ["", summary, body] { values.add(text) }
        values.addArray(alignedTo: 4) { _ in }
        values.addArray(alignedTo: 8, hints)
        values.add(number: .max)
      }
  }
}

/// Values in sequence, each at its alignment.
package struct WrittenValues {
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func pad(to size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

  package mutating func add(number: UInt32) {
    pad(to: 4)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  package mutating func add(byte: UInt8) { bytes.append(byte) }

  package mutating func add(_ text: String) {
    add(number: UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  package mutating func add(signature: String) {
    bytes += [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
  }

  /// A hint, or another pair of a name and a variant.
  package mutating func add(_ name: String, _ type: String, _ write: (inout WrittenValues) -> Void) {
    pad(to: 8)
    add(name)
    add(signature: type)
    write(&self)
  }

  fileprivate mutating func add(_ code: UInt8, _ type: String, _ write: (inout WrittenValues) -> Void) {
    pad(to: 8)
    bytes.append(code)
    add(signature: type)
    write(&self)
  }

  package mutating func addArray(alignedTo size: Int, _ write: (inout WrittenValues) -> Void) {
    add(number: 0)
    let length = bytes.count - 4
    pad(to: size)
    let start = bytes.count
    write(&self)
    let count = UInt32(bytes.count - start)
    bytes.replaceSubrange(
      length..<(length + 4), with: (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) })
  }
}
