import Delivery
import Synchronization
import Testing

@testable import Images

struct ImageQueueTests {
  private final class Line {
    private var queue = ImageQueue()
    func add(_ job: ImageJob, now: Int64) -> ImageFault? { queue.add(job, now: now) }
    func addsThread(now: Int64) -> Bool { queue.addsThread(now: now) }
    func next(now: Int64) -> ImageJob? { queue.next(now: now) }
    func ended(_ job: ImageJob) { queue.ended(job) }
    func leads(_ job: ImageJob) { queue.leads(job) }
  }

  private static let disk = Mount(point: Array("/".utf8), device: Array("8:1".utf8))
  private static let other = Mount(point: Array("/mnt".utf8), device: Array("0:50".utf8))

  private func job(
    _ process: Int32, _ path: String = "/a.png", on mounts: [Mount] = [disk],
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) -> ImageJob {
    let sources = mounts.map { PlacedSource(source: .file(path), place: $0.place, mount: $0) }
    return ImageJob(process: process, sources: sources, copies: false, isWanted: isWanted, then: { _ in })
  }

  @Test func `one process has no more than its share of the places`() {
    let queue = Line()
    for _ in 0..<16 { #expect(queue.add(job(1), now: 0) == nil) }
    #expect(queue.add(job(1), now: 0) == .busy(limit: 16))
    for process: Int32 in 2..<17 {
      for _ in 0..<16 { #expect(queue.add(job(process), now: 0) == nil) }
    }
    #expect(queue.add(job(17), now: 0) == .busy(limit: 256))
    // Another file system has a share of its own.
    #expect(queue.add(job(17, on: [Self.other]), now: 0) == nil)
    #expect(queue.add(job(18, on: [Self.other, Self.disk]), now: 0) == .busy(limit: 256))
  }

  @Test func `memory is held for two of the largest pictures, and for one of each process`() {
    let queue = Line()
    func job(_ process: Int32, holding bytes: Int) -> ImageJob {
      let source = PlacedSource(
        source: .made(name: "/picture", holding: bytes) { [] }, place: .memory, mount: nil)
      return ImageJob(process: process, sources: [source], copies: true, isWanted: { true }, then: { _ in })
    }
    let whole = ImageQueue.mostHeldBytesPerProcess
    #expect(queue.add(job(1, holding: whole), now: 0) == nil)
    #expect(queue.add(job(1, holding: 1), now: 0) == .busy(limit: whole))
    // What runs, and may hang, counts too.
    #expect(queue.addsThread(now: 0) && queue.next(now: 0)?.process == 1)
    #expect(queue.add(job(1, holding: 1), now: 0) == .busy(limit: whole))
    #expect(queue.add(job(2, holding: whole), now: 0) == nil)
    #expect(queue.add(job(3, holding: 1), now: 0) == .busy(limit: whole))
    #expect(queue.add(self.job(3), now: 0) == nil)
    queue.ended(job(1, holding: whole))
    #expect(queue.add(job(3, holding: 1), now: 0) == nil)
  }

  @Test func `what nobody waits for any more has no place, and no turn`() {
    let isWanted = Atomic(true)
    let queue = Line()
    for process: Int32 in 1...256 {
      _ = queue.add(job(process) { isWanted.load(ordering: .relaxed) }, now: 0)
    }
    #expect(queue.add(job(300), now: 0) == .busy(limit: 256))
    isWanted.store(false, ordering: .relaxed)
    #expect(queue.add(job(300), now: 0) == nil)
    #expect(queue.addsThread(now: 0))
    #expect(queue.next(now: 0)?.process == 300)
  }

  @Test func `there are as many threads as jobs that can be begun, and at most four at work`() {
    let queue = Line()
    #expect(!queue.addsThread(now: 0))
    for _ in 0..<3 { _ = queue.add(job(1), now: 0) }
    #expect(queue.addsThread(now: 0) && !queue.addsThread(now: 0))
    for process: Int32 in 2...6 { _ = queue.add(job(process), now: 0) }
    #expect((0..<6).map { _ in queue.addsThread(now: 0) } == [true, true, true, false, false, false])
    #expect((0..<4).map { _ in queue.next(now: 0)?.process } == [1, 2, 3, 4])
    #expect(!queue.addsThread(now: 1_999))
    // All four are at one file for long.
    #expect((0..<3).map { _ in queue.addsThread(now: 2_000) } == [true, true, false])
    #expect((0..<2).map { _ in queue.next(now: 2_000)?.process } == [5, 6])
  }

  @Test
  func `a quarter of the threads is lost to a file system that never answers, and no other waits for it`() {
    let queue = Line()
    var now: Int64 = 0
    for process: Int32 in 1...16 {
      #expect(queue.add(job(process, "/dead/\(process)"), now: now) == nil)
      #expect(queue.addsThread(now: now))
      #expect(queue.next(now: now)?.process == process)
      now += 2_000
    }
    #expect(queue.add(job(65), now: now) == .busy(limit: 256))
    for process: Int32 in 101...104 { #expect(queue.add(job(process, on: [Self.other]), now: now) == nil) }
    for process: Int32 in 101...104 {
      #expect(queue.addsThread(now: now))
      #expect(queue.next(now: now)?.process == process)
    }
    queue.ended(job(7))
    #expect(queue.add(job(65), now: now) == nil)
    #expect(queue.next(now: now)?.process == 65)
  }

  @Test func `what begins on another file system has a thread at once, whatever waits before it`() {
    let queue = Line()
    for process: Int32 in 1...80 {
      for _ in 0..<3 { _ = queue.add(job(process, "/dead"), now: 0) }
    }
    while queue.addsThread(now: 0) { _ = queue.next(now: 0) }
    for process: Int32 in 101...104 {
      #expect(queue.add(job(process, on: [Self.other]), now: 0) == nil)
      #expect(queue.addsThread(now: 0) && queue.next(now: 0)?.process == process)
    }
    // Pictures on both wait for both.
    #expect(queue.add(job(105, on: [Self.other, Self.disk]), now: 0) == nil)
    queue.ended(job(101))
    #expect(queue.next(now: 0) == nil)
    queue.ended(job(1))
    #expect(queue.next(now: 0)?.process == 1)
  }

  @Test func `behind a link a file has the share of those that links lead to, and its turn before others`() {
    let queue = Line()
    for process: Int32 in 1...9 { _ = queue.add(job(process), now: 0) }
    while queue.addsThread(now: 0) {}
    for process: Int32 in 1...4 {
      guard let first = queue.next(now: 0) else { return #expect(Bool(false), "no job") }
      #expect(first.process == process && first.places == [Self.disk.place])
      queue.leads(first)
      let second = queue.next(now: 0)
      #expect(second?.process == process && second?.places == [.beyondLinks])
    }
    guard let fifth = queue.next(now: 0) else { return #expect(Bool(false), "no job") }
    queue.leads(fifth)
    #expect(queue.next(now: 0)?.process == 6)
  }

  @Test func `a path is on the mount that covers it last and nearest; other parts than names tell nothing`() {
    let text = """
      27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      28 27 0:21 / /proc rw - proc proc rw
      29 27 0:31 / /mnt/a\\040b rw shared:1 - fuse bindfs rw
      30 27 0:32 / /mnt/a rw - tmpfs none rw
      31 27 0:33 / /mnt/a rw - tmpfs none rw
      nonsense
      """
    let mounts = MountTable.mounts(in: Array(text.utf8))
    #expect(mounts.count == 5)
    for (path, device) in [
      ("/x.png", "254:0"), ("/proc/1/x", "0:21"), ("/mnt/a b/x", "0:31"), ("/mnt/a/b/x", "0:33"),
      ("/mnt/ab/x", "254:0"), ("/mnt/a", "254:0"), ("/process", "254:0"),
      ("/mnt/a/../x", nil), ("/mnt//a/x", nil), ("/mnt/a/./x", nil), ("/mnt/a/", nil),
    ] {
      #expect(
        MountTable.mount(of: path, in: mounts)?.device == device.map { Array($0.utf8) }, "\(path)")
    }
    #expect(mounts[3].rest(of: "/mnt/a/b/x") == "b/x" && mounts[0].rest(of: "/b/x") == "b/x")
    #expect(MountTable.mount(of: "/x", in: []) == nil)
  }

  @Test func `a file that has kept somebody waiting for long is not begun with again`() {
    let queue = Line()
    _ = queue.add(job(1, "/dead"), now: 0)
    _ = queue.addsThread(now: 0)
    _ = queue.next(now: 0)
    #expect(queue.add(job(2, "/dead"), now: 9_999) == nil)
    let fault = queue.add(job(3, "/dead"), now: 10_000)
    #expect(fault == .silent)
    #expect(!queue.addsThread(now: 10_000))
    queue.ended(job(1))
    #expect(queue.next(now: 10_000)?.process == 2)
  }
}
