internal import Glibc

/// Tells when a directory, and the files in it, may not be any more what they were: when a name in it or one of the
/// directories that lead to it is made, moved or removed. Nothing at all costs nothing.
///
/// Invariant: the directories are watched anew before the handler is called, so that what changes while it looks is
/// told again. Where the directory is gone, the nearest one above it that is there tells of new names.
public final class PathWatch {
  private struct Watch: ~Copyable {
    let notices: FileDescriptor
    let registration: Registration
  }

  private static let ownEnd = Int32(IN_MOVE_SELF) | Int32(IN_DELETE_SELF)
  private static let newNames = Int32(IN_CREATE) | Int32(IN_MOVED_TO)
  private static let lostNames = Int32(IN_DELETE) | Int32(IN_MOVED_FROM)

  private let path: String
  private let loop: EventLoop
  private let handler: () -> Void
  private var watch: Watch?

  /// `path`: absolute. Lives on the loop's thread.
  public init(_ path: String, _ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    self.path = path
    self.loop = loop
    self.handler = handler
    try watchAnew()
  }

  deinit { if let registration = watch?.registration { loop.cancel(registration) } }

  private func watchAnew() throws(SystemError) {
    let notices = FileDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    let raw = notices.raw
    var deepest = "/"
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      guard inotify_add_watch(raw, prefix, UInt32(Self.ownEnd | Int32(IN_ONLYDIR))) >= 0 else { break }
      deepest = prefix
    }
    let isWhole = deepest == prefix
    let events = Self.ownEnd | Self.newNames | (isWhole ? Self.lostNames : 0)
    try systemCall("inotify_add_watch") { inotify_add_watch(raw, deepest, UInt32(events)) }
    let registration = try loop.watch(raw, for: .readable) { [unowned self] _ in changed() }
    if let old = watch?.registration { loop.cancel(old) }
    watch = Watch(notices: notices, registration: registration)
  }

  private func changed() {
    do { try watchAnew() } catch {
      // Without another, the old one goes on; what it has told is read.
      drain()
    }
    handler()
  }

  private func drain() {
    guard let raw = watch?.notices.raw else { return }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while read(raw, &buffer, buffer.count) > 0 {}
  }
}
