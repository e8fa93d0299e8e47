/// A message of our own, or one of others' that is passed on in our name.
package struct OutgoingMessage: Sendable {
  package var kind: MessageHeader.Kind
  /// That of the body, where it is another's.
  package var order = ByteOrder.little
  package var wantsNoReply = false
  /// Whether the bus may start a service that owns the destination.
  package var startsService = true
  package var path: [UInt8]?
  package var interface: [UInt8]?
  package var member: [UInt8]?
  package var errorName: [UInt8]?
  package var replySerial: UInt32?
  package var destination: [UInt8]?
  /// The bus itself writes this; so does whoever speaks as one.
  var sender: [UInt8]?
  /// The types of the body's values; empty where there is no body.
  package private(set) var signature: [UInt8] = []
  package private(set) var body: ArraySlice<UInt8> = []

  package init(_ kind: MessageHeader.Kind) { self.kind = kind }

  /// A body of our own.
  package mutating func carry(_ arguments: [MessageWriter.Argument]) {
    var writer = WireWriter(order)
    for argument in arguments { writer.append(argument) }
    signature = arguments.flatMap(\.code)
    body = writer.bytes[...]
  }

  /// A body that is already written, in this message's order.
  package mutating func carry(_ signature: [UInt8], _ body: ArraySlice<UInt8>) {
    self.signature = signature
    self.body = body
  }

  /// As it goes over the wire.
  package func bytes(serial: UInt32) -> [UInt8] {
    var fields = WireWriter(order)
    append(1, "o", path, to: &fields)
    append(2, "s", interface, to: &fields)
    append(3, "s", member, to: &fields)
    append(4, "s", errorName, to: &fields)
    if let replySerial {
      begin(5, "u", &fields)
      fields.append(replySerial)
    }
    append(6, "s", destination, to: &fields)
    append(7, "s", sender, to: &fields)
    if !signature.isEmpty {
      begin(8, "g", &fields)
      fields.append(signature: signature)
    }
    var message = WireWriter(order)
    message.append([order.rawValue, kind.rawValue, (wantsNoReply ? 1 : 0) | (startsService ? 0 : 2), 1])
    message.append(UInt32(truncatingIfNeeded: body.count))
    message.append(serial)
    message.append(UInt32(truncatingIfNeeded: fields.bytes.count))
    message.append(fields.bytes)
    message.pad(to: 8)
    message.append(body)
    return message.bytes
  }

  private func append(_ code: UInt8, _ type: Unicode.Scalar, _ text: [UInt8]?, to fields: inout WireWriter) {
    guard let text else { return }
    begin(code, type, &fields)
    fields.append(text: text)
  }

  private func begin(_ code: UInt8, _ type: Unicode.Scalar, _ fields: inout WireWriter) {
    fields.pad(to: 8)
    fields.append([code, 1, UInt8(ascii: type), 0])
  }
}
