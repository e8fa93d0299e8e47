import Glibc
import TestSupport

/// What a process does to its files, and when it answers. Paths are relative to the directory that is recorded.
enum DiskStep {
  case makeFile(String)
  case makeDirectory(String)
  /// Without an offset, behind the bytes that are there.
  case write(String, offset: Int?, bytes: [UInt8])
  case truncate(String, size: Int)
  /// To at least this size, by zeros.
  case grow(String, size: Int)
  /// Of a file, or of a directory with the names in it.
  case sync(String)
  case rename(String, to: String)
  case remove(String)
  /// A reply leaves: what it promises is kept from here on.
  case answer
}

/// Records processes by strace(1), which sees each write, sync and change of a name in the order in which the kernel gets
/// them: SQLite's, those to the daemon's other files, and between them its replies.
final class DiskRecorder {
  /// The calls that change a file or a name, and those that send a reply.
  private static let calls = [
    "openat", "open", "creat", "write", "writev", "pwrite64", "pwritev", "pwritev2", "ftruncate", "truncate",
    "fallocate", "copy_file_range", "sendfile", "fsync", "fdatasync", "rename", "renameat", "renameat2",
    "unlink",
    "unlinkat", "rmdir", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "sendmsg", "sendto",
  ]

  private let directory: String
  /// The names in it that are recorded, with all below them.
  private let names: Set<String>
  /// The paths that there are.
  private var known: Set<String>
  private(set) var steps: [DiskStep] = []
  private let trace: String

  /// `known`: the paths that there are already.
  init(of directory: String, _ names: Set<String>, known: Set<String>) {
    (self.directory, self.names, self.known) = (directory, names, known)
    trace = "\(directory)/trace"
  }

  /// In front of a program and its arguments; the program stays the test's own child.
  var launcher: [String] {
    [
      "/usr/bin/strace", "-D", "-I1", "-f", "-q", "-xx", "-y", "-a1", "-s", "16777216", "-o", trace, "-e",
      "trace=\(Self.calls.joined(separator: ","))",
    ]
  }

  /// For what a process promises by its end alone.
  func noteAnswer() { steps.append(.answer) }

  /// Reads the trace of a process that has ended.
  func read(of process: Int32) async throws {
    let lines = try await eventually("the end of the trace") { () -> [UInt8]? in
      let bytes = try readFile(self.trace)
      let last = bytes.dropLast().lastIndex(of: 10).map { bytes[($0 + 1)...] } ?? []
      let text = String(decoding: last.prefix(100), as: UTF8.self)
      return text.hasPrefix("\(process) ") && text.contains("+++ ") ? bytes : nil
    }
    unlink(trace)
    try lines.withUnsafeBytes { try read($0) }
  }

  private func read(_ lines: UnsafeRawBufferPointer) throws {
    // By thread.
    var begun: [Int: TracedCall] = [:]
    var rest = lines
    while let start = rest.baseAddress, let end = memchr(start, 10, rest.count) {
      let count = UnsafeRawPointer(end) - start
      var call = TracedCall(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[(count + 1)...])
      switch call.part {
      case .noCall: continue
      case .beginning:
        begun[call.thread] = call
        // From now on its bytes may leave.
        if call.isReply { noteAnswer() }
        continue
      case .end:
        guard var beginning = begun.removeValue(forKey: call.thread) else {
          throw TracedCall.CannotRead(call: call.text)
        }
        if beginning.isReply { continue }
        beginning.end(with: call)
        call = beginning
      case .whole: break
      }
      if call.isReply { noteAnswer() } else { try add(call) }
    }
  }

  /// A log's index holds nothing that is not in the log, and `NextStart` writes a lock of its own.
  static func records(_ path: String) -> Bool { !path.hasSuffix("-shm") && !path.hasSuffix("/bellhop.lock") }

  /// Nil for a path that is not recorded.
  private func place(_ path: String) -> String? {
    if path == directory { return "" }
    guard path.hasPrefix("\(directory)/"), Self.records(path) else { return nil }
    let place = path.dropFirst(directory.count + 1).split(separator: "/").joined(separator: "/")
    return names.contains(String(place.prefix { $0 != "/" })) ? place : nil
  }

  private func add(_ call: TracedCall) throws {
    guard let result = call.result else { return }
    let last = call.pieces.count - 1
    func path(_ index: Int) throws -> String? { place(try call.path(index)) }
    switch call.name {
    // A message that is no reply.
    case "sendmsg", "sendto": return
    case "openat", "open": try open(call)
    case "mkdir", "mkdirat":
      guard let path = try path(last) else { return }
      known.insert(path)
      steps.append(.makeDirectory(path))
    case "rename", "renameat", "renameat2":
      let (path, other) = (try path(call.name == "rename" ? 0 : 1), try path(last))
      guard let path, let other else {
        guard path == nil, other == nil else { throw TracedCall.CannotRead(call: call.text) }
        return
      }
      known.remove(path)
      known.insert(other)
      steps.append(.rename(path, to: other))
    case "unlink", "unlinkat", "rmdir":
      guard let path = try path(last) else { return }
      known.remove(path)
      steps.append(.remove(path))
    case "fsync", "fdatasync": if let path = try path(0) { steps.append(.sync(path)) }
    case "ftruncate", "fallocate", "pwrite64", "write":
      // An open file without a name is nowhere after a power cut.
      guard let path = try path(0), known.contains(path) else { return }
      switch call.name {
      case "ftruncate": steps.append(.truncate(path, size: try call.number(fromLast: 0)))
      // Its mode is 0: room is allocated, and nothing that is there changes.
      case "fallocate":
        guard try call.number(fromLast: 2) == 0 else { throw TracedCall.CannotRead(call: call.text) }
        steps.append(.grow(path, size: try call.number(fromLast: 1) + call.number(fromLast: 0)))
      case "pwrite64":
        let offset = try call.number(fromLast: 0)
        steps.append(.write(path, offset: offset, bytes: Array(call.pieces[1].prefix(result))))
      // Where the file ends: of all that is recorded nothing writes elsewhere without saying where.
      default: steps.append(.write(path, offset: nil, bytes: Array(call.pieces[1].prefix(result))))
      }
    default:
      guard try call.pieces.indices.allSatisfy({ try path($0) == nil }) else {
        throw TracedCall.CannotRead(call: call.text)
      }
    }
  }

  private func open(_ call: TracedCall) throws {
    guard call.text.contains("O_CREAT") || call.text.contains("O_TRUNC"), let last = call.pieces.last,
      let path = place(String(decoding: last, as: UTF8.self))
    else { return }
    if known.insert(path).inserted {
      steps.append(.makeFile(path))
    } else if call.text.contains("O_TRUNC") {
      steps.append(.truncate(path, size: 0))
    }
  }
}
