import Glibc

/// Reports changes of certain files in a directory, or of any file there: a file, or a directory of its path, was made,
/// moved or removed, or a writer has closed the file. Changes of other files there call no handler.
///
/// Invariant: the directories are monitored anew before the handler is called, so that a change while the handler reads
/// is reported again. If the directory is gone, the nearest existing directory above it is monitored for new names.
package final class PathMonitor {
  package enum Change: Sendable {
    /// The names may now lead to other files.
    case place
    /// A writer has closed one of the files.
    case content
  }

  private static let ownEnd = Int32(IN_MOVE_SELF) | Int32(IN_DELETE_SELF)
  private static let newNames = Int32(IN_CREATE) | Int32(IN_MOVED_TO)
  /// Bounds the attempts while other processes make and remove directories of the path.
  private static let mostTries = 100
  private static let pauseMilliseconds: Int64 = 1_000
  private static let lostNames = Int32(IN_DELETE) | Int32(IN_MOVED_FROM)

  private let path: String
  private let names: Set<String>?
  private let loop: EventLoop
  private let handler: (Change) -> Void
  /// The only instance for the monitor's life: the kernel frees instances late, and a user has some hundred
  /// (inotify(7)).
  private let notices: FileDescriptor
  private var registration: Registration?
  private var monitored: Set<Int32> = []
  /// Whether the directory itself exists.
  private var isWhole = false
  private var timer: Timer?

  /// `path`: the directory's absolute path. `names`: the files' names, `nil` for all. Lives on the loop's thread.
  package init(
    _ path: String, _ names: Set<String>?, _ loop: EventLoop, _ handler: @escaping (Change) -> Void
  ) throws(SystemError) {
    self.path = path
    self.names = names
    self.loop = loop
    self.handler = handler
    notices = FileDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    try monitorAnew()
    registration = try loop.monitor(notices.raw, for: .readable) { [unowned self] _ in changed() }
  }

  deinit {
    if let registration { loop.cancel(registration) }
    if let timer { loop.cancel(timer) }
  }

  /// Sets the inotify watches again. If a missing directory is made before its parent has a watch, or the parent goes
  /// in between, inotify reports nothing, so the path is followed once more.
  private func monitorAnew() throws(SystemError) {
    var tries = 0
    while true {
      tries += 1
      do throws(SystemError) {
        guard let missing = try monitorPath(), access(missing, F_OK) == 0 else { return }
        guard tries < Self.mostTries else { throw SystemError(call: "inotify_add_watch", code: EAGAIN) }
      } catch {
        guard error.code == ENOENT, tries < Self.mostTries else { throw error }
      }
    }
  }

  /// Sets a watch for the end of each existing directory of the path, and for names in the deepest. Returns the path of
  /// the first missing directory.
  private func monitorPath() throws(SystemError) -> String? {
    var (deepest, prefix, missing) = ("/", "", String?.none)
    var found: Set<Int32> = []
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      do throws(SystemError) {
        found.insert(
          try systemCall("inotify_add_watch") {
            inotify_add_watch(notices.raw, prefix, UInt32(Self.ownEnd | Int32(IN_ONLYDIR)))
          })
        deepest = prefix
      } catch {
        // inotify needs read permission; a directory with search permission alone is skipped.
        if error.code == EACCES { continue }
        guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
        missing = prefix
        break
      }
    }
    isWhole = missing == nil
    let events = Self.ownEnd | Self.newNames | (isWhole ? Self.lostNames | Int32(IN_CLOSE_WRITE) : 0)
    found.insert(
      try systemCall("inotify_add_watch") { inotify_add_watch(notices.raw, deepest, UInt32(events)) })
    // The kernel has removed the watch of a directory that is gone; this call then fails harmlessly.
    for number in monitored.subtracting(found) { inotify_rm_watch(notices.raw, number) }
    monitored = found
    return missing
  }

  private func lookAgain() {
    timer = nil
    do throws(SystemError) { try monitorAnew() } catch {
      // While the system has no room for watches, a timer tries again.
      timer = loop.setTimer(at: EventLoop.now().uptime + Self.pauseMilliseconds) { [unowned self] in
        lookAgain()
      }
    }
    handler(.place)
  }

  private func changed() {
    var (isMoved, isWritten) = (false, false)
    Notice.forEach(notices.raw) { notice in
      // The kernel reports each removed watch.
      guard notice.mask & UInt32(IN_IGNORED) == 0 else { return }
      let isOurs = names?.contains(String(decoding: notice.name, as: UTF8.self)) ?? true
      if notice.mask & UInt32(IN_CLOSE_WRITE) != 0 {
        isWritten = isWritten || isOurs
      } else {
        // While the directory is missing, every new name above it may be part of its path.
        isMoved = isMoved || isOurs || notice.name.isEmpty || notice.hasLost || !isWhole
      }
    }
    if isMoved {
      if let timer { loop.cancel(timer) }
      lookAgain()
    }
    if isWritten { handler(.content) }
  }
}

/// Reports changes of a name in a directory for as long as the value lives: a file or a link with that name is made,
/// written, moved or removed there. The target of a link is not monitored. Missing directories are ignored, unless all
/// are missing.
package struct NameMonitor: ~Copyable {
  private let loop: EventLoop
  private let descriptor: FileDescriptor
  private let registration: Registration

  /// `name`: `nil` for any name; then writing a file is not reported.
  package init(
    _ name: String?, in directories: [String], _ loop: EventLoop, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    let notices = FileDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    let raw = notices.raw
    let names = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
    let events = UInt32(Int32(names) | Int32(IN_ONLYDIR) | (name == nil ? 0 : Int32(IN_CLOSE_WRITE)))
    var missing = SystemError(call: "inotify_add_watch", code: ENOENT)
    let monitored = directories.filter { directory in
      do throws(SystemError) {
        try systemCall("inotify_add_watch") { inotify_add_watch(raw, directory, events) }
        return true
      } catch {
        missing = error
        return false
      }
    }
    guard !monitored.isEmpty else { throw missing }
    registration = try loop.monitor(raw, for: .readable) { _ in if Self.concerns(name, raw) { handler() } }
    descriptor = notices
    self.loop = loop
  }

  deinit { loop.cancel(registration) }

  /// Reads all pending notices. True if one concerns the name, or the kernel has lost some.
  private static func concerns(_ name: String?, _ descriptor: Int32) -> Bool {
    var isConcerned = false
    Notice.forEach(descriptor) { notice in
      isConcerned = isConcerned || notice.hasLost || name.map { notice.name.elementsEqual($0.utf8) } ?? true
    }
    return isConcerned
  }
}

/// An event of inotify(7): four numbers, and a name padded with zeros.
struct Notice {
  private static let headerSize = 16

  let name: ArraySlice<UInt8>
  let mask: UInt32
  var hasLost: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

  /// Removes the next notice from the bytes read.
  init?(_ bytes: inout ArraySlice<UInt8>) {
    guard bytes.count >= Self.headerSize else { return nil }
    let (mask, length) = bytes.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
        $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
      )
    }
    self.mask = mask
    let after = bytes.dropFirst(Self.headerSize)
    name = after.prefix(Int(length)).prefix { $0 != 0 }
    bytes = after.dropFirst(Int(length))
  }
}

extension Notice {
  /// Calls `body` for every pending notice of a descriptor.
  static func forEach(_ descriptor: Int32, _ body: (Notice) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      var rest = buffer[..<count]
      while let notice = Notice(&rest) { body(notice) }
    }
  }
}
