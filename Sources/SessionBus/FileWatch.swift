import CNotify

/// Tells when something happens to a file, or where one is to appear, for as long as it lives. Made and ended on
/// a GLib thread, where its handler is called too.
package struct FileWatch: ~Copyable {
  private typealias Handler = (GFileMonitorEvent) -> Void
  private let monitor: UnsafeMutablePointer<GFileMonitor>
  private let handlerID: UInt

  /// `nil` when the file cannot be watched.
  package init?(_ path: String, handler: @escaping () -> Void) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    self.init(g_file_monitor_file(file, G_FILE_MONITOR_NONE, nil, nil)) { _ in handler() }
  }

  /// Tells when something appears in a directory, or vanishes from it, and not what is written there. `nil` when
  /// the directory cannot be watched. It must be there: for one that is not GLib looks every four seconds.
  package init?(entriesOf directory: String, handler: @escaping () -> Void) {
    let file = g_file_new_for_path(directory)
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    self.init(g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, nil)) { event in
      if event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_DELETED { handler() }
    }
  }

  private init?(_ monitor: UnsafeMutablePointer<GFileMonitor>?, handler: @escaping Handler) {
    guard let monitor else { return nil }
    self.monitor = monitor
    let callback:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, GFileMonitorEvent,
        UnsafeMutableRawPointer?
      ) -> Void = { _, _, _, event, data in Box<Handler>.peek(data)?(event) }
    handlerID = g_signal_connect_data(
      monitor, "changed", unsafeBitCast(callback, to: GCallback.self), Box(handler).retained(),
      { data, _ in Box<Handler>.release(data) }, GConnectFlags(0))
  }

  deinit {
    g_file_monitor_cancel(monitor)
    g_signal_handler_disconnect(monitor, handlerID)
    g_object_unref(monitor)
  }
}
