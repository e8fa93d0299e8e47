import Delivery
import EventLoop
import NotificationModel
import NotificationProtocol
import Records
import Testing

@testable import Intake

/// Calls that wait for image files, with files that answer when the test says so.
struct ImageIntakeTests {
  private final class Heard { var answers: [String] = [] }

  private let loop: EventLoop
  private let files = ScriptedFiles()
  private let intake: ImageIntake
  private let heard = Heard()
  private let copy = ImageCopy(source: "/a.png", path: "/s/1.png", digest: "a", bytes: 1)
  private let caller = Caller(
    connection: ConnectionID(number: 1), peer: Peer(pid: 1, uid: 0, gid: 0), verified: nil,
    role: .notifications, script: nil)

  init() throws {
    loop = try EventLoop()
    intake = ImageIntake(loop: loop, files: files)
  }

  private func prepare(_ paths: [String] = ["/a.png"], by other: ImageIntake? = nil) {
    let intake = other ?? intake
    intake.prepare(paths.map { .file($0) }, for: 1, of: caller.connection) { [heard] results in
      let images = ImageIntake.images(results, of: paths)
      heard.answers.append(images.copies.map(\.path).joined(separator: ","))
      for (path, fault) in images.faults { heard.answers.append("\(path) \(fault)") }
      if images.isIconMissing { heard.answers.append("no icon") }
    }
  }

  @Test func `a call is answered once, when its files have been looked at`() {
    prepare()
    intake.deliverResults()
    #expect(heard.answers == [])
    files.answer([.success(copy)])
    intake.deliverResults()
    intake.deliverResults()
    #expect(heard.answers == ["/s/1.png"])
    #expect(files.removed == [])
    #expect(files.wanted == [false])
  }

  @Test(arguments: [9_990, 10_010])
  func `a call is answered after ten seconds, whatever its file does`(waited: Int64) throws {
    let loop = try EventLoop()
    // The call came in so long ago; the loop has the true time.
    let intake = ImageIntake(loop: loop, files: files, clock: { EventLoop.now().uptime - waited })
    prepare(by: intake)
    // The timers that are due go off in one iteration, the last of them stops the loop.
    loop.setTimer(at: EventLoop.now().uptime) { loop.stop() }
    #expect(files.wanted == [true])
    loop.run()
    let isOver = waited > 10_000
    #expect(files.timesRelieved == 3)
    #expect(files.wanted == [!isOver])
    let late = ["", "/a.png silent"]
    #expect(heard.answers == (isOver ? late : []))
    files.answer([.success(copy)])
    intake.deliverResults()
    #expect(heard.answers == (isOver ? late : ["/s/1.png"]))
    #expect(files.removed == (isOver ? ["/s/1.png"] : []))
  }

  @Test func `an icon that no theme has is told, and refuses nothing`() {
    prepare(["/a.png", "tea"])
    files.answer([.success(copy), .failure(.noIcon)])
    intake.deliverResults()
    #expect(heard.answers == ["/s/1.png", "no icon"])
    #expect(files.removed == [])
  }

  @Test func `a copy that nobody waits for any more is removed`() {
    prepare()
    intake.forget(caller.connection)
    files.answer([.success(copy)])
    intake.deliverResults()
    #expect(heard.answers == [])
    #expect(files.removed == ["/s/1.png"])
    #expect(files.wanted == [false])
  }

  @Test(arguments: [ImageFault.link, .tooLarge(5_000_000), .busy(limit: 3), .notKept("no room")])
  func `one file that is not taken leaves the other's copy alone`(fault: ImageFault) {
    prepare(["/a.png", "/b.png"])
    files.answer([.success(copy), .failure(fault)])
    intake.deliverResults()
    #expect(heard.answers == ["/s/1.png", "/b.png \(fault)"])
    #expect(files.removed == [])
  }
}
