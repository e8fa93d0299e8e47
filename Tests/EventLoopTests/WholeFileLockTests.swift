import CLinux
import EventLoop
import Glibc
import TestSupport
import Testing

final class WholeFileLockTests {
  private let directory = TemporaryDirectory()
  private let held: FileDescriptor
  private let file: FileDescriptor

  init() throws {
    let path = "\(directory.path)/lock"
    held = FileDescriptor(owning: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    file = FileDescriptor(owning: open(path, O_RDWR | O_CLOEXEC))
    #expect(clinux_flock(held.raw, LOCK_EX | LOCK_NB) == 0)
  }

  /// Takes the lock, which is let go of before the holder is asked for the `rounds`th time; how often it was.
  private func lock(heldBy process: Int32?, for rounds: Int) throws(SystemError) -> Int {
    var asked = 0
    try lockWholeFile(file.raw, patienceMilliseconds: 100) {
      asked += 1
      if asked == rounds { clinux_flock(held.raw, LOCK_UN) }
      return process
    }
    return asked
  }

  @Test func `a process that was killed is waited for until the kernel has taken the lock back`() throws {
    let child = try ChildProcess(["/bin/sleep", "60"])
    child.signal(SIGKILL)
    #expect(try lock(heldBy: child.pid, for: 3) == 3)
  }

  @Test func `so is one that is gone by the time it is looked at`() throws {
    let child = try ChildProcess(["/bin/sleep", "60"])
    child.kill()
    #expect(try lock(heldBy: child.pid, for: 1) == 1)
  }

  @Test func `one that runs is not waited for`() throws {
    let child = try ChildProcess(["/bin/sleep", "60"])
    #expect(throws: SystemError(call: "flock", code: EWOULDBLOCK)) { try lock(heldBy: child.pid, for: 2) }
  }

  @Test func `one that has not said who it is is waited for, as a child that has yet to run its program is`()
    throws
  {
    #expect(try lock(heldBy: nil, for: 3) == 3)
    #expect(clinux_flock(file.raw, LOCK_UN) == 0 && clinux_flock(held.raw, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: SystemError(call: "flock", code: EWOULDBLOCK)) { try lock(heldBy: nil, for: .max) }
  }

  @Test func `one that never ends is given up`() throws {
    let child = try ChildProcess(["/bin/sleep", "60"])
    child.signal(SIGKILL)
    #expect(throws: SystemError(call: "flock", code: EWOULDBLOCK)) { try lock(heldBy: child.pid, for: .max) }
  }
}
