import Glibc
import NotificationModel
import Store
import TestSupport
import Testing

/// A directory of its own for one test, gone with it.
final class Scratch {
  let path: String

  init() throws {
    var template = Array("/tmp/bellhop-store-XXXXXX".utf8CString)
    let created = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(created)
  }

  deinit {
    for name in names() { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  func open(_ durability: Durability = .crash) throws -> SQLiteStore {
    let opened = try SQLiteStore.open(directory: path, durability: durability, now: .at(0))
    #expect(opened.notice == nil)
    return opened.store
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func names() -> Set<String> { Set(fileNames(in: path)) }

  /// Nothing where there is no file.
  func bytes(_ name: String) -> [UInt8] {
    let descriptor = Glibc.open(file(name), O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Overwrites a part of a file, and creates a missing file.
  func write(_ bytes: [UInt8], to name: String, at offset: Int = 0, truncating: Bool = false) throws {
    let descriptor = Glibc.open(file(name), O_WRONLY | O_CREAT | (truncating ? O_TRUNC : 0), 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) } == bytes.count)
  }

  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}

/// How often a text stands in bytes.
func occurrences(of text: String, in bytes: [UInt8]) -> Int {
  let needle = Array(text.utf8)
  guard let first = needle.first, bytes.count >= needle.count else { return 0 }
  return bytes.indices.count { bytes[$0] == first && bytes[$0...].starts(with: needle) }
}

extension SQLiteStore {
  func decisions(of id: NotificationID) throws -> [(place: Int, time: Timestamp, decision: Ruling)] {
    try decisions(of: id, after: 0, limit: .max)
  }
}
