import CNotify

/// Tells when something happens to a file, or where one is to appear, for as long as it lives. Made and ended on
/// a GLib thread, where its handler is called too.
public struct FileWatch: ~Copyable {
  private let monitor: UnsafeMutablePointer<GFileMonitor>
  private let handlerID: UInt

  /// `nil` when the file cannot be watched.
  public init?(_ path: String, handler: @escaping () -> Void) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    guard let monitor = g_file_monitor_file(file, G_FILE_MONITOR_NONE, nil, nil) else { return nil }
    self.monitor = monitor
    let callback:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt32,
        UnsafeMutableRawPointer?
      ) -> Void = { _, _, _, _, data in Box<() -> Void>.peek(data)?() }
    handlerID = g_signal_connect_data(
      monitor, "changed", unsafeBitCast(callback, to: GCallback.self), Box(handler).retained(),
      { data, _ in Box<() -> Void>.release(data) }, GConnectFlags(0))
  }

  deinit {
    g_file_monitor_cancel(monitor)
    g_signal_handler_disconnect(monitor, handlerID)
    g_object_unref(monitor)
  }
}
