import CNotify

/// An app that notifies by libnotify, as most do: it waits until the server has answered.
struct LibnotifyClient: ~Copyable {
  /// Once at a time in a process. It keeps to the server that is there when it first notifies.
  init() throws {
    guard notify_init("Benchmark") != 0 else { throw Unmeasurable("libnotify finds no bus") }
  }

  deinit { notify_uninit() }

  func post(_ number: Int) throws {
    let notification = notify_notification_new(
      "Ada Lovelace", "Shall we meet at the engine tomorrow at nine? Letter \(number)", nil)
    defer { g_object_unref(notification) }
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else {
      let reason = error.map { String(cString: $0.pointee.message) } ?? ""
      g_error_free(error)
      throw Unmeasurable("libnotify: \(reason)")
    }
  }

  /// New notifications a second.
  func rate(_ count: Int) throws -> Double {
    let start = now()
    for number in 0..<count { try post(number) }
    return Double(count) / (now() - start)
  }
}
