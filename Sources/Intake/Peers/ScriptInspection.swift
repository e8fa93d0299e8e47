import EventLoop
import NotificationModel

// The script or unit behind a process of the command line, or of a caller on the session bus. The process itself may
// not tell: `bellhop` and `notify-send` run for a moment, and so may the shell that started them.

extension PeerInspection {
  /// Above the length of any chain of processes that ends in a post.
  private static let mostAncestors = 16
  /// An ancestor without a script of its own counts as long-lived from this age on: a command that only starts another,
  /// such as `timeout` or `sh -c`, begins just before it.
  static let passingMilliseconds: Int64 = 2_000
  /// Tools that post for their parent, even while they wait for an answer.
  private static let tools: Set = ["bellhop", "busctl", "dbus-send", "dunstify", "gdbus", "notify-send"]

  /// Programs that start others or contain several apps, so that they identify no app.
  private static let launchers: Set = [
    "bwrap", "env", "flatpak", "gio", "gjs-console", "gtk-launch", "pkexec", "snap", "steam",
    "wine-preloader", "wine64-preloader", "xdg-open",
  ]

  /// Programs that run other authors' code, and dialogs of scripts. Programs with arguments that `Interpreter` reads
  /// are not listed.
  private static let runners: Set = [
    "Rscript", "beam.smp", "bun", "deno", "emacs", "guile", "julia", "kdialog", "nw", "pwsh", "qdbus", "qml",
    "qml6",
    "qmlscene", "wish", "yad", "zenity",
  ]

  /// True if a program, by the path of its file, runs or posts for others, so that it identifies no app.
  static func isForOthers(_ file: String) -> Bool {
    let name = String(file.split(separator: "/").last ?? "")
    // "mono-sgen", "python3.11-dbg": a variant is an interpreter as well.
    let stem = String(name.prefix(while: \.isLetter))
    return tools.contains(name) || launchers.contains(name) || !runners.isDisjoint(with: [name, stem])
      || Interpreter(name) != nil || Interpreter(stem) != nil || SharedPlaces.isTerminal(name)
  }

  /// The service or app scope that the process has for itself; otherwise the nearest process, among it and its
  /// ancestors, that runs a script or outlives the call. `nil` if there is no such process or it cannot be read.
  /// Identified by name, so that it is the same at each start. `now`: the time of the call.
  func script(of pid: Int32, now: Uptime) -> ScriptID? {
    guard let process = try? directory(of: pid) else { return nil }
    return (try? script(of: process, now)).flatMap { $0 }
  }

  /// Throws if descriptors or memory are used up.
  func script(of process: consuming ProcessDirectory, _ now: Uptime) throws(PeerRefusal) -> ScriptID? {
    do throws(PeerRefusal) { return try name(of: process, now).map(ScriptID.init(named:)) } catch {
      if error.cause?.isForNow == true { throw error }
      return nil
    }
  }

  private func name(of process: consuming ProcessDirectory, _ now: Uptime) throws(PeerRefusal) -> String? {
    let groups = try process.text("cgroup", limit: Self.cgroupBytes)
    if let unit = ApplicationUnit.own(inControlGroups: groups) { return "unit \(unit)" }
    guard var life = try process.life else { return nil }
    var call = now
    for _ in 0..<Self.mostAncestors {
      let program = try Self.program(of: process, calledItself: life.name)
      // `bellhop run` calls when its command ends, and its parent has lived as long.
      if Self.tools.contains(program) { call = life.start }
      let hasLived = life.start.advanced(byMilliseconds: Self.passingMilliseconds) <= call
      if let name = try Self.name(of: process, running: program, hasLived: hasLived) { return name }
      // The first process and service managers are ancestors of everything.
      guard life.parent > 1, program != "systemd" else { return nil }
      process = try directory(of: life.parent)
      // A parent that began later has the reused number of one that has ended.
      guard let parent = try process.life, parent.start <= life.start else { return nil }
      life = parent
    }
    return nil
  }

