import NotificationModel

/// One step of a sequence that is judged against the page for people. Its subject is picked when it is performed.
enum PageStep: Hashable, Sendable {
  case post(PagePost)
  case withdraw(PageName)
  case markRead(PageName)
  case markAllRead(app: Int)
  /// `CloseNotification` of the desktop's own interface.
  case closeNumber(pick: Int)
  // The person.
  case press(pick: Int)
  case closeBanner(pick: Int)
  case dismiss(pick: Int)
  case read(pick: Int)
  case snooze(pick: Int, seconds: Int64)
  case clear
  case deny(app: Int)
  case allow(app: Int)
  case undo
  case doNotDisturb(Bool)
  // Time and the machine.
  case pass(seconds: Int64)
  case bannerExpires(pick: Int)
  case restart
}

/// How an app's call names notifications.
enum PageName: Hashable, Sendable {
  case identifier(app: Int, Int)
  case id(pick: Int)
  case thread(app: Int)
}

/// A post in few shapes, so that posts meet. Texts with an identifier and without one differ.
struct PagePost: Hashable, Sendable, CustomStringConvertible {
  enum Way: Hashable, Sendable {
    case named(Int), unnamed
    /// By the desktop's own interface, with the number of an earlier one.
    case front(replacing: Int?)
  }

  static let frontApp = 2

  var app = 0
  var way = Way.unnamed
  var text = 0
  var kind: Kind?
  var isUrgent = false
  var progress: Int?
  var isSilent = false
  var later: Int64?

  var isFront: Bool { if case .front = way { true } else { false } }
  var identifier: Int? { if case .named(let name) = way { name } else { nil } }
  var description: String { differences(of: self, from: PagePost()) }
  var isInThread: Bool { text == 1 || identifier == 1 }
  var title: String {
    switch way {
    case .named: "named \(text)"
    case .unnamed: "plain \(text)"
    case .front: "front \(text)"
    }
  }
}

extension PageStep {
  static func random(_ random: inout RandomSteps) -> PageStep {
    switch random.below(100) {
    case 0..<38: .post(post(&random))
    case 38..<43: .withdraw(name(&random))
    case 43..<48: .markRead(name(&random))
    case 48: .markAllRead(app: random.below(2))
    case 49..<51: .closeNumber(pick: random.aPick())
    case 51..<54: .press(pick: random.aPick())
    case 54..<56: .closeBanner(pick: random.aPick())
    case 56..<61: .dismiss(pick: random.aPick())
    case 61..<64: .read(pick: random.aPick())
    case 64..<69: .snooze(pick: random.aPick(), seconds: random.one(of: [60, 900, 7_000]))
    case 69: .clear
    case 70: .deny(app: random.below(3))
    case 71..<74: .allow(app: random.below(3))
    case 74..<80: .undo
    case 80..<85: .doNotDisturb(random.chance(50))
    case 85..<96: .pass(seconds: random.one(of: [3, 3, 40, 700, 700, 11_000, 90_000]))
    case 96..<98: .bannerExpires(pick: random.aPick())
    default: .restart
    }
  }

  private static func name(_ random: inout RandomSteps) -> PageName {
    switch random.below(5) {
    case 0...1: .identifier(app: random.below(2), 1 + random.below(3))
    case 2...3: .id(pick: random.aPick())
    default: .thread(app: random.below(2))
    }
  }

  private static func post(_ random: inout RandomSteps) -> PagePost {
    var post = PagePost()
    post.app = random.one(of: [0, 0, 1])
    switch random.below(10) {
    case 0..<6: post.way = .named(1 + random.below(3))
    case 6..<8: post.way = .unnamed
    default:
      post.way = .front(replacing: random.chance(50) ? random.aPick() : nil)
      post.app = PagePost.frontApp
    }
    post.text = random.one(of: [0, 0, 1, 2, 2])
    if post.text == 2, !post.isFront { post.progress = random.one(of: [10, 50, 50, 100]) }
    guard !post.isFront else { return post }
    if random.chance(15) {
      post.isSilent = true
      return post
    }
    let kinds: [Kind?] = [nil, nil, nil, nil, nil, .message, .message]
    // What becomes of the progress of a call is a cell of its own.
    post.kind = random.one(of: post.progress == nil ? kinds + [.call, .alarm, .reminder] : kinds)
    post.isUrgent = random.chance(10)
    if random.chance(8) { post.later = random.one(of: [60, 900]) }
    return post
  }
}
