import BusWire

/// A command of a unit, as the manager has read it: specifiers such as %h are replaced, variables such as $HOME are not.
struct ExecCommand: Hashable, Sendable {
  let path: String
  /// Without the name that the program is called by, which stands first.
  var arguments: [String]
  /// Prefixes of the line in systemd.service(5), by the manager's names for them.
  var flags: Set<String> = []

  /// `-`: it may fail.
  var mayFail: Bool { flags.contains("ignore-failure") }
  /// `:`: variables are not replaced.
  var keepsVariables: Bool { flags.contains("no-env-expand") }

  /// The value of `ExecStartEx`, which is `a(sasasttttuii)`.
  static func read(_ message: Message, _ signature: Signature, _ reader: inout WireReader) throws(WireFault)
    -> [ExecCommand]?
  {
    guard signature.text == "a(sasasttttuii)" else { return nil }
    let length = Int(try reader.uint32())
    try reader.align(to: 8)
    var part = try reader.part(length)
    var all: [ExecCommand] = []
    while !part.isAtEnd {
      try part.align(to: 8)
      let path = message.text(try part.string()) ?? ""
      let words = try part.strings(of: message)
      let flags = Set(try part.strings(of: message))
      for _ in 0..<4 { _ = try part.uint64() }
      for _ in 0..<3 { _ = try part.uint32() }
      all.append(ExecCommand(path: path, arguments: Array(words.dropFirst()), flags: flags))
    }
    return all
  }
}
