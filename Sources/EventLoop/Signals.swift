internal import CLinux
internal import Glibc

extension EventLoop {
  /// Hears these signals in the loop instead of by interruption. They are blocked in the calling thread and in
  /// those that it starts afterwards, so this comes before the first thread. Called once.
  package func onSignals(_ signals: [Int32], handler: @escaping (Int32) -> Void) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let file = FileDescriptor(
      owning: try systemCall("signalfd") {
        signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
      })
    let raw = file.raw
    _ = try watch(raw, for: .readable) { _ in
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(raw, &info, size) == size { handler(Int32(bitPattern: info.ssi_signo)) }
    }
    signalDescriptor = consume file
  }
}
