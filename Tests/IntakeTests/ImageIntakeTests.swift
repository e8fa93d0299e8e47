import Delivery
import EventLoop
import NotificationModel
import NotificationProtocol
import Synchronization
import Testing

@testable import Intake

/// Calls that wait for image files, with files that answer when the test says so.
struct ImageIntakeTests {
  private final class Files: ImageFiles {
    typealias Results = [Result<ImageCopy, ImageFault>]
    private let waiting = Mutex<[@Sendable (Results) -> Void]>([])
    private let removals = Mutex<[String]>([])
    var removed: [String] { removals.withLock { $0 } }

    func take(
      _ paths: [String], for process: Int32, copies: Bool, then: @escaping @Sendable (Results) -> Void
    ) { waiting.withLock { $0.append(then) } }

    func remove(_ paths: [String]) { removals.withLock { $0 += paths } }

    func answer(_ results: Results) { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?(results) }
  }

  private final class Heard { var answers: [String] = [] }

  private let loop: EventLoop
  private let files = Files()
  private let intake: ImageIntake
  private let heard = Heard()
  private let copy = ImageCopy(source: "/a.png", path: "/s/1.png", digest: "a", bytes: 1)
  private let caller = Caller(
    connection: ConnectionID(number: 1), peer: Peer(pid: 1, uid: 0, gid: 0), verified: nil,
    door: .notifications)

  init() throws {
    loop = try EventLoop()
    intake = ImageIntake(loop: loop, files: files)
  }

  private func take(_ fields: [String] = ["notification.image"]) {
    intake.take(fields.map { ($0, "/a.png") }, copies: true, from: caller) { [heard] result in
      switch result {
      case .success(let copies): heard.answers.append(copies.map(\.path).joined(separator: ","))
      case .failure(let error): heard.answers.append("\(error)")
      }
    }
  }

  @Test func `a call is answered once, when its files have been looked at`() {
    take()
    intake.passOn()
    #expect(heard.answers == [])
    files.answer([.success(copy)])
    intake.passOn()
    intake.passOn()
    #expect(heard.answers == ["/s/1.png"])
    #expect(files.removed == [])
  }

  @Test func `a copy that nobody waits for any more is removed`() {
    take()
    intake.forget(caller.connection)
    files.answer([.success(copy)])
    intake.passOn()
    #expect(heard.answers == [])
    #expect(files.removed == ["/s/1.png"])
  }

  @Test(arguments: [
    (ImageFault.unusable("is a link"), "the file is a link"), (.tooLarge(5_000_000), "given: 5000000"),
    (.busy(limit: 3), "imagesWaiting"), (.notKept("no room"), "no room"),
  ]) func `with one file that is not taken the call fails, and the other's copy goes`(
    fault: ImageFault, words: String
  ) {
    take(["notification.image", "notification.sender.avatar"])
    files.answer([.success(copy), .failure(fault)])
    intake.passOn()
    #expect(heard.answers.count == 1 && heard.answers.first?.contains(words) == true, "\(heard.answers)")
    #expect(files.removed == ["/s/1.png"])
  }
}
