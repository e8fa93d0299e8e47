import Configuration
import Glibc
import Wording

/// The files that the front needs, all below the person's own directories.
struct FrontFiles {
  struct File: Hashable, Sendable {
    let path: String
    let text: String
  }

  /// The first line of each file. A file without it belongs to the person or another program.
  static let marker = "# Written by 'bellhop front on'. 'bellhop front off' removes it."

  let environment: SessionEnvironment

  /// The directory of this program and the others.
  static func programs() throws(FrontFault) -> String {
    guard let path = linkTarget("/proc/self/exe") else { throw .failed(.ownPlaceUnknown) }
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    for program in ["bellhop-bus", "bellhopd"] where access("\(directory)/\(program)", X_OK) != 0 {
      throw .failed(.programIsMissing("\(directory)/\(program)"))
    }
    return directory
  }

  // MARK: Places

  static func activation(of name: String, below data: String) -> String {
    "\(data)/dbus-1/services/\(name).service"
  }

  /// `directory`: `$XDG_CONFIG_HOME/systemd/user`, or `/etc/systemd/user`.
  static func dropIn(of unit: String, below directory: String) -> String {
    "\(directory)/\(unit).d/bellhop.conf"
  }

  private var unitDirectory: String { "\(environment.configuration)/systemd/user" }

  /// The units that run behind bellhop-bus by a drop-in of ours.
  var units: [String] {
    guard let stream = opendir(unitDirectory) else { return [] }
    defer { closedir(stream) }
    var units: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".d") else { continue }
      let unit = String(name.dropLast(2))
      if Self.isOurs(Self.dropIn(of: unit, below: unitDirectory)) { units.append(unit) }
    }
    return units.sorted()
  }

  /// The files of ours that exist.
  var written: [String] {
    [BusOwner.notifications, BusOwner.daemon, BusOwner.server]
      .map { Self.activation(of: $0, below: environment.data) }.filter(Self.isOurs)
      + units.map { Self.dropIn(of: $0, below: unitDirectory) }
  }

  private static func isOurs(_ path: String) -> Bool { SmallFile.text(of: path)?.hasPrefix(marker) == true }

  // MARK: Writing

  /// `unit`: the server's, which is moved behind bellhop-bus. `command`: starts the server for a notification; empty for
  /// a shell, whose unit no notification starts either.
  func planned(unit: ServerUnit?, command: [String], programs: String) -> [File] {
    // Only the manager could replace a variable in an argument, so the arguments are left out.
    let plain = command.contains { $0.contains("$") } ? Array(command.prefix(1)) : command
    let daemon = "\(programs)/bellhopd"
    let started = command.isEmpty ? nil : unit
    let bellhop = [
      File(
        path: Self.activation(of: BusOwner.notifications, below: environment.data),
        text: Self.frontActivation(daemon: daemon, unit: started?.name, command: plain)),
      File(
        path: Self.activation(of: BusOwner.daemon, below: environment.data),
        text: Self.daemonActivation(daemon)),
    ]
    let server = started.map { unit in
      File(
        path: Self.activation(of: BusOwner.server, below: environment.data),
        text: Self.serverActivation(unit: unit.name))
    }
    let dropIn = unit.map { unit in
      File(
        path: Self.dropIn(of: unit.name, below: unitDirectory),
        text: Self.dropIn(for: unit, program: "\(programs)/bellhop-bus"))
    }
    return bellhop + [server, dropIn].compactMap(\.self)
  }

  /// Writes the files, over earlier ones of ours, and throws if one is another program's.
  func write(_ files: [File]) throws(FrontFault) {
    for file in files where SmallFile.isThere(file.path) && !Self.isOurs(file.path) {
      throw .failed(.fileIsAnothers(file.path))
    }
    for file in files {
      try SmallFile.makeDirectories(
        String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)]))
      try SmallFile.remove(file.path)
      try SmallFile.make(file.path, file.text)
    }
  }

  /// Removes all files of ours, and returns their paths.
  func remove() throws(FrontFault) -> [String] {
    let (paths, units) = (written, units)
    for path in paths { try SmallFile.remove(path) }
    for unit in units { rmdir("\(unitDirectory)/\(unit).d") }
    return paths
  }
}

// MARK: - Their contents

extension FrontFiles {
  /// The drop-in for the unit of a notification server, so that it runs behind bellhop-bus. Without Bellhop's programs,
  /// the server starts as before, under its own name.
  ///
  /// No `Requires=`, which would end the server together with a missing unit; no `Type=dbus` with the notification name,
  /// which the server gets behind bellhop-bus only; and the shell checks that bellhop-bus is there.
  static func dropIn(for unit: ServerUnit, program: String) -> String {
    let literals = ["-c", dropInScript, program].map { word in
      // If the manager replaces no variables, a $ needs no escaping.
      quotedForUnit(word, isLiteral: !unit.keepsVariables)
    }
    let words = unit.command.enumerated().map { index, word in
      quotedForUnit(word, isLiteral: index == 0 && !unit.keepsVariables)
    }
    let prefix = (unit.mayFail ? "-" : "") + (unit.keepsVariables ? ":" : "")
    let line = (["\(prefix)/bin/sh"] + literals + words).joined(separator: " ")
    let type =
      switch unit.busName {
      case nil: ""
      case BusOwner.notifications:
        """

        # Its name is another there, and is not waited for, so that the server starts without it.
        Type=exec
        BusName=\(BusOwner.server)
        """
      default:
        """

        # When bellhop-bus ends, its name goes, and the manager ends it in order: that is no failure to restart after.
        Restart=always
        """
      }
    return """
      \(marker)
      # It runs \(unit.name) behind bellhop-bus while Bellhop is installed, and as before when it is not.
      [Unit]
      Wants=bellhop-bus.socket
      After=bellhop-bus.socket

      [Service]\(type)
      ExecStart=
      ExecStart=\(line)

      """
  }

