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

  private func prepare(_ fields: [String] = ["notification.image"], by other: ImageIntake? = nil) {
    let intake = other ?? intake
    intake.prepare(fields.map { _ in .file("/a.png") }, for: 1, of: caller.connection) { [heard] results in
      do {
        let images = try intake.copies(results, of: fields)
        heard.answers.append(images.copies.map(\.path).joined(separator: ","))
        if images.isIconMissing { heard.answers.append("no icon") }
      } catch {
        heard.answers.append("\(error)")
      }
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
    #expect(heard.answers.count == (isOver ? 1 : 0))
    #expect(heard.answers.allSatisfy { $0.contains("cannot be read within 10 seconds") })
    files.answer([.success(copy)])
    intake.deliverResults()
    #expect(heard.answers.count == 1)
    #expect(files.removed == (isOver ? ["/s/1.png"] : []))
  }

  @Test func `an icon that no theme has is told, and refuses nothing`() {
    prepare(["notification.sender.avatar", "notification.image"])
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

  @Test(arguments: [
    (ImageFault.unusable("is a link"), "the file is a link"), (.tooLarge(5_000_000), "given: 5000000"),
    (.busy(limit: 3), "imagesWaiting"), (.notKept("no room"), "no room"),
  ]) func `with one file that is not taken the call fails, and the other's copy goes`(
    fault: ImageFault, words: String
  ) {
    prepare(["notification.image", "notification.sender.avatar"])
    files.answer([.success(copy), .failure(fault)])
    intake.deliverResults()
    #expect(heard.answers.count == 1 && heard.answers.first?.contains(words) == true, "\(heard.answers)")
    #expect(files.removed == ["/s/1.png"])
  }
}
