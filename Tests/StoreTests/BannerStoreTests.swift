import NotificationModel
import Records
import Store
import TestSupport
import Testing

/// The stored rows of banners.
@Suite struct BannerStoreTests {
  private let store: SQLiteStore
  private let scratch: Scratch
  private let chat = AppID.literal("org.example.Chat")
  private let shown = Shown(
    handle: BannerHandle(server: "bus/:1.5", id: .max), isHidden: true, hasLockedForm: true)

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  private static let some = Shown(
    handle: BannerHandle(server: "bus/:1.1", id: 3), isHidden: false, hasLockedForm: true, round: 8)
  private static let phases: [BannerPhase] = [
    .held(number: 7, over: nil), .held(number: 7, over: some), .onScreen(some),
    .waiting(.redaction, .update(some), failures: 0),
    .waiting(.redaction, .update(some, held: 9), failures: 1),
    .handedOver(.ordinary(1), .update(some, held: 9), failures: 0, then: .held(redacts: true)),
    .waiting(.call(3), .alert(over: nil), failures: 1),
    .waiting(.question(4), .alert(over: some), failures: 0),
    .waiting(.ordinary(5), .restore(over: nil), failures: 2),
    .waiting(.ordinary(5), .restore(over: some), failures: 0),
    .handedOver(.ordinary(1), .alert(over: nil), failures: 0, then: nil),
    .handedOver(.redaction, .update(some), failures: 1, then: .update(redacts: true)),
    .handedOver(.ordinary(1), .alert(over: some), failures: 0, then: .quiet(redacts: false)),
    .handedOver(.ordinary(1), .alert(over: some), failures: 0, then: .alert(redacts: true)),
    .handedOver(.ordinary(1), .restore(over: nil), failures: 0, then: .held(redacts: false)),
    .handedOver(.ordinary(1), .alert(over: nil), failures: 0, then: .ended),
  ]

  @Test(arguments: phases) func `Each phase comes back as it was stored`(phase: BannerPhase) throws {
    let subjects: [BannerSubject] = [
      .notification(NotificationID(8)), .summary(chat), .consent(chat), .marketing(chat),
      .timeSensitive(chat),
    ]
    for subject in subjects {
      let row = BannerRow(subject, of: chat, phase: phase)
      try store.save(row)
      #expect(try store.banner(subject, of: chat) == row)
      #expect(try store.banner(subject, of: .mail) == nil)
    }
    // Notifications that can be withdrawn at once.
    let isHandedOver = if case .handedOver = phase { true } else { false }
    #expect(try store.banners(of: chat, limit: 9).map(\.subject) == (isHandedOver ? [] : [subjects[0]]))
    #expect(try store.banners(of: chat, limit: 0).isEmpty)
    try store.save(BannerRow(.summary(chat), of: chat))
    #expect(try store.banner(.summary(chat), of: chat) == nil)
  }

  @Test func `The queue goes by place, and redactions first of all`() throws {
    let places: [Place] = [.ordinary(2), .question(9), .redaction, .ordinary(1), .call(12)]
    for (number, place) in places.enumerated() {
      let subject = BannerSubject.notification(NotificationID(Int64(number)))
      let errand: BannerPhase.Errand = place == .redaction ? .update(shown) : .alert(over: nil)
      try store.save(BannerRow(subject, of: .mail, phase: .waiting(place, errand, failures: 0)))
    }
    try store.save(BannerRow(.summary(chat), of: chat, phase: .onScreen(shown)))
    #expect(try store.lastPlaceNumber() == 12)
    var order: [Place] = []
    while let next = try store.nextBanner() {
      guard case .waiting(let place, _, _) = next.phase else { break }
      #expect(try store.hasBannersWaiting(butRedactions: false))
      #expect(try store.hasBannersWaiting(butRedactions: true))
      order.append(place)
      try store.save(BannerRow(next.subject, of: next.app))
    }
    #expect(order == places.sorted())
    try store.save(
      BannerRow(.summary(chat), of: chat, phase: .waiting(.redaction, .update(shown), failures: 0)))
    #expect(try store.hasBannersWaiting(butRedactions: false))
    #expect(try !store.hasBannersWaiting(butRedactions: true))
  }

  @Test func `A banner is found by its number and its server together`() throws {
    let row = BannerRow(.consent(chat), of: chat, phase: .onScreen(shown))
    try store.save(row)
    #expect(try store.banner(shownAs: shown.handle) == row)
    #expect(try store.banner(shownAs: BannerHandle(server: "bus/:1.6", id: .max)) == nil)
    #expect(try store.banner(shownAs: BannerHandle(server: "bus/:1.5", id: 1)) == nil)
    #expect(try store.bannersShown() == [row])
  }

  @Test func `What is held comes in the order in which it came to be, of one app and of all`() throws {
    var ids: [NotificationID] = []
    for (number, app) in ["org.example.Mail", "org.example.Chat", "org.example.Mail"].enumerated() {
      let id = try store.insert(record(request(app), state: .held))
      ids.append(id)
      try store.save(
        BannerRow(
          .notification(id), of: .literal(app), phase: .held(number: Int64(9 - number), over: nil)))
    }
    #expect(try store.heldIDs(app: .mail) == [ids[2], ids[0]])
    #expect(try store.appsHeldBack() == [.mail, chat])
  }
}
