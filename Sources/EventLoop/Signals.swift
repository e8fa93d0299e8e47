import CLinux
import Glibc

/// Signals that interrupt no thread. They wait, also where no loop runs yet, until one hears them (signalfd(2)).
package struct HeldSignals: Sendable {
  private let numbers: [Int32]

  /// Blocks them in the calling thread and in those that it and its successors start: it has to be the process's only
  /// thread, before any library begins one. A program that is executed inherits the block.
  package init(_ numbers: [Int32]) {
    self.numbers = numbers
    var set = Self.set(of: numbers)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits so many milliseconds, or until one of these held signals comes. Returns that one, which is heard with this.
  package func pause(milliseconds: Int64, unless ending: [Int32]) -> Int32? {
    var set = Self.set(of: ending.filter(numbers.contains))
    let milliseconds = max(0, milliseconds)
    var time = timespec(
      tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
    let number = sigtimedwait(&set, nil, &time)
    return number > 0 ? number : nil
  }

  fileprivate func descriptor() throws(SystemError) -> FileDescriptor {
    var set = Self.set(of: numbers)
    return FileDescriptor(
      owning: try systemCall("signalfd") {
        signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
      })
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}

extension EventLoop {
  /// Hears the held signals, those included that came before. Called once.
  package func onSignals(_ held: HeldSignals, handler: @escaping (Int32) -> Void) throws(SystemError) {
    let file = try held.descriptor()
    let raw = file.raw
    _ = try monitor(raw, for: .readable) { _ in
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(raw, &info, size) == size { handler(Int32(bitPattern: info.ssi_signo)) }
    }
    signalDescriptor = consume file
  }
}
