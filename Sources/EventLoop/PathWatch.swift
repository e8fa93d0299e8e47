internal import Glibc

/// Tells when certain files in a directory, or any, may not be any more what they were: when one of them, or one of the
/// directories that lead to it, is made, moved or removed, or when somebody who could write to one has closed it.
/// Nothing at all costs nothing, and neither does what happens to other files there.
///
/// Invariant: the directories are watched anew before the handler is called, so that what changes while it looks is
/// told again. Where the directory is gone, the nearest one above it that is there tells of new names.
package final class PathWatch {
  package enum Change: Sendable {
    /// What the names lead to.
    case place
    /// What the files say.
    case content
  }

  private struct Watch: ~Copyable {
    let notices: FileDescriptor
    let registration: Registration
    /// Whether the directory itself is there.
    let isWhole: Bool
  }

  private static let ownEnd = Int32(IN_MOVE_SELF) | Int32(IN_DELETE_SELF)
  private static let newNames = Int32(IN_CREATE) | Int32(IN_MOVED_TO)
  /// Looks at the path for one watch, while others make and remove its directories.
  private static let mostTries = 100
  private static let lostNames = Int32(IN_DELETE) | Int32(IN_MOVED_FROM)

  private let path: String
  private let names: Set<String>?
  private let loop: EventLoop
  private let handler: (Change) -> Void
  private var watch: Watch?

  /// `path`: of the directory, absolute; `names`: of the files, `nil` for all. Lives on the loop's thread.
  package init(
    _ path: String, _ names: Set<String>?, _ loop: EventLoop, _ handler: @escaping (Change) -> Void
  ) throws(SystemError) {
    self.path = path
    self.names = names
    self.loop = loop
    self.handler = handler
    try watchAnew()
  }

  deinit { if let registration = watch?.registration { loop.cancel(registration) } }

  private func watchAnew() throws(SystemError) {
    let notices = FileDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    let raw = notices.raw
    let isWhole = try Self.watch(path, raw)
    let registration = try loop.watch(raw, for: .readable) { [unowned self] _ in changed() }
    if let old = watch?.registration { loop.cancel(old) }
    watch = Watch(notices: notices, registration: registration, isWhole: isWhole)
  }

  /// Returns whether the directory itself is there. No notice tells of a directory that is made between being missed and its
  /// parent being watched, nor of a parent that goes in between: then it is looked at once more.
  private static func watch(_ path: String, _ raw: Int32) throws(SystemError) -> Bool {
    var tries = 0
    while true {
      tries += 1
      let (deepest, missing) = watchOwnEnds(along: path, raw)
      let events = ownEnd | newNames | (missing == nil ? lostNames | Int32(IN_CLOSE_WRITE) : 0)
      do throws(SystemError) {
        try systemCall("inotify_add_watch") { inotify_add_watch(raw, deepest, UInt32(events)) }
        guard let missing, access(missing, F_OK) == 0, tries < mostTries else { return missing == nil }
      } catch {
        guard error.code == ENOENT, tries < mostTries else { throw error }
      }
    }
  }

  /// Watches for the end of each directory of the path that is there. Returns the deepest one, and the path of the first
  /// that is not there.
  private static func watchOwnEnds(along path: String, _ raw: Int32) -> (deepest: String, missing: String?) {
    var deepest = "/"
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      guard inotify_add_watch(raw, prefix, UInt32(ownEnd | Int32(IN_ONLYDIR))) >= 0 else {
        return (deepest, prefix)
      }
      deepest = prefix
    }
    return (deepest, nil)
  }

  private func changed() {
    guard let raw = watch?.notices.raw, let isWhole = watch?.isWhole else { return }
    var (isMoved, isWritten) = (false, false)
    Notice.forEach(raw) { notice in
      let isOurs = names?.contains(String(decoding: notice.name, as: UTF8.self)) ?? true
      if notice.mask & UInt32(IN_CLOSE_WRITE) != 0 {
        isWritten = isWritten || isOurs
      } else {
        // Above the directory every new name may be its own.
        isMoved = isMoved || isOurs || notice.name.isEmpty || notice.hasLost || !isWhole
      }
    }
    if isMoved {
      // Without another, the old one goes on.
      try? watchAnew()
      handler(.place)
    }
    if isWritten { handler(.content) }
  }
}
