/// How the notification name becomes ours without ending anybody's only server: what is known of those who have it, and
/// what to ask of the bus next. Knows no bus.
///
/// Whoever has the name keeps it, and we wait in the bus's queue, but in two cases: the server behind bellhop-bus is
/// replaced, for it goes on serving there; and GNOME's helper is made to go by taking its other name, for the shell goes
/// on serving at its own. A new helper queues behind us, and has the notification name back when we are gone.
struct NameClaim {
  enum Step: Hashable {
    /// RequestName for the notification name.
    case request(replacing: Bool)
    /// The same for the helper's own name, which it gives up to whoever asks, and ends.
    case requestHelper
    case releaseHelper
    /// A new one, where the bus knows how to start it.
    case startHelper
  }

  enum Standing: Hashable {
    /// Nothing was asked for yet.
    case outside
    case asked
    case queued
    case owner
    /// The bus does not let us have it.
    case barred
  }

  private enum HelperTurn {
    case none, asked, taken
  }

  private let me: String
  private(set) var standing = Standing.outside
  // Known when they are set at all; `.some(nil)` for nobody.
  private var owner: String??
  private var helper: String??
  private var server: String??
  private var isReplacing = false
  private var helperTurn = HelperTurn.none
  /// The helper that is to go.
  private var going: String?
  /// The owner that has not made room; it is not asked twice.
  private var stayed: String?

  init(_ me: String) { self.me = me }

  /// Who has the name, where that is somebody else who is not about to go.
  var keeper: String? {
    guard standing == .queued, helperTurn == .none, let owner else { return nil }
    return owner
  }

  // MARK: What has come to be known

  mutating func ownerIs(_ name: String?) -> [Step] {
    owner = .some(name)
    return consider()
  }

  /// Who has the name of GNOME's helper.
  mutating func helperIs(_ name: String?) -> [Step] {
    helper = .some(name)
    return consider()
  }

  /// Which server is behind bellhop-bus.
  mutating func serverIs(_ name: String?) -> [Step] {
    server = .some(name)
    return consider()
  }

  /// The answer to RequestName for the notification name; `nil` for an error.
  mutating func answered(_ code: UInt32?) -> [Step] {
    switch code {
    case 1, 4:
      standing = .owner
      owner = .some(me)
    case 2:
      standing = .queued
      if isReplacing { stayed = owner ?? nil }
    default:
      // Asking again at once would bring the same answer.
      standing = .barred
      return []
    }
    return consider()
  }

  /// The same for the helper's name.
  mutating func helperAnswered(_ code: UInt32?) -> [Step] {
    guard helperTurn == .asked else { return [] }
    guard code == 1 || code == 4 else {
      helperTurn = .none
      return helperStays()
    }
    helperTurn = .taken
    return consider()
  }

  /// The helper has lost its own name, and has the other one still.
  mutating func helperTookTooLong() -> [Step] {
    guard helperTurn == .taken else { return [] }
    return endHelperTurn() + helperStays()
  }

  // MARK: What to do

  private mutating func consider() -> [Step] {
    guard let owner, let helper, let server, standing != .asked else { return [] }
    guard owner != me else {
      standing = .owner
      return endHelperTurn()
    }
    if standing == .owner || standing == .barred { standing = .outside }
    guard let owner else { return request(replacing: false) }
    if owner == server, owner != stayed { return request(replacing: true) }
    guard standing == .queued else { return request(replacing: false) }
    switch helperTurn {
    case .asked: return []
    // Somebody else was before us in the queue.
    case .taken: return owner == going ? [] : endHelperTurn()
    case .none:
      guard owner == helper, owner != stayed else { return [] }
      helperTurn = .asked
      going = owner
      return [.requestHelper]
    }
  }

  private mutating func request(replacing: Bool) -> [Step] {
    standing = .asked
    isReplacing = replacing
    return [.request(replacing: replacing)]
  }

  private mutating func helperStays() -> [Step] {
    stayed = going
    return consider()
  }

  private mutating func endHelperTurn() -> [Step] {
    guard helperTurn == .taken else { return [] }
    helperTurn = .none
    return [.releaseHelper, .startHelper]
  }
}
