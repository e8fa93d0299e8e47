import EventLoop
import Glibc
import TestSupport
import Testing

struct PathMonitorTests {
  private let directory = TemporaryDirectory()
  private var path: String { "\(directory.path)/a/b" }

  init() {
    for name in ["a", "a/b"] { mkdir("\(directory.path)/\(name)", 0o700) }
    writeFile("\(path)/file", "")
  }

  /// Whether the changes are noticed, one after the other.
  private func notices(_ changes: [() -> Void]) throws {
    let loop = try EventLoop()
    var rest = changes[...]
    let next = { if let change = rest.popFirst() { change() } else { loop.stop() } }
    let monitor = try PathMonitor(path, ["file", "other"], loop) { if $0 == .place { next() } }
    loop.nextIteration { next() }
    runBounded(loop)
    withExtendedLifetime(monitor) { #expect(rest.isEmpty) }
  }

  @Test("Files that are made, moved and removed in the directory are noticed")
  func files() throws {
    let path = path
    try notices([
      { unlink("\(path)/file") }, { writeFile("\(path)/file", "") },
      { rename("\(path)/file", "\(path)/other") },
    ])
  }

  @Test("A directory that is moved or removed is noticed, and what is done above it, and when it is back")
  func directories() throws {
    let (path, root) = (path, directory.path)
    try notices([
      { rename(path, "\(root)/b") }, { rename("\(root)/b", path) },
      { rename("\(root)/a", "\(root)/c") }, { rename("\(root)/c", "\(root)/a") },
      { unlink("\(path)/file") }, { rmdir(path) }, { mkdir(path, 0o700) }, { writeFile("\(path)/file", "") },
    ])
  }

  @Test("Who could write to a file, and closes it, is noticed")
  func content() throws {
    let loop = try EventLoop()
    var changes: [PathMonitor.Change] = []
    let monitor = try PathMonitor(path, ["file"], loop) { change in
      changes.append(change)
      loop.stop()
    }
    let file = open("\(path)/file", O_WRONLY)
    _ = write(file, "text", 4)
    close(file)
    runBounded(loop)
    withExtendedLifetime(monitor) { #expect(changes == [.content]) }
  }

  @Test("Without names every file is noticed, and so is the directory that is made for the first of them")
  func anything() throws {
    let loop = try EventLoop()
    let (later, aside) = ("\(path)/later", "\(directory.path)/aside")
    var changes = [
      { mkdir(aside, 0o700) == 0 && rename(aside, later) == 0 },
      { open("\(later)/.draft", O_WRONLY | O_CREAT, 0o600) >= 0 },
      { rename("\(later)/.draft", "\(later)/file") == 0 },
    ][...]
    let next = { if let change = changes.popFirst() { #expect(change()) } else { loop.stop() } }
    let monitor = try PathMonitor(later, nil, loop) { if $0 == .place { next() } }
    loop.nextIteration { next() }
    runBounded(loop)
    withExtendedLifetime(monitor) { #expect(changes.isEmpty) }
  }

  @Test("Writing to other files, reading, and what is done elsewhere, costs nothing")
  func nothing() throws {
    let loop = try EventLoop()
    var count = 0
    let monitor = try PathMonitor(path, ["file"], loop) { _ in
      count += 1
      loop.stop()
    }
    writeFile("\(directory.path)/elsewhere", "")
    mkdir("\(directory.path)/a/c", 0o700)
    close(open("\(path)/file", O_RDONLY))
    writeFile("\(path)/draft", "")
    unlink("\(path)/draft")
    // This one is told, and told alone.
    unlink("\(path)/file")
    runBounded(loop)
    withExtendedLifetime(monitor) { #expect(count == 1) }
  }
}
