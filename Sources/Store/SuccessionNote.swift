import Glibc

/// What a new database says of the one that it succeeds: to whoever finds it before it is in its place, and to whoever
/// opens it first.
struct SuccessionNote {
  static let row = "succession"

  /// As `FileIdentity` describes itself; empty where there was no file.
  private let predecessor: String
  /// What that is called from now on.
  let name: String
  private let reason: String
  private let yield: String

  init(to predecessor: FileIdentity?, name: String, reason: String, yield: String) {
    self.predecessor = predecessor?.text ?? ""
    self.name = name
    self.reason = reason
    self.yield = yield
  }

  /// That of a successor; `nil` where what goes by that name is none.
  init?(in directory: borrowing StateDirectory) throws(OpeningFault) {
    let path = directory.path(of: StateDirectory.successor)
    var text: String?
    do throws(SQLiteFault) {
      let database = try Database(path: path, isReadOnly: true)
      defer { database.closeKeepingLog() }
      var cursor = try database.cursor(once: "SELECT value FROM switches WHERE name = '\(Self.row)'")
      if try cursor.next() { text = cursor.text() }
    } catch {
      guard error.suggestsDamage || error.isMistake else { throw OpeningFault(path, error) }
    }
    self.init(text)
  }

  /// As it stands in the file.
  init?(_ text: String?) {
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 4, lines[1].hasPrefix("\(StateDirectory.database).corrupt-"), !lines[1].contains("/")
    else { return nil }
    (predecessor, name, reason, yield) = (lines[0], lines[1], lines[2], lines[3])
  }

  /// Whether what stands in the database's place now is what it was made from, or nothing.
  func succeeds(_ file: FileIdentity?) -> Bool { file.map { $0.text == predecessor } ?? true }

  func text(_ path: String) -> String {
    "\(path) \(reason); it was moved to \(name), and a new one begun: \(yield)"
  }

  func write(to name: String, in directory: borrowing StateDirectory) throws(OpeningFault) {
    let path = directory.path(of: name)
    do throws(SQLiteFault) {
      let database = try Database(path: path)
      defer { database.close() }
      try database.execute("PRAGMA journal_mode = MEMORY")
      var cursor = try database.cursor(once: "INSERT OR REPLACE INTO switches (name, value) VALUES (?, ?)")
      cursor.bind(Self.row)
      cursor.bind(
        [predecessor, self.name, reason, yield].map { String($0.map { $0 == "\n" ? " " : $0 }) }
          .joined(separator: "\n"))
      try cursor.run()
    } catch {
      throw OpeningFault(path, error)
    }
  }
}
