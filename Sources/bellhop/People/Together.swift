import CLinux
import EventLoop
import Glibc
import Synchronization

extension Array where Element: Sendable {
  /// What comes of each, in the same order, of many at a time: for what waits for others and needs no processor.
  func mapTogether<Outcome: Sendable>(_ transform: @escaping @Sendable (Element) -> Outcome) -> [Outcome] {
    Work(self, transform).done()
  }
}

/// What several threads do until nothing of it is left.
private final class Work<Element: Sendable, Outcome: Sendable>: Sendable {
  private static var mostThreads: Int { 64 }

  private let elements: [Element]
  private let transform: @Sendable (Element) -> Outcome
  private let taken = Atomic<Int>(0)
  private let outcomes = Mutex<[Int: Outcome]>([:])
  /// Counts the threads that have nothing left to do.
  private let ended = FileDescriptor(owning: eventfd(0, Int32(EFD_CLOEXEC)))

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Outcome) {
    (self.elements, self.transform) = (elements, transform)
  }

  /// This thread is one of them, and does all of it where the system has no other to give.
  func done() -> [Outcome] {
    var others = 0
    while ended.raw >= 0, others < min(elements.count, Self.mostThreads) - 1, startOther() { others += 1 }
    takeAll()
    while others > 0 {
      var count: UInt64 = 0
      if read(ended.raw, &count, MemoryLayout.size(ofValue: count)) > 0 { others -= Int(count) }
    }
    return outcomes.withLock { found in elements.indices.compactMap { found[$0] } }
  }

  private func startOther() -> Bool {
    DetachedThread.start { [self] in
      takeAll()
      var one: UInt64 = 1
      write(ended.raw, &one, MemoryLayout.size(ofValue: one))
    }
  }

  private func takeAll() {
    while case let place = taken.add(1, ordering: .relaxed).oldValue, place < elements.count {
      let outcome = transform(elements[place])
      outcomes.withLock { $0[place] = outcome }
    }
  }
}
