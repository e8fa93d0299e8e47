import CSQLite
import Testing

@testable import Store

@Suite struct GatheredWritesTests {
  /// The writes to the system, piece by piece.
  private final class System {
    var pieces: [(offset: Int64, bytes: [UInt8])] = []
    var code = SQLITE_OK

    func write(_ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Int64) -> Int32 {
      if code == SQLITE_OK {
        pieces.append((offset, Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))))
      }
      return code
    }
  }

  private let writes = GatheredWrites()
  private let system = System()

  private func write(_ bytes: [UInt8], at offset: Int64) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { writes.write($0, Int32(bytes.count), at: offset, system.write) } ?? SQLITE_ERROR
    }
  }

  private static func header(last: Bool = false) -> [UInt8] {
    [0, 0, 0, 7, 0, 0, 0, last ? 9 : 0] + [UInt8](repeating: 5, count: 16)
  }
  private static let page = [UInt8](repeating: 3, count: 4_096)

  @Test func `A transaction goes to the system in one piece, with its last page`() {
    var offset: Int64 = 32
    for number in 1...3 {
      #expect(write(Self.header(last: number == 3), at: offset) == SQLITE_OK)
      #expect(write(Self.page, at: offset + 24) == SQLITE_OK)
      offset += 4_120
      #expect(system.pieces.count == (number == 3 ? 1 : 0))
    }
    #expect(system.pieces[0].offset == 32)
    let frame = Self.header() + Self.page
    #expect(system.pieces[0].bytes == frame + frame + Self.header(last: true) + Self.page)
  }

  @Test func `What is asked of the file meanwhile finds all that was written`() {
    #expect(write(Self.header(), at: 32) == SQLITE_OK)
    #expect(writes.flush(system.write) == SQLITE_OK)
    #expect(system.pieces.map(\.bytes) == [Self.header()])
    #expect(writes.flush(system.write) == SQLITE_OK && system.pieces.count == 1)
  }

  @Test func `The pages of a transaction that was rolled back are never written`() {
    #expect(write(Self.header(), at: 32) == SQLITE_OK && write(Self.page, at: 56) == SQLITE_OK)
    writes.discard()
    #expect(writes.flush(system.write) == SQLITE_OK && system.pieces.isEmpty)
  }

  @Test func `What goes elsewhere is written after what came before it`() {
    #expect(write(Self.header(), at: 32) == SQLITE_OK)
    #expect(write(Self.page, at: 9_000) == SQLITE_OK)
    #expect(system.pieces.map(\.offset) == [32, 9_000])
  }

  @Test func `A header that is corrected is written at once, since no page follows it`() {
    writes.noteRead(at: 4_152)
    #expect(write(Self.header(last: true), at: 4_152) == SQLITE_OK)
    #expect(system.pieces.map(\.offset) == [4_152])
  }

  @Test func `A long transaction is written in parts`() {
    for number in 0..<40 {
      let offset = 32 + Int64(number) * 4_120
      #expect(write(Self.header(), at: offset) == SQLITE_OK && write(Self.page, at: offset + 24) == SQLITE_OK)
    }
    #expect(
      system.pieces.count == 2 && system.pieces.allSatisfy { (61_440...131_071).contains($0.bytes.count) })
  }

  @Test func `A write that fails is told with the last page, and nothing of it is written later`() {
    system.code = SQLITE_FULL
    #expect(write(Self.header(last: true), at: 32) == SQLITE_OK)
    #expect(write(Self.page, at: 56) == SQLITE_FULL)
    system.code = SQLITE_OK
    #expect(writes.flush(system.write) == SQLITE_OK && system.pieces.isEmpty)
  }
}
