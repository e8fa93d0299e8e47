internal import Glibc

/// Tells when a name in a directory comes to stand for something else, for as long as it lives: when a file or a
/// link of that name is made there, written, moved or removed. What a link leads to is not looked at, and nothing at
/// all costs nothing.
package struct NameWatch: ~Copyable {
  private let loop: EventLoop
  private let descriptor: FileDescriptor
  private let registration: Registration

  package init(
    _ name: String, in directory: String, _ loop: EventLoop, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    let notices = FileDescriptor(
      owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    let raw = notices.raw
    let events = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | Int32(IN_ONLYDIR))
    try systemCall("inotify_add_watch") { inotify_add_watch(raw, directory, events) }
    registration = try loop.watch(raw, for: .readable) { _ in if Self.concerns(name, raw) { handler() } }
    descriptor = notices
    self.loop = loop
  }

  deinit { loop.cancel(registration) }

  /// Reads everything there is. Whether any of it is about that name, or the kernel has lost some.
  private static func concerns(_ name: String, _ descriptor: Int32) -> Bool {
    var isConcerned = false
    Notice.forEach(descriptor) { notice in
      isConcerned = isConcerned || notice.hasLost || notice.name.elementsEqual(name.utf8)
    }
    return isConcerned
  }
}
