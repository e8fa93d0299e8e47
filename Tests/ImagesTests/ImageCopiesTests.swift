import Delivery
import EventLoop
import Glibc
import Locks
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Images

struct ImageCopiesTests {
  private let directory = TemporaryDirectory()
  private var store: String { "\(directory.path)/images" }

  private func file(_ name: String, _ bytes: [UInt8]) -> String {
    directory.write(name, bytes)
    return "\(directory.path)/\(name)"
  }

  private func taken(_ paths: [String], by copies: ImageCopies, copies keeps: Bool = true) async throws
    -> [Result<ImageCopy, ImageFault>]
  {
    let answer = Answer<[Result<ImageCopy, ImageFault>]>()
    copies.prepare(paths.map { .file($0) }, for: 1, copies: keeps, isWanted: { true }) { answer.set($0) }
    return try await eventually("an answer") { answer.value }
  }

  private func fault(_ path: String) async throws -> ImageFault? {
    let results = try await taken([path], by: ImageCopies(path: store))
    guard case .failure(let fault) = try #require(results.first) else { return nil }
    return fault
  }

  private func copied() -> [String] {
    shell("ls \(quoted(store))").output.split(separator: "\n").map(String.init)
  }

  @Test func `an image is copied under a name that tells nothing, for the person alone`() async throws {
    umask(0)
    defer { umask(0o022) }
    let copies = ImageCopies(path: store)
    let png = SampleImage.png("one")
    let results = try await taken([file("Ann.png", png), file("Ann.jpg", SampleImage.jpeg())], by: copies)
    let found = try results.map { try $0.get() }
    #expect(found.map(\.source) == ["\(directory.path)/Ann.png", "\(directory.path)/Ann.jpg"])
    #expect(try readFile(store + found[0].path) == png)
    #expect(found[0].bytes == png.count)
    #expect(found[0].path.hasPrefix("/") && found[0].path.hasSuffix(".png"))
    #expect(found[1].path.hasSuffix(".jpeg"))
    #expect(!copied().contains { $0.contains("Ann") })
    #expect(shell("stat -c %a \(quoted(store)) \(quoted(store + found[0].path))").output == "700\n600\n")
    copies.remove([found[0].path])
    #expect(copied().count == 1)
    #expect(copies.sweep(keeping: [found[1].path]).isEmpty)
    #expect(copied().count == 1)
    #expect(copies.sweep(keeping: []).isEmpty)
    #expect(copied() == [])
  }

  @Test func `copies are known in a directory that was moved, and those that are gone are told`() async throws
  {
    let results = try await taken(
      [file("a", SampleImage.png("a")), file("b", SampleImage.png("b"))], by: ImageCopies(path: store))
    let found = try results.map { try $0.get().path }
    let elsewhere = "\(directory.path)/elsewhere"
    #expect(rename(store, elsewhere) == 0)
    let copies = ImageCopies(path: "\(elsewhere)/")
    #expect(copies.sweep(keeping: Set(found)).isEmpty)
    #expect(try readFile(elsewhere + found[1]) == SampleImage.png("b"))
    unlink(elsewhere + found[0])
    #expect(copies.sweep(keeping: Set(found)) == [found[0]])
  }

  @Test func `equal content has an equal digest, and looking leaves nothing behind`() async throws {
    let copies = ImageCopies(path: store)
    let paths = [
      file("a", SampleImage.png("a")), file("b", SampleImage.png("a")), file("c", SampleImage.png("c")),
    ]
    let found = try await taken(paths, by: copies, copies: false).map { try $0.get() }
    #expect(found.map(\.path) == paths)
    #expect(found[0].digest == found[1].digest && found[0].digest != found[2].digest)
    #expect(copied() == [])
  }

  @Test func `a copy knows its file, which is another once it is written to or replaced`() async throws {
    let path = file("a", SampleImage.png("a"))
    let known = try #require(try await taken([path], by: ImageCopies(path: store))[0].get().file)
    #expect(known.path == path && FileIdentity.text(at: path) == known.identity)
    directory.write("b", SampleImage.png("a"))
    rename("\(directory.path)/b", path)
    #expect(FileIdentity.text(at: path) != known.identity)
    symlink(path, "\(directory.path)/link")
    #expect(FileIdentity.text(at: "\(directory.path)/link") != FileIdentity.text(at: path))
    unlink(path)
    #expect(FileIdentity.text(at: path) == nil)
  }

