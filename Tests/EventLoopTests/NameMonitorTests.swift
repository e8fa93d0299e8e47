import EventLoop
import Glibc
import TestSupport
import Testing

struct NameMonitorTests {
  private let directory = TemporaryDirectory()

  /// The number of reports for one change, without other changes.
  private func notices(_ change: (_ path: String) throws -> Void) throws -> Int {
    let loop = try EventLoop()
    var count = 0
    let monitor = try NameMonitor("localtime", in: [directory.path], loop) { count += 1 }
    try change(directory.path)
    // Another name, made last, says that everything before it has been heard.
    let end = try NameMonitor("end", in: [directory.path], loop) { loop.stop() }
    writeFile("\(directory.path)/end", "")
    runBounded(loop)
    unlink("\(directory.path)/end")
    _ = consume monitor
    _ = consume end
    return count
  }

  @Test("A file or a link of the name, made, replaced or removed, is noticed")
  func noticed() throws {
    let link: (String) throws -> Void = { path in
      try #require(symlink("/usr/share/zoneinfo/UTC", "\(path)/localtime") == 0)
    }
    #expect(try notices(link) == 1)
    #expect(try notices { try #require(unlink("\($0)/localtime") == 0) } == 1)
    let replace: (String) throws -> Void = { path in
      try #require(symlink("/usr/share/zoneinfo/Asia/Seoul", "\(path)/next") == 0)
      try #require(rename("\(path)/next", "\(path)/localtime") == 0)
    }
    #expect(try notices(replace) == 1)
    #expect(try notices { try #require(rename("\($0)/localtime", "\($0)/away") == 0) } == 1)
  }

  @Test("A file of the name that is written in its place is noticed")
  func written() throws {
    writeFile("\(directory.path)/localtime", "UTC")
    #expect(try notices { writeFile("\($0)/localtime", "Seoul") } == 1)
  }

  @Test("What happens to other names, also longer and shorter ones, is not")
  func others() throws {
    #expect(
      try notices { path in
        for name in ["localtim", "localtime2", "hosts"] { writeFile("\(path)/\(name)", "") }
      } == 0)
  }

  @Test("More names than one reading takes are all read")
  func many() throws {
    #expect(
      try notices { path in
        for number in 0..<500 { writeFile("\(path)/some-name-that-is-rather-long-\(number)", "") }
        writeFile("\(path)/localtime", "")
      } == 1)
  }

  @Test("A monitor that is gone says nothing, and a directory that is not there cannot be monitored")
  func gone() throws {
    let loop = try EventLoop()
    do {
      let monitor = try NameMonitor("localtime", in: [directory.path], loop) {
        Issue.record("it still watches")
      }
      _ = consume monitor
    }
    writeFile("\(directory.path)/localtime", "")
    loop.nextIteration { loop.stop() }
    runBounded(loop)
    #expect(throws: SystemError.self) { _ = try NameMonitor("a", in: ["\(directory.path)/none"], loop) {} }
  }
}
