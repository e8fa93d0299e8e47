import CNotify

/// An app that notifies by libnotify, as most apps do: it waits for the server's answer.
struct LibnotifyClient: ~Copyable {
  /// One at a time in a process. It stays with the server of its first notification.
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

  /// Sends new notifications. Returns how many a second.
  func rate(_ count: Int) throws -> Double {
    let start = now()
    for number in 0..<count { try post(number) }
    return Double(count) / (now() - start)
  }
}