  /// `$0` is bellhop-bus, the rest the original command.
  static let dropInScript = #"test -x "$0" && exec "$0" exec -- "$@"; exec "$@""#

  /// The activation file of the notification name (D-Bus specification, "Message Bus Starting Services"): starts
  /// Bellhop, by its unit if installed; without Bellhop, the server's unit or its command.
  ///
  /// No `SystemdService=`: if that unit were removed, the bus would start nothing else. dbus-daemon and dbus-broker
  /// both keep waiting for the name after the command has succeeded.
  static func frontActivation(daemon: String, unit: String?, command: [String]) -> String {
    activation(BusOwner.notifications, ["/bin/sh", "-c", frontScript, daemon, unit ?? ""] + command)
  }

  /// `$0` is bellhopd; then the server's unit, which may be empty, and its command.
  static let frontScript =
    #"if test -x "$0"; then systemctl --user cat bellhop.service >/dev/null 2>&1 && "#
    + #"exec systemctl --user start bellhop.service; exec "$0"; fi; "#
    + #"test -n "$1" && systemctl --user start "$1" && exit; shift; test $# -gt 0 && exec "$@"; exit 1"#

  /// The activation file of the daemon's own name, by which bellhop-bus has it started while the notification name has
  /// another owner.
  static func daemonActivation(_ daemon: String) -> String {
    activation(BusOwner.daemon, ["/bin/sh", "-c", daemonScript, daemon])
  }

  /// `$0` is bellhopd.
  private static let daemonScript =
    #"systemctl --user cat bellhop.service >/dev/null 2>&1 && "#
    + #"exec systemctl --user start bellhop.service; exec "$0""#

  /// The activation file of the name of the server behind bellhop-bus, by which Bellhop alone calls it: starts its
  /// unit.
  static func serverActivation(unit: String) -> String {
    activation(BusOwner.server, ["/bin/sh", "-c", serverScript, unit])
  }

  /// `$0` is the unit. A unit whose conditions are not met yet, or that ends at once without a screen, must fail here:
  /// after a successful command dbus-daemon waits two minutes for the name, and starts nothing meanwhile.
  static let serverScript =
    #"systemctl --user start "$0" && for second in 1 2 3 4 5; do "#
    + #"systemctl --user is-active --quiet "$0" || exit 1; sleep 1; done"#

  private static func activation(_ name: String, _ words: [String]) -> String {
    // dbus-daemon reads values with the escapes of desktop entries.
    let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"]
    let line = shellWords(words).unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    return """
      \(marker)
      [D-BUS Service]
      Name=\(name)
      Exec=\(line)

      """
  }

  /// Quotes a word of a command for a unit's file (systemd.service(5), "Command lines"; systemd.syntax(7), "Quoting").
  /// `isLiteral`: a `$` is kept as it is; otherwise the manager replaces variables in the word, as in the line that the
  /// word is from.
  static func quotedForUnit(_ word: String, isLiteral: Bool) -> String {
    var quoted = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Specifiers.
      case "%": quoted += "%%"
      case "$" where isLiteral: quoted += "$$"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\x\(digits.utf8.count == 1 ? "0" : "")\(digits)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// The target of a symbolic link; `nil` if it cannot be read.
func linkTarget(_ path: String) -> String? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &bytes, bytes.count)
  guard count > 0, count < bytes.count else { return nil }
  return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Files of a few lines.
enum SmallFile {
  private static let mostBytes = 1_048_576

  /// `nil` if it is missing, no regular file, unreadable, or longer than a mebibyte.
  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= mostBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// True if an entry of this name exists, even a dangling link.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Creates a new file, whole or not at all.
  static func make(_ path: String, _ text: String) throws(FrontFault) {
    guard let stream = fopen(path, "wxe") else { throw fault(path) }
    let isWritten = fputs(text, stream) >= 0
    guard fclose(stream) == 0, isWritten else {
      let fault = fault(path)
      unlink(path)
      throw fault
    }
  }

  /// Creates a directory and its parents.
  static func makeDirectories(_ path: String) throws(FrontFault) {
    guard !isThere(path), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try makeDirectories(String(path[..<slash]))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw fault(path) }
  }

  static func remove(_ path: String) throws(FrontFault) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw fault(path) }
  }

  private static func fault(_ path: String) -> FrontFault {
    .failed(.text("\(path): \(String(cString: strerror(errno)))"))
  }
}
