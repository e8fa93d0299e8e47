import BusWire
import Wording

/// The person's own service manager (org.freedesktop.systemd1(5)), asked over the session bus.
struct ServiceManager {
  private static let name = "org.freedesktop.systemd1"
  private static let manager = "org.freedesktop.systemd1.Manager"
  /// The error of a unit whose bus name is that of another.
  static let fileExists = "org.freedesktop.DBus.Error.FileExists"
  /// A unit may take so long to start or end; that is what managers wait themselves.
  private static let patience: Int64 = 90_000

  private let bus: SessionBus

  /// `nil` where there is none.
  init?(on bus: SessionBus) throws(FrontFault) {
    self.bus = bus
    guard try bus.text("GetNameOwner", [.text(Self.name)]) != nil else { return nil }
  }

  // MARK: Units

  /// Where on the bus the unit is that a process is part of.
  func unit(of process: Int32) throws(FrontFault) -> String? {
    guard let number = UInt32(exactly: process) else { return nil }
    return try object("GetUnitByPID", [.uint32(number)])
  }

  /// The same of one that is called so, whether or not it runs.
  func unit(named name: String) throws(FrontFault) -> String? { try object("LoadUnit", [.text(name)]) }

  /// Those services that it has loaded, or has tried to, and where on the bus they are.
  func services() throws(FrontFault) -> [(name: String, path: String)] {
    let answer = try call("ListUnits")
    guard answer.hasBody, answer.header.signature.elementsEqual("a(ssssssouso)".utf8) else { return [] }
    do throws(WireFault) {
      var reader = answer.arguments()
      let length = Int(try reader.uint32())
      try reader.align(to: 8)
      var part = try reader.part(length)
      var all: [(name: String, path: String)] = []
      while !part.isAtEnd {
        try part.align(to: 8)
        let name = answer.text(try part.string()) ?? ""
        for _ in 0..<5 { _ = try part.string() }
        let path = answer.text(try part.string()) ?? ""
        // Its job.
        _ = (try part.uint32(), try part.string(), try part.string())
        if name.hasSuffix(".service") { all.append((name, path)) }
      }
      return all
    } catch {
      return []
    }
  }

  private func object(_ method: String, _ arguments: [MessageWriter.Argument]) throws(FrontFault) -> String? {
    do throws(FrontFault) {
      let answer = try call(method, arguments)
      guard answer.hasBody, answer.header.signature.elementsEqual("o".utf8) else { return nil }
      var reader = answer.arguments()
      return answer.text(try? reader.string())
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  /// A property; `nil` where there is none, or it is none that can be read so.
  func property<Value>(
    _ name: String, of unit: String, _ interface: String = "Unit",
    _ read: (Message, Signature, inout WireReader) throws(WireFault) -> Value?
  ) throws(FrontFault) -> Value? {
    let answer: Message
    do throws(FrontFault) {
      answer = try bus.call(
        "Get", [.text("\(Self.name).\(interface)"), .text(name)],
        to: .object(
          Array(Self.name.utf8), path: unit, interface: Array("org.freedesktop.DBus.Properties".utf8)))
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
    guard answer.hasBody, answer.header.signature.elementsEqual("v".utf8) else { return nil }
    var reader = answer.arguments()
    var value: Value?
    try? reader.variant { signature, reader throws(WireFault) in value = try read(answer, signature, &reader)
    }
    return value
  }

  func text(_ name: String, of unit: String, _ interface: String = "Unit") throws(FrontFault) -> String? {
    try property(name, of: unit, interface) { message, signature, reader throws(WireFault) in
      signature.isType(UInt8(ascii: "s")) ? message.text(try reader.string()) : nil
    }
  }

  func number(_ name: String, of unit: String, _ interface: String = "Unit") throws(FrontFault) -> UInt32? {
    try property(name, of: unit, interface) { _, signature, reader throws(WireFault) in
      signature.isType(UInt8(ascii: "u")) || signature.isType(UInt8(ascii: "b")) ? try reader.uint32() : nil
    }
  }

  func texts(_ name: String, of unit: String) throws(FrontFault) -> [String] {
    try property(name, of: unit) { message, signature, reader throws(WireFault) in
      signature.text == "as" ? try reader.strings(of: message) : nil
    } ?? []
  }

  // MARK: Doing

  /// Reads all units' files again.
  func reload() throws(FrontFault) { try call("Reload") }

  func start(_ unit: String) throws(FrontFault) { try job("StartUnit", unit) }
  func stop(_ unit: String) throws(FrontFault) { try job("StopUnit", unit) }
  func restart(_ unit: String) throws(FrontFault) { try job("RestartUnit", unit) }

  /// Returns when the job is done.
  private func job(_ method: String, _ unit: String) throws(FrontFault) {
    try bus.listen(
      "type='signal',sender='\(Self.name)',interface='\(Self.manager)',member='JobRemoved',"
        + "path='/org/freedesktop/systemd1'")
    try subscribe()
    guard let job = try object(method, [.text(unit), .text("replace")]) else {
      throw try refusal(of: method, unit)
    }
    var result: String?
    let isOver = try bus.wait(for: Self.patience) {
      result = bus.signal { Self.result(of: job, in: $0) }
      return result != nil
    }
    guard isOver else { throw .silent("\(method) \(unit)") }
    guard result == "done" || result == "skipped" else {
      throw .failed(.jobFailed(unit: unit, result: result ?? ""))
    }
  }

  /// Why it is refused, in the manager's words, or in ours where another unit is in the way.
  private func refusal(of method: String, _ unit: String) throws(FrontFault) -> FrontFault {
    do throws(FrontFault) {
      try call(method, [.text(unit), .text("replace")])
      return .silent("\(method) \(unit)")
    } catch {
      guard case .refused(name: Self.fileExists, _) = error,
        let rivals = try RivalUnits.find(in: self, among: [unit])
      else { return error }
      return .failed(rivals.told)
    }
  }

  /// The manager tells of jobs only while somebody has subscribed, once for a connection; that ends with it.
  private func subscribe() throws(FrontFault) {
    do throws(FrontFault) {
      try call("Subscribe")
    } catch {
      guard case .refused(name: "\(Self.name).AlreadySubscribed", _) = error else { throw error }
    }
  }

  private static func result(of job: String, in message: Message) -> String? {
    guard message.text(message.header.member) == "JobRemoved", message.hasBody,
      message.header.signature.elementsEqual("uoss".utf8)
    else { return nil }
    var reader = message.arguments()
    guard (try? reader.uint32()) != nil, let path = try? reader.string(), message.text(path) == job,
      (try? reader.string()) != nil, let result = try? reader.string()
    else { return nil }
    return message.text(result)
  }

  @discardableResult
  private func call(_ method: String, _ arguments: [MessageWriter.Argument] = []) throws(FrontFault)
    -> Message
  {
    try bus.call(
      method, arguments,
      to: .object(
        Array(Self.name.utf8), path: "/org/freedesktop/systemd1", interface: Array(Self.manager.utf8)))
  }
}

extension MessageWriter.Argument {
  static func text(_ text: String) -> Self { .string(Array(text.utf8)) }
}

extension WireReader {
  /// An array of texts.
  mutating func strings(of message: Message) throws(WireFault) -> [String] {
    let length = Int(try uint32())
    var part = try part(length)
    var all: [String] = []
    while !part.isAtEnd { all.append(message.text(try part.string()) ?? "") }
    return all
  }
}
