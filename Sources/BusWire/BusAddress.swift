// D-Bus specification, "Server Addresses": `transport:key=value,key=value`, with semicolons between several, of which
// the first that works is taken. Bytes other than [-0-9A-Za-z_/.\*] stand as % and two hexadecimal digits.

/// Where a bus listens.
package struct BusAddress: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case path(String)
    /// A name of Linux's that is no file's.
    case abstract(String)
  }

  package let place: Place
  /// The bus's own number, where the address names it: a bus with another number is not the one that is meant.
  package let guid: String?

  package init(_ place: Place, guid: String? = nil) {
    self.place = place
    self.guid = guid
  }

  package static func path(_ path: String) -> BusAddress { BusAddress(.path(path)) }
  package static func abstract(_ name: String) -> BusAddress { BusAddress(.abstract(name)) }

  /// The session's bus, as its variables name it: by an address that can be connected to, else at its usual place.
  /// Nothing is ever started for an address.
  package static func session(_ variable: (String) -> String?) -> [BusAddress] {
    let runtime = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let named = list(variable("DBUS_SESSION_BUS_ADDRESS") ?? "", runtimeDirectory: runtime)
    return named.isEmpty ? runtime.map { [.path("\($0)/bus")] } ?? [] : named
  }

  /// The system's bus, likewise.
  package static func system(_ variable: (String) -> String?) -> [BusAddress] {
    let named = list(variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "", runtimeDirectory: nil)
    return named.isEmpty ? ["/run", "/var/run"].map { .path("\($0)/dbus/system_bus_socket") } : named
  }

  /// The addresses of a list that a client can connect to. Left out: `dir` and `tmpdir`, whose socket's name only the
  /// server knows, transports to other machines, and `autolaunch:` and `unixexec:`, which start a program.
  /// `runtimeDirectory`: the meaning of `runtime=yes`.
  package static func list(_ text: String, runtimeDirectory: String?) -> [BusAddress] {
    text.utf8.split(separator: UInt8(ascii: ";")).compactMap { BusAddress($0, runtimeDirectory) }
  }

  private init?(_ address: Substring.UTF8View, _ runtimeDirectory: String?) {
    let transport = "unix:".utf8
    guard address.starts(with: transport) else { return nil }
    var places: [Place] = []
    var guid: String?
    for pair in address.dropFirst(transport.count).split(separator: UInt8(ascii: ",")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts.contains(where: \.isEmpty), let value = Self.unescaped(parts[1]) else {
        return nil
      }
      switch String(Substring(parts[0])) {
      case "path": places.append(.path(value))
      case "abstract": places.append(.abstract(value))
      case "runtime" where value == "yes":
        if let runtimeDirectory { places.append(.path("\(runtimeDirectory)/bus")) }
      case "guid": guid = value
      default: continue
      }
    }
    guard let place = places.first, places.count == 1 else { return nil }
    self.init(place, guid: guid)
  }

  /// How it is reached, for a log: no more of the address than this.
  package var kind: String { if case .path = place { "unix:path" } else { "unix:abstract" } }

  /// The file whose appearance makes the bus reachable.
  package var file: String? { if case .path(let path) = place { path } else { nil } }

  /// The address as other programs read it.
  package var text: String {
    let end = guid.map { ",guid=\(Self.escaped($0))" } ?? ""
    return switch place {
    case .path(let path): "unix:path=\(Self.escaped(path))\(end)"
    case .abstract(let name): "unix:abstract=\(Self.escaped(name))\(end)"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { escaped, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || #"-_/.\*"#.contains(character) {
        escaped.append(character)
      } else {
        let digits = String(byte, radix: 16)
        escaped += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  private static func unescaped(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      // `UInt8(_:radix:)` takes a sign as well; the system would read a path only up to a NUL.
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
