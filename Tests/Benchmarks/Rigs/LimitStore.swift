import CSQLite

/// The minimum for a store of posts: each call as bytes, in one table with one index.
final class LimitStore: FrameStore {
  private let database: PlainDatabase
  private let begin: OpaquePointer
  private let insert: OpaquePointer
  private let commit: OpaquePointer
  private var time: Int64 = 0

  /// `waits`: whether a commit waits for the disk.
  init(at path: String, waits: Bool) throws {
    database = try PlainDatabase(at: path, waits: waits)
    try database.execute(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, call BLOB NOT NULL) STRICT;
      CREATE INDEX by_time ON posts (time)
      """)
    begin = try database.prepared("BEGIN IMMEDIATE")
    insert = try database.prepared("INSERT INTO posts (time, call) VALUES (?, ?)")
    commit = try database.prepared("COMMIT")
  }

  func store(_ frames: [ArraySlice<UInt8>]) throws {
    try database.run(begin)
    for frame in frames {
      time += 1
      sqlite3_bind_int64(insert, 1, time)
      // The bytes stay valid until the row is written.
      _ = frame.withUnsafeBytes {
        sqlite3_bind_blob(insert, 2, $0.baseAddress, Int32(clamping: $0.count), nil)
      }
      try database.run(insert)
    }
    try database.run(commit)
  }
}
