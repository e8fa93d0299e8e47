import CNotify

/// Connecting, for as long as it is wanted: it is given up when this is let go of. Without that a bus that never greets would keep
/// the shared connection to itself for ever.
package final class GLibAttempt {
  let pointer: UnsafeMutablePointer<GCancellable>?

  package init() { pointer = g_cancellable_new() }

  deinit {
    g_cancellable_cancel(pointer)
    if let pointer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }
}
