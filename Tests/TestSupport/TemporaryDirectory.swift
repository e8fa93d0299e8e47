import EventLoop
import Glibc
import Synchronization

/// A directory for a test's files, removed with this object. Other users may pass through, since some servers run as
/// one.
package final class TemporaryDirectory: Sendable {
  package struct CannotMake: Error {}

  /// For small files without a further use. Removed when the tests end, in any way.
  static let shared = TemporaryDirectory()

  package let path: String
  private let count = Atomic<Int>(0)

  /// In memory if the system offers that, for tests that make thousands of files.
  package init(inMemory: Bool = false) {
    let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/bellhop-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    chmod(path, 0o711)
    Reaper.shared.add(directory: path)
  }

  deinit {
    guard let pid = spawned(["/bin/rm", "-rf", path], environment: nil, input: 0, output: 2) else { return }
    // Waits for the child: the runner of exit tests waits for any child, and would see a zombie again and again.
    waitpid(pid, nil, 0)
  }

  /// A new path in it.
  package func file(_ name: String) throws -> String {
    guard !path.isEmpty else { throw CannotMake() }
    return "\(path)/\(name)-\(count.add(1, ordering: .relaxed).newValue)"
  }
}

/// The whole file; for the small files of tests.
package func readFile(_ path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw TimedOut(description: "cannot open \(path)") }
  defer { close(descriptor) }
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 { all += buffer[..<count] }
  return all
}

/// The names in a directory; none where there is no directory.
package func fileNames(in directory: String) -> [String] {
  let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  return (try? FileDescriptor(owning: descriptor).names(atMost: .max)) ?? []
}

/// Writes a file for a test.
package func writeFile(_ path: String, _ text: String, mode: UInt32 = 0o644) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  _ = write(descriptor, bytes, bytes.count)
}
