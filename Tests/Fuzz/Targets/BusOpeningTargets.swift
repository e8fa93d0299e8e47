import CNotify
import TestSupport

@testable import BusWire

/// The first words about a bus and from it: where it listens, and the lines before the first message.
let busOpeningTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "bus-addresses", parsers: ["BusWire/BusAddress.swift"], maximumLength: 512, check: checkBusAddresses
  ),
  FuzzTarget(name: "bus-greeting", parsers: ["BusWire/Greeting.swift"], check: checkGreeting),
]

// MARK: Addresses

private let runtimeDirectory = "/run/user/1000"

/// The input is a list of addresses, as it stands in a variable, and at the same time a path with any bytes in it. A
/// plain reading of the list finds the same places. A path that is written is read as it was, and GLib writes it in
/// another form that is read as the same.
@Sendable private func checkBusAddresses(_ bytes: [UInt8]) throws {
  guard !bytes.contains(0) else { return }
  let list = String(decoding: bytes, as: UTF8.self)
  let wanted = list.utf8.split(separator: UInt8(ascii: ";")).compactMap { plainAddress(Array($0)) }
  let read = BusAddress.list(list, runtimeDirectory: runtimeDirectory)
  try require(read == wanted, "other addresses are read than a plain reading finds")
  let session = BusAddress.session {
    ["DBUS_SESSION_BUS_ADDRESS": list, "XDG_RUNTIME_DIR": runtimeDirectory][$0]
  }
  try require(
    session == (wanted.isEmpty ? [.path("\(runtimeDirectory)/bus")] : wanted),
    "the session's bus is elsewhere")
  let known = BusAddress.list(list, runtimeDirectory: nil)
  let system = BusAddress.system { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? list : nil }
  let usual = ["/run", "/var/run"].map { BusAddress.path("\($0)/dbus/system_bus_socket") }
  try require(system == (known.isEmpty ? usual : known), "the system's bus is elsewhere")

  let others = read + [BusAddress(.path(list), guid: list), BusAddress(.abstract(list))]
  for address in others where !list.isEmpty {
    try require(
      g_dbus_is_supported_address(address.text, nil) != 0, "GLib knows no such address as \(address.text)")
    try require(
      BusAddress.list("\(address.text);\(address.text)", runtimeDirectory: nil) == [address, address],
      "an address that was written is read as another")
    guard let path = address.file, let escaped = g_dbus_address_escape_value(path) else { continue }
    defer { g_free(escaped) }
    try require(
      BusAddress.list("unix:path=\(String(cString: escaped))", runtimeDirectory: nil) == [.path(path)],
      "a path that GLib has written is read as another")
    try require(address.kind == "unix:path", "a path is of another kind")
  }
}

/// The address, by GLib's reading of escapes.
private func plainAddress(_ text: [UInt8]) -> BusAddress? {
  guard text.starts(with: "unix:".utf8) else { return nil }
  var (places, guid): ([BusAddress.Place], String?) = ([], nil)
  for pair in text.dropFirst(5).split(separator: UInt8(ascii: ",")) {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex,
      let value = unescaped(pair[(equals + 1)...]), !value.isEmpty
    else { return nil }
    switch String(decoding: pair[..<equals], as: UTF8.self) {
    case "path": places.append(.path(value))
    case "abstract": places.append(.abstract(value))
    case "runtime" where value == "yes": places.append(.path("\(runtimeDirectory)/bus"))
    case "guid": guid = value
    default: break
    }
  }
  return places.count == 1 ? BusAddress(places[0], guid: guid) : nil
}

private func unescaped(_ value: ArraySlice<UInt8>) -> String? {
  guard let text = g_uri_unescape_string(String(decoding: value, as: UTF8.self), nil) else { return nil }
  defer { g_free(text) }
  return String(validatingCString: text)
}

// MARK: Greeting