  /// The program of another user's process cannot be read. A process that runs a script has the script's name, and its
  /// interpreter as the first argument.
  private static func program(of process: borrowing ProcessDirectory, calledItself name: Substring)
    throws(PeerRefusal) -> String
  {
    if let program = try? process.program { return program }
    let first = try process.arguments(bytes: 4_096).first?.split(separator: "/").last.map(String.init) ?? ""
    return Interpreter(first) == nil ? String(name) : first
  }

  /// `nil` for a short-lived process: its parent is looked at instead.
  private static func name(
    of process: borrowing ProcessDirectory, running program: String, hasLived: Bool
  ) throws(PeerRefusal) -> String? {
    guard !tools.contains(program), program != "systemd" else { return nil }
    guard let interpreter = Interpreter(program) else { return hasLived ? "program \(program)" : nil }
    return interpreter.script(in: try process.arguments(bytes: 4_096)).map { "script \($0)" }
  }
}

/// A program that runs scripts: the script identifies the caller, not the interpreter.
struct Interpreter {
  /// Letters of options that give the program text in an argument or by standard input, so that it has no name.
  private let nameless: Set<Character>
  /// Letters of options that have a value.
  private let valued: Set<Character>
  /// Long options whose value is the next argument.
  private let long: Set<String>
  /// True if values are separate arguments, so that further letters may follow: `bash -euo pipefail`. Otherwise the
  /// value is the rest of the word, and the next argument only if the rest is empty: `perl -Ilib`.
  private let isShell: Bool

  /// `nil` for all other programs. A version may follow the name.
  init?(_ program: String) {
    let end = program.lastIndex { !$0.isNumber && $0 != "." && $0 != "-" }
    switch end.map({ program[...$0] }) ?? "" {
    case "sh", "ash", "bash", "busybox", "dash", "elvish", "fish", "ksh", "mksh", "nu", "oksh", "xonsh",
      "yash", "zsh":
      (nameless, valued, long) = (["c", "s"], ["o", "O"], ["--rcfile", "--init-file"])
      isShell = true
      return
    case "python", "pypy": (nameless, valued, long) = (["c"], ["W", "X"], [])
    case "perl": (nameless, valued, long) = (["e", "E"], ["I", "M", "m"], [])
    case "ruby": (nameless, valued, long) = (["e"], ["I", "r"], [])
    case "node", "nodejs": (nameless, valued, long) = (["e", "p"], ["r"], ["--require", "--import"])
    case "lua", "luajit": (nameless, valued, long) = (["e"], ["l"], [])
    case "php": (nameless, valued, long) = (["r"], ["d"], [])
    case "gjs", "cjs": (nameless, valued, long) = (["c"], ["I"], [])
    case "tclsh", "java", "mono", "dotnet", "wine", "electron": (nameless, valued, long) = ([], [], [])
    default: return nil
    }
    isShell = false
  }

  /// The script's file in the arguments; `nil` without one.
  func script(in arguments: [Substring]) -> Substring? {
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") || argument.hasPrefix("+") else {
        return argument.isEmpty ? nil : argument
      }
      if argument == "-" || argument == "--" { return argument == "-" ? nil : rest.first }
      if argument.hasPrefix("--") {
        if long.contains(String(argument)) { rest = rest.dropFirst() }
        continue
      }
      guard let values = values(of: argument.dropFirst()) else { return nil }
      rest = rest.dropFirst(values)
    }
    return nil
  }

  /// The number of following arguments that are values of these letters; `nil` if the program has no name.
  private func values(of letters: Substring) -> Int? {
    var values = 0
    for (index, letter) in zip(letters.indices, letters) {
      if nameless.contains(letter) { return nil }
      guard valued.contains(letter) else { continue }
      if !isShell { return letters.index(after: index) == letters.endIndex ? 1 : 0 }
      values += 1
    }
    return values
  }
}
