import Glibc

/// The secret by which an X server admits a client, from the authority file.
struct XCookie: Hashable, Sendable {
  static let kind = "MIT-MAGIC-COOKIE-1"
  var data: [UInt8]

  private static let localFamily = 256
  private static let anyFamily = 65_535

  /// Finds the cookie for this display of the machine called `host`, else one for any machine, else the first for this
  /// display: the machine may have had another name when the display began, and several machines may share a home.
  /// An entry of the file is the address family, then address, display number, kind and data, each after its length;
  /// numbers are two bytes, big-endian.
  static func find(in file: [UInt8], display: String, host: String) -> XCookie? {
    var rest = file[...]
    var wild: XCookie?
    var other: XCookie?
    while let family = number(&rest), let address = text(&rest), let shown = text(&rest),
      let kind = text(&rest), let data = text(&rest)
    {
      let isDisplay = shown.isEmpty || shown.elementsEqual(display.utf8)
      guard isDisplay, kind.elementsEqual(Self.kind.utf8) else { continue }
      let cookie = XCookie(data: Array(data))
      switch family {
      case localFamily where address.elementsEqual(host.utf8): return cookie
      case localFamily: other = other ?? cookie
      case anyFamily: wild = wild ?? cookie
      default: break
      }
    }
    return wild ?? other
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let length = number(&rest), length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }
}

/// A display's address and authority file, from the session's variables.
struct XAddress: Hashable, Sendable {
  var display: String
  var authorityFile: String?

  /// `nil` if the variables name no display.
  init?(in variables: (String) -> String?) {
    guard let display = variables("DISPLAY"), display.utf8.count <= 255 else { return nil }
    self.display = display
    authorityFile = variables("XAUTHORITY") ?? variables("HOME").map { "\($0)/.Xauthority" }
  }

  /// The display's number; `nil` for a display of another machine.
  var number: String? {
    // Bytes: as characters, a digit and a combining mark are one.
    guard let colon = display.utf8.lastIndex(of: UInt8(ascii: ":")), ["", "unix"].contains(display[..<colon])
    else { return nil }
    let digits = display.utf8[colon...].dropFirst().prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  /// The socket file whose appearance makes the display reachable.
  var socketPath: String? { number.map { "/tmp/.X11-unix/X\($0)" } }

  /// Reads the authority file, which may block.
  var cookie: XCookie? {
    let bound = 1 << 20
    guard let number, let path = authorityFile, let file = BoundedFile.read(path, upTo: bound) else {
      return nil
    }
    return XCookie.find(in: file, display: number, host: HostName.current)
  }
}

/// This machine's name.
enum HostName {
  /// Empty if the machine has no name.
  static var current: String {
    // HOST_NAME_MAX and the terminating zero.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