/// The input is a choice of the end that speaks, the length of each read, and the lines. They are the same however they
/// are cut, and a fault is found where a plain reading finds one. GLib takes the same numbers for a bus's own.
@Sendable private func checkGreeting(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  let speaker = choices.one(of: [Framer.Speaker.client, .bus])
  let mayBegin = choices.chance()
  let cut = 1 + choices.below(64)
  // Lines have a bound that short inputs do not reach.
  let filling = [UInt8](repeating: UInt8(ascii: "x"), count: choices.one(of: [0, 0, 0, 16_360]))
  var text = choices.rest()
  text.insert(contentsOf: filling, at: min(text.count, 10))

  let plain = PlainGreeting(text, speaker, mayBegin: mayBegin)
  for size in [filling.isEmpty ? cut : cut * 64, text.count + 1] {
    var framer = Framer(speaker)
    var (lines, isFault): ([[UInt8]], Bool) = ([], false)
    // Messages are another target's.
    var rest = text.prefix(plain.end)
    while !rest.isEmpty, !isFault {
      var read = rest.prefix(size)
      rest = rest.dropFirst(size)
      do {
        while let piece = try framer.next(&read, mayBegin: mayBegin, wantsBody: { _ in false }) {
          guard case .bytes(let line) = piece else { throw Violation("a greeting has a message in it") }
          lines.append(Array(line))
        }
      } catch let fault as WireFault {
        try require(fault == .greeting, "a greeting has another fault")
        isFault = true
      }
    }
    try require(lines == plain.lines, "other lines are read than a plain reading finds")
    try require(
      isFault == plain.isFault, "a plain reading and the framer differ on a fault")
    try require(isFault || framer.hasBegun == plain.hasBegun, "the messages begin elsewhere")
  }

  for line in plain.lines where speaker == .bus {
    let words = String(decoding: line.dropLast(2), as: UTF8.self)
    let isNumber =
      words.utf8.starts(with: "OK ".utf8) && !words.utf8.contains(0)
      && g_dbus_is_guid(String(words.dropFirst(3))) != 0
    let guid = try? Greeting.guid(in: line[...])
    try require(guid == (isNumber ? String(words.dropFirst(3)) : nil), "GLib reads another number of the bus")
  }
  let uid = text.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  let own = PlainGreeting(Greeting.client(uid: uid), .client, mayBegin: false)
  let digits = "\(uid)".utf8.map { "3\(Character(Unicode.Scalar($0)))" }.joined()
  try require(
    own.hasBegun && own.lines.dropFirst().first == Array("AUTH EXTERNAL \(digits)\r\n".utf8),
    "our own greeting has another form")
}

/// The lines of one end, as far as they are whole, each read by itself.
private struct PlainGreeting {
  private(set) var lines: [[UInt8]] = []
  private(set) var isFault = false
  private(set) var hasBegun = false
  /// Behind the lines, or behind the byte that is the fault.
  private(set) var end = 0

  init(_ text: [UInt8], _ speaker: Framer.Speaker, mayBegin: Bool) {
    if speaker == .client, let first = text.first {
      (end, isFault) = (1, first != 0)
      if !isFault { lines.append([0]) }
    }
    while !isFault, !hasBegun, end < text.count {
      let isMessage = text[end] == UInt8(ascii: "l") || text[end] == UInt8(ascii: "B")
      if speaker == .bus, isMessage {
        (isFault, hasBegun) = (!mayBegin, true)
        end += 1
      } else {
        addLine(text[end...])
        hasBegun = speaker == .client && lines.last == Array("BEGIN\r\n".utf8)
      }
    }
  }

  private mutating func addLine(_ text: ArraySlice<UInt8>) {
    guard let feed = text.firstIndex(of: UInt8(ascii: "\n")) else {
      end = text.endIndex
      return isFault = text.count > 16_384
    }
    let line = Array(text[...feed])
    end = feed + 1
    isFault = line.count > 16_384 || line.suffix(2) != [0x0D, 0x0A]
    if !isFault { lines.append(line) }
  }
}
