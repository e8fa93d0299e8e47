import EventLoop
import Glibc
import TestSupport
import Testing

struct DirectoryNamesTests {
  private let directory = TemporaryDirectory()

  @Test("All names are told as often as they are asked for, or so many as are wanted")
  func names() throws {
    for name in ["a", ".b", "c"] { writeFile("\(directory.path)/\(name)", "") }
    let open = FileDescriptor(owning: open(directory.path, O_RDONLY | O_DIRECTORY))
    for _ in 0..<2 { #expect(Set(try open.names(atMost: 10)) == ["a", ".b", "c"]) }
    #expect(try open.names(atMost: 2).count == 2)
    #expect(try open.names(atMost: 0) == [])
  }

  @Test("What is no directory has none, and says so")
  func noDirectory() {
    let file = FileDescriptor(owning: open("/dev/null", O_RDONLY))
    #expect(throws: SystemError(call: "openat", code: ENOTDIR)) { try file.names(atMost: 1) }
  }
}