  @Test func `the largest file is taken, and one byte more is not`() async throws {
    let png = SampleImage.png()
    let largest = file("largest", png + [UInt8](repeating: 0, count: Limits.imageBytes - png.count))
    #expect(try await fault(largest) == nil)
    let larger = file("larger", png + [UInt8](repeating: 0, count: Limits.imageBytes - png.count + 1))
    #expect(try await fault(larger) == .tooLarge(Limits.imageBytes + 1))
    // As large as there are, and takes no room.
    let sparse = file("sparse", [])
    truncate(sparse, 1 << 40)
    #expect(try await fault(sparse) == .tooLarge(1 << 40))
  }

  @Test func `what is no file is neither read nor waited for`() async throws {
    let path = directory.path
    mkfifo("\(path)/pipe", 0o600)
    symlink(file("image", SampleImage.png()), "\(path)/link")
    symlink("loop", "\(path)/loop")
    let listener = try #require(listeningSocket("\(path)/socket"))
    defer { close(listener) }
    for other in ["\(path)/pipe", "/dev/urandom", "/dev/zero", path, "\(path)/socket"] {
      #expect(try await fault(other) == .notRegular, "\(other)")
    }
    for link in ["\(path)/link", "\(path)/loop"] { #expect(try await fault(link) == .link) }
  }

  @Test func `a file that cannot be had is refused with the reason, and never by its name`() async throws {
    let path = directory.path
    #expect(try await fault("\(path)/gone") == .gone)
    #expect(try await fault(file("plain", []) + "/x") == .unreadable("Not a directory"))
    #expect(
      try await fault("/" + String(repeating: "x", count: 300))
        == .unreadable("File name too long"))
    #expect(
      try await fault("/proc/self/root\(file("image", SampleImage.png()))")
        == .unreadable("Too many levels of symbolic links"))
    #expect(try await fault(file("empty", [])) == .empty)
    let gif = try #require(try await fault(file("gif", Array("GIF89a".utf8))))
    #expect(gif == .noPicture)
  }

  @Test func `one file that cannot be kept is said so, and leaves nothing behind`() async throws {
    let copies = ImageCopies(path: store)
    writeFile(store, "in its place")
    let results = try await taken([file("image", SampleImage.png())], by: copies)
    guard case .failure(.notKept) = try #require(results.first) else {
      Issue.record("kept where there is no directory")
      return
    }
  }

  @Test func `a copy is on the disk before it is told, and so are its name and the directory's`() async throws
  {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let copies = ImageDirectory(path: "\(directory.path)/images")
      let file = try ImageFile(bytes: SampleImage.png())
      var names: [String] = []
      let synced = try await syncedPaths { names.append(try copies.keep(file)) }
      try #require(synced == [copies.path + (names.first ?? ""), copies.path, directory.path], "\(synced)")
    }
  }

  @Test func `many at once are all answered, each once`() async throws {
    let copies = ImageCopies(path: store)
    let path = file("image", SampleImage.png())
    let answers = Answer<[Int32: Int]>()
    for process: Int32 in 0..<200 {
      copies.prepare([.file(path)], for: process % 20, copies: false, isWanted: { true }) { _ in
        answers.change { $0 = ($0 ?? [:]).merging([process: 1], uniquingKeysWith: +) }
      }
    }
    try await eventually("all answers", holds: { answers.value?.count == 200 })
    #expect(answers.value?.values.allSatisfy { $0 == 1 } == true)
  }

  @Test func `files that never answer keep waiting those alone who named them`() async throws {
    let time = Mutex<Int64>(0)
    let hung = Gate()
    let begun = Mutex(0)
    let copies = ImageCopies(path: store, clock: { time.withLock { $0 } }) {
      (path: String, mount: Mount?) throws(ImageFault) -> ImageFile? in
      if path.hasPrefix("/dead/") {
        begun.withLock { $0 += 1 }
        hung.wait()
      }
      return try ImageFile.read(path.hasPrefix("/dead/") ? "/gone" : path, within: nil)
    }
    let image = file("image", SampleImage.png())
    let answers = Answer<[String]>()
    func ask(_ path: String, _ process: Int32, _ name: String) {
      copies.prepare([.file(path)], for: process, copies: false, isWanted: { true }) { _ in
        answers.change { $0 = ($0 ?? []) + [name] }
      }
    }
    for process: Int32 in 1...4 { ask("/dead/\(process)", process, "dead \(process)") }
    ask(image, 1, "behind its own")
    ask(image, 5, "another's")
    // Who has not begun has not been kept waiting yet.
    try await eventually("four that hang", holds: { begun.withLock { $0 } == 4 })
    time.withLock { $0 = 2_000 }
    copies.bypassStuckFiles()
    try await eventually("the other's answer", holds: { answers.value == ["another's"] })
    time.withLock { $0 = 10_000 }
    ask("/dead/1", 6, "the same file")
    #expect(answers.value == ["another's", "the same file"])
    hung.open()
    try await eventually("all answers", holds: { answers.value?.count == 7 })
  }

  @Test func `a file system that hangs keeps no other waiting, by whatever path it is reached`() async throws
  {
    // Of processes beyond number, at whose files no read ever ends; the time stands still meanwhile.
    let hung = Gate()
    let begun = Mutex(0)
    let copies = ImageCopies(path: store, clock: { 0 }) { [directory] path, mount throws(ImageFault) in
      guard path.hasPrefix("/proc/") || path.contains("/link/") else {
        return try ImageFile.read(path, within: mount)
      }
      // A link leads there.
      if mount != nil, path.hasPrefix(directory.path) { return nil }
      begun.withLock { $0 += 1 }
      hung.wait()
      throw .gone
    }
    let answers = Answer<Int>()
    for process: Int32 in 1...200 {
      let path = process % 2 == 0 ? "/proc/\(process)" : "\(directory.path)/link/\(process)"
      copies.prepare([.file(path)], for: process, copies: false, isWanted: { true }) { _ in
        answers.change { $0 = ($0 ?? 0) + 1 }
      }
    }
    try await eventually(
      "as many that hang as may", holds: { begun.withLock { $0 } == 2 * ImageQueue.mostWorking })
    let image = file("image", SampleImage.png())
    for process: Int32 in 201...220 {
      let good = Answer<[Result<ImageCopy, ImageFault>]>()
      copies.prepare([.file(image)], for: process, copies: false, isWanted: { true }) { good.set($0) }
      let results = try await eventually("an answer") { good.value }
      #expect((try? results.first?.get()) != nil)
    }
    #expect(answers.value == nil && begun.withLock { $0 } == 2 * ImageQueue.mostWorking)
    hung.open()
    try await eventually("all answers", holds: { answers.value == 200 })
  }

  @Test(.enabled(if: Self.hasOtherFileSystem, "/dev/shm is no file system of its own"))
  func `a link to another file system is seen without a look at that, and then followed`() async throws {
    let other = "/dev/shm/\(directory.path.split(separator: "/").joined())"
    mkdir(other, 0o700)
    defer { _ = shell("rm -r \(quoted(other))") }
    symlink(other, "\(directory.path)/there")
    symlink(directory.path, "\(directory.path)/here")
    let bytes = SampleImage.png("there")
    let stream = try #require(fopen("\(other)/image", "w"))
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    _ = file("image", SampleImage.png("here"))
    var mounts = MountTable()
    let (here, beyond) = (
      mounts.mount(of: "\(directory.path)/there/image"), mounts.mount(of: "\(other)/image")
    )
    let mount = try #require(here)
    #expect(beyond != nil && beyond != mount)
    #expect(try ImageFile.read("\(directory.path)/there/image", within: mount) == nil)
    #expect(try ImageFile.read("\(directory.path)/there/gone", within: mount) == nil)
    let results = try await taken(
      ["\(directory.path)/here/image", "\(directory.path)/there/image"], by: ImageCopies(path: store))
    #expect(try results.map { try readFile(store + $0.get().path) } == [SampleImage.png("here"), bytes])
    // What was copied before the link was seen is gone.
    #expect(copied().count == 2)
  }

  private static let hasOtherFileSystem = shell("mountpoint -q /dev/shm").status == 0
}

/// Holds threads until it is open.
private final class Gate: Sendable {
  private let (reads, writes): (Int32, Int32) = {
    var ends: [Int32] = [0, 0]
    _ = pipe(&ends)
    return (ends[0], ends[1])
  }()

  func wait() {
    var byte: UInt8 = 0
    _ = read(reads, &byte, 1)
  }

  func open() { close(writes) }
}

/// A value that arrived on another thread.
final class Answer<Value: Sendable>: Sendable {
  private let box = Mutex<Value?>(nil)
  var value: Value? { box.withLock { $0 } }
  func set(_ value: Value) { box.withLock { $0 = value } }
  func change(_ body: @Sendable (inout Value?) -> Void) { box.withLock { body(&$0) } }
}
