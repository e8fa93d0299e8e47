import Glibc
import TestSupport

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) in this process. `fuzz.sh` links it and counts edges in the modules of
/// Sources; an ordinary build has neither.
struct LibFuzzer {
  private typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver =
    @convention(c) (UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Arguments>, Check) -> CInt

  private let driver: Driver

  /// The target of this process: the function that libFuzzer calls has no context.
  nonisolated(unsafe) private static var target: FuzzTarget?
  /// The CPU time of the slowest input so far, in nanoseconds.
  nonisolated(unsafe) private static var slowest: UInt64 = 0

  init() throws {
    guard let symbol = dlsym(nil, "LLVMFuzzerRunDriver") else {
      throw Violation("this build has no libFuzzer: Tests/Fuzz/fuzz.sh makes one that has")
    }
    driver = unsafeBitCast(symbol, to: Driver.self)
  }

  /// Ends the process with libFuzzer's status. After so many seconds of CPU time it prints its figures and ends.
  func run(_ target: FuzzTarget, arguments: [String], seconds: Double) -> Never {
    Self.target = target
    Self.end(afterSeconds: seconds)
    var pointers = arguments.map { strdup($0) } + [nil]
    var count = CInt(arguments.count)
    let status = pointers.withUnsafeMutableBufferPointer { buffer -> CInt in
      guard var base = buffer.baseAddress else { return 2 }
      return driver(&count, &base) { bytes, count in
        LibFuzzer.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
    exit(status)
  }

  private static func check(_ input: [UInt8]) {
    let begin = processorTime()
    do {
      try target?.check(input)
    } catch {
      print("violation: \(error)\ninput: \(Corpus.written(input))")
      fflush(nil)
      abort()
    }
    let time = processorTime() &- begin
    // libFuzzer may end the process without `atexit` or a flush. A maximum rises seldom: with the logarithm of the runs.
    guard time > slowest else { return }
    slowest = time
    print("slowest: \(time / 1_000) us, \(input.count) bytes")
    fflush(nil)
  }

  /// The CPU time of this thread, in nanoseconds.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// libFuzzer ends in order, with its figures, on SIGUSR1.
  private static func end(afterSeconds seconds: Double) {
    var event = sigevent()
    event.sigev_notify = Int32(SIGEV_SIGNAL)
    event.sigev_signo = SIGUSR1
    var timer: timer_t?
    var time = itimerspec()
    time.it_value.tv_sec = Int(seconds)
    timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer)
    timer_settime(timer, 0, &time, nil)
  }
}
