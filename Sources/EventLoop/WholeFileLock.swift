internal import CLinux
internal import Glibc

/// Takes the lock on a whole file that one process has at a time (flock(2)), or throws EWOULDBLOCK.
///
/// The kernel takes it back from a process that ends, but from one that is killed not at once: that one is waited for. So
/// is a holder that has not said who it is: it has only just begun, or is the child of an earlier holder that has yet to
/// run its own program, which closes the file. `holder`: the process that seems to have it; asked again each time, because
/// another may have it by then.
package func lockWholeFile(
  _ file: Int32, patienceMilliseconds: Int64 = 5_000, holder: () -> Int32?
) throws(SystemError) {
  let pauseMicroseconds: UInt32 = 5_000
  let deadline = EventLoop.now().uptime + patienceMilliseconds
  while true {
    do throws(SystemError) {
      try systemCall("flock") { clinux_flock(file, LOCK_EX | LOCK_NB) }
      return
    } catch {
      guard error.code == EWOULDBLOCK, EventLoop.now().uptime < deadline, holder().map(isEnding) ?? true
      else {
        throw error
      }
      usleep(pauseMicroseconds)
    }
  }
}

/// Whether a process runs nothing of its own any more: it is killed, exits, or is gone (proc_pid_stat(5),
/// proc_pid_status(5)).
private func isEnding(_ process: Int32) -> Bool {
  // What is after the program's name, in which anything may stand.
  guard let status = processFile("stat", of: process)?.split(separator: ")").last else { return true }
  let fields = status.split(separator: " ")
  guard fields.count > 6, let flags = UInt32(fields[6]) else { return false }
  let isExiting: UInt32 = 0x4
  return ["Z", "X"].contains(fields[0]) || flags & isExiting != 0 || isKilled(process)
}

/// Whether SIGKILL is on its way to it.
private func isKilled(_ process: Int32) -> Bool {
  (processFile("status", of: process) ?? "").split(separator: "\n").contains { line in
    guard line.hasPrefix("SigPnd:") || line.hasPrefix("ShdPnd:") else { return false }
    return UInt64(line.dropFirst(7).drop { $0 == "\t" }, radix: 16).map { $0 >> (SIGKILL - 1) & 1 == 1 }
      ?? false
  }
}

private func processFile(_ name: String, of process: Int32) -> String? {
  let path = "/proc/\(process)/\(name)"
  guard let file = try? FileDescriptor(owning: systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) }) else {
    return nil
  }
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = read(file.raw, &bytes, bytes.count)
  return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
}
