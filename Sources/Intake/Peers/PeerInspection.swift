package import EventLoop
internal import Glibc
package import NotificationModel

/// Tells sandboxed peers from those that share our view of the system, and names the app of a sandbox, if the program
/// that made the sandbox records it out of the sandbox's reach. Facts that cannot be read count against the peer: a
/// program that forbids reading its memory, as password managers do, is refused.
///
/// A process outside of any sandbox can pretend to be in one, as any of the user's processes can claim any app; a
/// process in a sandbox cannot leave it. A sandbox that lets its processes make namespaces of their own vouches for
/// nothing, which Flatpak and snap therefore forbid.
package struct PeerInspection: Sendable {
  /// Above the size of any such file; a larger one is refused.
  static let cgroupBytes = 16_384
  private static let mountsBytes = 1_048_576
  private static let flatpakBytes = 65_536
  private static let commandBytes = 4_096

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
    /// The app of its sandbox, if the sandbox records it.
    package let sandbox: AppID?
    /// Whether it is in a container that shares the person's home with us, as in `isInContainer(_:)`.
    package let isContained: Bool
    /// The apps that the desktop may have named its unit after, the likeliest first.
    package let scope: [AppID]
    /// The result of `script(of:now:)`; `nil` in a sandbox and in a container.
    package let script: ScriptID?
    /// True if the process began so shortly before the call that `script` is its parent's.
    package let isNew: Bool
    /// The path of its program. `nil` in a sandbox, which has files of its own, in a container where that path is another
    /// file than for us, for programs that run or post for others, and if it cannot be read.
    package let program: String?
    /// True for the `bellhop` that is installed beside the daemon.
    package let isOwnCommand: Bool
    /// `nil` if its name, parent and start cannot be read.
    package let process: CallingProcess?
  }

  private let procRoot: String
  private let ownCommand: String?
  /// Our own namespaces. `nil` if they cannot be read: then no process counts as sharing them.
  private let own: Namespaces?
  /// The person's home, by its path without links. `nil` if there is none: then no process shares it.
  private let home: String?

  /// `procRoot`: where the proc file system is mounted.
  package init(procRoot: String = "/proc", home: String? = Self.home) {
    self.procRoot = procRoot
    self.home = home
    own = try? Namespaces(of: ProcessDirectory("self", in: procRoot))
    let daemon = (try? ProcessDirectory("self", in: procRoot).file) ?? ""
    ownCommand = daemon.lastIndex(of: "/").map { daemon[...$0] + "bellhop" }
  }

  package static var home: String? {
    guard let variable = getenv("HOME"), let path = realpath(variable, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The app whose sandbox the process is in; `nil` outside of any sandbox.
  func app(of pid: Int32) throws(PeerRefusal) -> AppID? { try app(of: directory(of: pid)) }

  /// Inspects a process that called on the session bus. `nil` if it cannot be verified, for example in a sandbox that
  /// vouches for nothing, or after its end. `seen`: a time when the process was known to live. Throws if descriptors or
  /// memory are used up, which says nothing about the process.
  package func poster(of pid: Int32, seen: Uptime) throws(SystemError) -> Poster? {
    try unlessRefused { () throws(PeerRefusal) in
      guard let process = try directory(of: pid, seen: seen) else { return nil }
      let isContained = try isInContainer(process)
      let sandbox = isContained ? nil : try app(of: process)
      let isOutside = sandbox == nil && !isContained
      let groups = try process.text("cgroup", limit: Self.cgroupBytes)
      let life = try process.life
      let passed = life?.start.advanced(byMilliseconds: Self.passingMilliseconds)
      let file = sandbox == nil ? try? process.file : nil
      var isOurs = file != nil
      if isContained, let file { isOurs = try ownMounts.isLocal(file) && process.runs(file) }
      let program = file.flatMap { isOurs && !Self.isForOthers($0) ? $0 : nil }
      return Poster(
        sandbox: sandbox, isContained: isContained, scope: ApplicationUnit.ids(inControlGroups: groups),
        script: isOutside ? try script(of: process, seen) : nil,
        isNew: passed.map { $0 > seen } ?? false,
        program: program,
        isOwnCommand: isOutside && file != nil && file == ownCommand,
        process: life.map {
          CallingProcess(
            number: pid, parent: $0.parent, began: $0.start,
            unit: ApplicationUnit.own(inControlGroups: groups), name: String($0.name))
        })
    }
  }

  /// The name of the file that the process runs, and the words that started it, as far as they can be read. `nil` if it
  /// cannot be verified, in a sandbox, which has files of its own, and for programs that run or post for others. `seen`
  /// and errors as for `poster(of:seen:)`.
  package func command(of pid: Int32, seen: Uptime) throws(SystemError) -> (program: String, words: [String])?
  {
    try unlessRefused { () throws(PeerRefusal) in
      guard let process = try directory(of: pid, seen: seen), try app(of: process) == nil else { return nil }
      let program = try process.program
      guard !Self.isForOthers(program) else { return nil }
      let words = (try? process.arguments(bytes: Self.commandBytes)) ?? []
      return (program, words.dropLast().map(String.init))
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

  /// The bus gives a process number, which another process may have by now: `nil` if this process began after `seen`.
  private func directory(of pid: Int32, seen: Uptime) throws(PeerRefusal) -> ProcessDirectory? {
    let process = try directory(of: pid)
    guard let start = try process.start, start <= seen else { return nil }
    return process
  }

  /// A peer in a process namespace that is invisible to us has no number here.
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
    // The name of the unit is not enough: a process can make a user namespace within a snap's unit.
    if namespaces.user == own?.user, let app = groups.snapApp { return app }
    throw .sandboxed()
  }

  /// Whether the process has namespaces of its own, and the person's home in its place as we have it, to write there
  /// too: firejail without a profile, distrobox, toolbox. Such a process can have any program started outside, so that
  /// nothing is kept from it; and what it says of itself is as good as any program's word.
  private func isInContainer(_ process: borrowing ProcessDirectory) throws(PeerRefusal) -> Bool {
    guard let home, try Namespaces(of: process) != own else { return false }
    let inside = MountTable(try process.text("mountinfo", limit: Self.mountsBytes))
    guard let place = inside.place(of: home), place.isWritable, place == (try ownMounts).place(of: home),
      !ControlGroups(try process.text("cgroup", limit: Self.cgroupBytes)).nameSandbox
    else { return false }
    // Flatpak keeps the root in memory. Another root is not looked into, since it could block us.
    guard inside.isInMemory("/") else { return true }
    return try !process.has(FlatpakInfo.path)
  }

  private var ownMounts: MountTable {
    get throws(PeerRefusal) {
      MountTable(try ProcessDirectory("self", in: procRoot).text("mountinfo", limit: Self.mountsBytes))
    }
  }

  /// `nil` outside of Flatpak's sandboxes.
  private func flatpakApp(_ process: borrowing ProcessDirectory) throws(PeerRefusal) -> AppID? {
    // A file system that the peer mounted, such as FUSE, could block the read. Flatpak keeps the root and this file in
    // memory.
    let mounts = MountTable(try process.text("mountinfo", limit: Self.mountsBytes))
    guard mounts.isInMemory("/"), mounts.isInMemory("/\(FlatpakInfo.name)", otherwise: true) else {
      return nil
    }
    guard let text = try process.fileText(FlatpakInfo.path, limit: Self.flatpakBytes) else { return nil }
    guard let info = FlatpakInfo(text) else { throw .sandboxed("its Flatpak file names no app") }
    return info.app
  }
}
