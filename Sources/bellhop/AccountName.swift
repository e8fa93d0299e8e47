import Glibc

/// What the account of this number is called; `nil` where there is none.
func accountName(_ user: UInt32) -> String? {
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  // Longer than any entry that login programs take.
  var buffer = [CChar](repeating: 0, count: 16_384)
  guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
  else { return nil }
  return String(cString: name)
}
