import BusWire
import Glibc
import Locks
import TestSupport

import struct Synchronization.Atomic

/// A notification server that answers at once, and records the time of each call.
final class InstantServer: Sendable {
  private static let name = Array(RenamingBus.a.utf8)

  private let arrivals = Mutex<[Double]>([])
  /// The descriptor of its connection, while it has the name.
  private let descriptor = Mutex<Int32?>(nil)
  private let isOver = Atomic<Bool>(false)

  init(on bus: PrivateBus) throws {
    let socketPath = bus.socketPath
    _ = TestThread { [self] in
      do { try serve(BusConnection(to: socketPath)) } catch {
        guard isOver.load(ordering: .acquiring) else { fail("\(error)", status: 3) }
      }
      descriptor.withLock { $0 = nil }
    }
    while descriptor.withLock({ $0 == nil }) { usleep(100) }
  }

  var count: Int { arrivals.withLock { $0.count } }

  /// The time of the call with this index, from 0 on; waits for it.
  func arrival(_ number: Int) throws -> Double {
    for _ in 0..<100_000 {
      if let time = arrivals.withLock({ $0.count > number ? $0[number] : nil }) { return time }
      usleep(50)
    }
    throw Unmeasurable("the server was never called")
  }

  /// Leaves the bus, which frees the name.
  func end() {
    isOver.store(true, ordering: .releasing)
    descriptor.withLock { descriptor in
      if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    while descriptor.withLock({ $0 != nil }) { usleep(100) }
  }

  private func serve(_ connection: BusConnection) throws {
    try connection.call("RequestName", [.string(Self.name), .uint32(4)])
    descriptor.withLock { $0 = connection.descriptor }
    var number: UInt32 = 0
    while true {
      try connection.answerNext { member in
        switch member {
        case "Notify":
          arrivals.withLock { $0.append(now()) }
          number += 1
          return [.uint32(number)]
        case "GetServerInformation":
          return ["instant", "Bellhop", "1", "1.2"].map { .string(Array($0.utf8)) }
        case "GetCapabilities": return [.strings(["body", "actions"].map { Array($0.utf8) })]
        default: return []
        }
      }
    }
  }
}
