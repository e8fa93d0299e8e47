package import EventLoop
internal import Glibc
package import NotificationModel

/// Tells sandboxed peers from those that share our view of the system, and which app a sandbox is of, where what
/// made it says so out of the sandbox's reach. What cannot be found out counts against the peer: so is a program
/// refused that forbids its memory to be read, as those that keep secrets do.
///
/// A process that is in no sandbox can dress up as one, as anything of ours can claim any app; one that is in a
/// sandbox cannot leave it. A sandbox that lets its inmates make namespaces of their own vouches for nothing,
/// which Flatpak and snap therefore forbid them.
package struct PeerInspection: Sendable {
  /// Longer than any of these is; what is longer is refused.
  static let cgroupBytes = 16_384
  private static let mountsBytes = 1_048_576
  private static let flatpakBytes = 65_536

  private struct Namespaces: Equatable {
    let mount: String
    let user: String

    init(of process: borrowing ProcessDirectory) throws(PeerRefusal) {
      mount = try process.link("ns/mnt")
      user = try process.link("ns/user")
    }
  }

  /// A process that made a call on the session bus.
  package struct Poster {
    /// The app of its sandbox, where that says so.
    package let sandbox: AppID?
    /// The apps that the desktop may have named its unit after, the likeliest first.
    package let scope: [AppID]
    /// Its script, as `script(of:now:)` has it.
    package let script: ScriptID?
    /// Whether it had begun so shortly before that this is the script of its parent.
    package let isNew: Bool
    /// The file of the program that it runs. `nil` in a sandbox, which has files of its own, for programs that run or post
    /// for others, and where it cannot be read.
    package let program: String?
    /// Whether that is the command line's program, which is installed beside the daemon.
    package let isOwnCommand: Bool
  }

  private let procRoot: String
  private let ownCommand: String?
  /// `nil` where our own cannot be read: then nobody's are the same.
  private let own: Namespaces?

  /// `procRoot`: where the proc file system is mounted.
  package init(procRoot: String = "/proc") {
    self.procRoot = procRoot
    own = try? Namespaces(of: ProcessDirectory("self", in: procRoot))
    let daemon = (try? ProcessDirectory("self", in: procRoot).file) ?? ""
    ownCommand = daemon.lastIndex(of: "/").map { daemon[...$0] + "bellhop" }
  }

  /// The app whose sandbox this process is in; `nil` when it is in none, and its own word has to do.
  func app(of pid: Int32) throws(PeerRefusal) -> AppID? { try app(of: directory(of: pid)) }

  /// `nil` where it cannot be verified: it is in a sandbox that vouches for nothing, say, or has ended. `seen`: when it was
  /// known to live. Throws where descriptors or memory are used up: that says nothing about the process.
  package func poster(of pid: Int32, seen: Uptime) throws(SystemError) -> Poster? {
    try unlessRefused { () throws(PeerRefusal) in
      guard let process = try directory(of: pid, seen: seen) else { return nil }
      let sandbox = try app(of: process)
      let groups = try process.text("cgroup", limit: Self.cgroupBytes)
      let passed = try process.start?.advanced(byMilliseconds: Self.passingMilliseconds)
      let file = sandbox == nil ? try? process.file : nil
      return Poster(
        sandbox: sandbox, scope: ApplicationUnit.ids(inControlGroups: groups),
        script: sandbox == nil ? try script(of: process, seen) : nil,
        isNew: passed.map { $0 > seen } ?? false,
        program: file.flatMap { Self.isForOthers($0) ? nil : $0 },
        isOwnCommand: file != nil && file == ownCommand)
    }
  }

  /// The name of the file that a process runs; `nil` where it cannot be verified, and in a sandbox, which has files of
  /// its own. `seen`, errors: as above.
  package func program(of pid: Int32, seen: Uptime) throws(SystemError) -> String? {
    try unlessRefused { () throws(PeerRefusal) in
      guard let process = try directory(of: pid, seen: seen), try app(of: process) == nil else { return nil }
      return try process.program
    }
  }

  private func unlessRefused<Answer>(_ inspect: () throws(PeerRefusal) -> Answer?) throws(SystemError)
    -> Answer?
  {
    do throws(PeerRefusal) { return try inspect() } catch {
      if let cause = error.cause, cause.isForNow { throw cause }
      return nil
    }
  }

  /// The bus says a number, and whoever had it may have ended: then another may have it by now, and it is `nil`.
  private func directory(of pid: Int32, seen: Uptime) throws(PeerRefusal) -> ProcessDirectory? {
    let process = try directory(of: pid)
    guard let start = try process.start, start <= seen else { return nil }
    return process
  }

  /// A peer in a process namespace that we cannot see into has no number here.
  func directory(of pid: Int32) throws(PeerRefusal) -> ProcessDirectory {
    guard pid > 0 else { throw .unidentified("its process namespace is not visible from here") }
    return try ProcessDirectory("\(pid)", in: procRoot)
  }

  private func app(of process: borrowing ProcessDirectory) throws(PeerRefusal) -> AppID? {
    let namespaces = try Namespaces(of: process)
    let groups = ControlGroups(try process.text("cgroup", limit: Self.cgroupBytes))
    guard namespaces != own else {
      guard try !process.has(FlatpakInfo.path), !groups.nameSandbox else { throw .sandboxed() }
      return nil
    }
    if let app = try flatpakApp(process) { return app }
    // A unit's name alone would do for a process that made a user namespace within what a snap started.
    if namespaces.user == own?.user, let app = groups.snapApp { return app }
    throw .sandboxed()
  }

  /// `nil` when it is not Flatpak's sandbox.
  private func flatpakApp(_ process: borrowing ProcessDirectory) throws(PeerRefusal) -> AppID? {
    // A file system that the peer brought along, by FUSE say, could keep us waiting: Flatpak's root is kept in
    // memory, with the file in it.
    let mounts = MountTable(try process.text("mountinfo", limit: Self.mountsBytes))
    guard mounts.isInMemory("/"), mounts.isInMemory("/\(FlatpakInfo.name)", otherwise: true) else {
      return nil
    }
    guard let text = try process.fileText(FlatpakInfo.path, limit: Self.flatpakBytes) else { return nil }
    guard let info = FlatpakInfo(text) else { throw .sandboxed("its Flatpak file names no app") }
    return info.app
  }
}
