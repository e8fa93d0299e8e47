/// Carries a Swift value through a C callback's `user_data`.
///
/// Invariant: `retained()` is balanced by exactly one `release` or `take`, whichever way GLib ends the callback.
final class Box<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }

  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func peek(_ data: UnsafeMutableRawPointer?) -> Value? {
    data.map { Unmanaged<Box<Value>>.fromOpaque($0).takeUnretainedValue().value }
  }

  /// The value, for the last time.
  static func take(_ data: UnsafeMutableRawPointer?) -> Value? {
    data.map { Unmanaged<Box<Value>>.fromOpaque($0).takeRetainedValue().value }
  }

  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Box<Value>>.fromOpaque(data).release() }
  }
}
