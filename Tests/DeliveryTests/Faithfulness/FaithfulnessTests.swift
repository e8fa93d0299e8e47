import BusWire
import Delivery
import Front
import Glibc
import NotificationModel
import Records
import TestSupport
import Testing

@testable import Sink

/// Any calls at all, each as a server alone is given it and as it is given it through the front; `BELLHOP_CALLS=COUNT` makes
/// them more.
@Suite("What an app says arrives")
struct FaithfulnessTests {
  private static let calls = getenv("BELLHOP_CALLS").flatMap { Int(String(cString: $0)) } ?? 500
  private static let seeds = 10

  @Test("each difference stands in the table, with its reason")
  func table() throws {
    let text = try #require(PackageFiles.contents(of: "Sources/Front/Front.docc/Front.md"))
    for row in Difference.allCases {
      #expect(text.split(separator: "\n").contains { $0.hasPrefix("| \(row.rawValue) |") }, "\(row)")
    }
  }

  @Test("any calls are handed on as they came, but for what the table says")
  func anyCalls() throws {
    var found: Set<Difference> = []
    for seed in 0..<Self.seeds { found.formUnion(try run(UInt64(seed), Self.calls / Self.seeds)) }
    #expect(found == Set(Difference.allCases), "a row that is never seen may be none")
  }

  private struct Fault: Error { let text: String }

  private func run(_ seed: UInt64, _ count: Int) throws -> Set<Difference> {
    var random = SeededGenerator(seed: seed)
    var found: Set<Difference> = []
    let desk = try Desk(Desk.asking)
    let poster = try #require(PostingApp(mail, .desktopEntry))
    var known: [UInt32] = []
    var handles: [UInt32: (banner: UInt32, passes: Bool)] = [:]
    for index in 0..<count {
      let given = AnyNotify(index, known: known, &random)
      var post = FrontPost(
        try call(given), from: poster, isSandboxed: false, visibleID: nil, now: desk.now.wall)
      let copy = Copy.allCases.randomElement(using: &random) ?? .missing
      let source = post.picture == nil ? post.request.image : "/picture"
      var copies: [ImageCopy] = []
      if let source, source.hasPrefix("/") {
        if copy != .missing {
          post.pictureIsCopied(as: source, from: PictureFile(path: source, identity: "first"))
          copies = [ImageCopy(source: source, path: "/copy.png", digest: "digest", bytes: 9)]
        } else {
          post.replaceMissingPicture()
        }
      }
      let (posted, images, replaces, before) = (post, copies, given.replaces, desk.shown.count)
      let number = try desk.perform {
        try $0.post(
          posted.request, posted.origin, by: posted.caller, replacing: replaces, notes: posted.notes,
          images: images, now: $1)
      }
      guard desk.shown.count == before + 1, let banner = desk.shown.last else {
        throw Fault(
          text: "seed \(seed), call \(index): \(desk.shown.count - before) banners for one: \(given)")
      }
      let passes = post.origin.isOnScreenDisplay || post.origin.isTransient
      let comparison = compare(
        given, banner, former: handles[given.replaces], passes: passes, copy, &random)
      for fault in comparison.faults { Issue.record("seed \(seed), call \(index): \(fault)") }
      found.formUnion(comparison.found)
      handles[number] = (try #require(desk.lastShownHandle).id, passes)
      known = Array((known + [number]).suffix(6))
      if Int.random(in: 0...5, using: &random) == 0, let gone = known.randomElement(using: &random) {
        try desk.perform { _ = try $0.close(gone, by: posted.caller, isSandboxed: false, now: $1) }
        handles[gone] = nil
      }
      // Slow enough for the alert rate.
      desk.pass(seconds: 7)
    }
    return found
  }

  private func call(_ given: AnyNotify) throws -> NotifyCall {
    var framer = Framer(.bus)
    var bytes = given.message.bytes[...]
    guard case .message(let message)? = try framer.next(&bytes, wantsBody: { _ in true }) else {
      throw Fault(text: "no message: \(given)")
    }
    return try NotifyCall(message)
  }

  private func compare(
    _ given: AnyNotify, _ banner: Banner, former: (banner: UInt32, passes: Bool)?, passes: Bool,
    _ copy: Copy,
    _ random: inout SeededGenerator
  ) -> Comparison {
    let can = ["body-markup", "body-hyperlinks", "body-images", "sound", "inline-reply"]
    let capabilities = Set(
      ["actions", "body"] + can.filter { _ in Int.random(in: 0...2, using: &random) > 0 })
    let server = ServerDescription(server: "a/:1.1", name: "any", version: "1", capabilities: capabilities)
    let banner = copy == .alone ? banner.withCopyAlone : banner
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "/copies")
    return Comparison(
      given, rendered, replacing: banner.replaces?.id ?? 0, expected: former?.banner ?? 0,
      changesLane: former.map { $0.passes != passes } ?? false, copy)
  }
}
