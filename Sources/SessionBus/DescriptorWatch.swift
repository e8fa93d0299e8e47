import CNotify

/// Tells when a descriptor can be read, or has hung up, for as long as it lives. Made and ended on a GLib
/// thread, where its handler is called too. The descriptor is its owner's, and outlives the watch.
package struct DescriptorWatch: ~Copyable {
  private let source: UnsafeMutablePointer<GSource>?

  package init(_ descriptor: Int32, handler: @escaping () -> Void) {
    source = g_unix_fd_source_new(
      descriptor, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue))
    let callback: @convention(c) (Int32, GIOCondition, UnsafeMutableRawPointer?) -> gboolean = { _, _, data in
      Box<() -> Void>.peek(data)?()
      return 1
    }
    g_source_set_callback(
      source, unsafeBitCast(callback, to: GSourceFunc.self), Box(handler).retained(),
      { Box<() -> Void>.release($0) })
    g_source_attach(source, g_main_context_get_thread_default())
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}
