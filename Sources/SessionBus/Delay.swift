import CNotify

/// Calls its handler once, so many milliseconds from now, unless it is let go of before. Made and ended on a GLib
/// thread, where its handler is called too.
package struct Delay: ~Copyable {
  private let source: UnsafeMutablePointer<GSource>?

  package init(milliseconds: UInt32, handler: @escaping () -> Void) {
    source = g_timeout_source_new(milliseconds)
    g_source_set_callback(
      source,
      { data in
        Box<() -> Void>.peek(data)?()
        return 0
      }, Box(handler).retained(), { Box<() -> Void>.release($0) })
    g_source_attach(source, g_main_context_get_thread_default())
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}
