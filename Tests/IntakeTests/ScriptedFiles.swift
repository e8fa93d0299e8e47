import Delivery
import Locks
import Records

/// Image files that are looked at when the test says so.
final class ScriptedFiles: ImageFiles {
  typealias Results = [Result<ImageCopy, ImageFault>]
  private let waiting = Mutex<[@Sendable (Results) -> Void]>([])
  private let removals = Mutex<[String]>([])
  private let wishes = Mutex<[@Sendable () -> Bool]>([])
  private let reliefs = Mutex(0)
  var wanted: [Bool] { wishes.withLock { $0.map { $0() } } }
  var timesRelieved: Int { reliefs.withLock { $0 } }
  var removed: [String] { removals.withLock { $0 } }

  func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable (Results) -> Void
  ) {
    waiting.withLock { $0.append(then) }
    wishes.withLock { $0.append(isWanted) }
  }

  func bypassStuckFiles() { reliefs.withLock { $0 += 1 } }

  func remove(_ paths: [String]) { removals.withLock { $0 += paths } }

  func answer(_ results: Results) { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?(results) }
}
