/// How long to wait before something is tried again.
enum Backoff {
  /// 1, 2, 4 … 60 s.
  static func milliseconds(after failures: Int) -> UInt32 {
    min(UInt32(1_000) << UInt32(min(max(0, failures), 6)), 60_000)
  }
}
