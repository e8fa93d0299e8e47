import CSQLite

/// Gathers the writes of a transaction to SQLite's log into one system call. SQLite itself makes two for each page, one
/// with the page's header and one with the page (https://www.sqlite.org/fileformat2.html#wal_file_format).
///
/// Invariants: every other operation on the file calls `flush` first, and so finds everything written. With the last
/// page of a transaction all of it is written before SQLite's call returns, whether or not SQLite waits for the disk
/// afterwards. Writes that are not a header followed by its page go to the system unchanged.
final class GatheredWrites {
  typealias Write = (_ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Int64) -> Int32

  private static let headerBytes: Int32 = 24
  /// Where a transaction is longer, a part of it is written before. With another page, of 65,536 bytes at most, it
  /// stays below the 131,071 that SQLite hands to the system in one call.
  private static let mostBytes = 61_440

  private var bytes: [UInt8] = []
  private var start: Int64 = 0
  /// Whether the page that comes next is the last one of its transaction.
  private var endsTransaction = false
  /// Where the file was read last: a header that is corrected is read first, and no page follows it.
  private var read: Int64 = -1
  /// The end of what was written to the log since it last began anew; `nil` before the first write.
  private(set) var end: Int64?

  /// `write` returns a result code of SQLite.
  func write(_ more: UnsafeRawPointer, _ count: Int32, at offset: Int64, _ write: Write) -> Int32 {
    end = max(offset == 0 ? 0 : end ?? 0, offset + Int64(count))
    let isNext = !bytes.isEmpty && offset == start + Int64(bytes.count)
    if !isNext {
      let code = flush(write)
      guard code == SQLITE_OK else { return code }
      guard count == Self.headerBytes, offset != read else { return write(more, count, offset) }
      start = offset
    }
    read = -1
    // Bound, it is copied as a whole; raw, byte by byte.
    UnsafeRawBufferPointer(start: more, count: Int(count)).withMemoryRebound(to: UInt8.self) {
      bytes.append(contentsOf: $0)
    }
    if count == Self.headerBytes {
      // The size of the database stands in the header of a last page alone.
      endsTransaction = UnsafeRawBufferPointer(start: more + 4, count: 4).contains { $0 != 0 }
      return SQLITE_OK
    }
    return endsTransaction || bytes.count >= Self.mostBytes ? flush(write) : SQLITE_OK
  }

  /// Where it fails nothing is kept: SQLite ends the transaction.
  func flush(_ write: Write) -> Int32 {
    endsTransaction = false
    guard !bytes.isEmpty else { return SQLITE_OK }
    // It grows by doubling, past that by up to as much again.
    defer { bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.mostBytes) }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { write($0, Int32(clamping: bytes.count), start) } ?? SQLITE_OK
    }
  }

  /// Drops the pages of a transaction that was rolled back.
  func discard() {
    endsTransaction = false
    bytes.removeAll()
  }

  func noteRead(at offset: Int64) { read = offset }
}
