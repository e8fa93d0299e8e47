import NotificationModel

/// The one banner of each app that speaks for those that came too fast or were released together: which are due,
/// and which are on screen. Lost with the process, but for what is on screen: the notifications themselves are in
/// the list.
struct Summaries {
  /// What a banner that is to come speaks for, and its place in the line.
  struct Due {
    var ids: Named
    let turn: Int64
    /// Whether it speaks for what was held, rather than for what came too fast.
    let isReleased: Bool
    /// How often a server could not bear it.
    var attempts = 0
  }

  /// What a banner speaks for, and how relevant it is: it names the first few, and only those need be read.
  struct Named {
    private var relevance: [NotificationID: Double] = [:]

    var isEmpty: Bool { relevance.isEmpty }
    var count: Int { relevance.count }
    var inOrder: [NotificationID] { relevance.keys.sorted() }
    var byImportance: [NotificationID] {
      relevance.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    }
    func contains(_ id: NotificationID) -> Bool { relevance[id] != nil }
    mutating func insert(_ record: NotificationRecord) {
      relevance[record.id] = record.request.relevance ?? 0
    }
    /// Returns whether it was among them.
    mutating func remove(_ id: NotificationID) -> Bool { relevance.removeValue(forKey: id) != nil }
  }

  struct HandedOver {
    let app: AppID
    var ids: Named
    let alerts: Bool
    let hasLockedForm: Bool
    /// Whether it speaks of more than those that had banners of their own.
    let isMore: Bool
    let turn: Int64
    /// Its text is no longer what is to be seen: the place in the line of the text that is.
    var staleTurn: Int64?
  }

  struct OnScreen {
    let handle: BannerHandle
    /// Empty when an earlier process showed it.
    var ids: Named
    /// Whether the form for a locked screen is to be seen.
    let isHidden: Bool
    /// Whether that is another form.
    let hasLockedForm: Bool
    let isMore: Bool
  }

  private(set) var due: [AppID: Due] = [:]
  private(set) var onScreen: [AppID: OnScreen] = [:]
  /// What the sink was given and has not answered.
  private var handedOver: HandedOver?
  /// What is on screen and must change its text, and the place of the new text in the line.
  private(set) var stale: [AppID: Int64] = [:]

  /// Apps; more at once are names invented for the purpose.
  private static let most = 4_096

  // MARK: To come

  func hasRoom(for app: AppID) -> Bool { due.count < Self.most || due[app] != nil }

  mutating func add(_ record: NotificationRecord, turn: Int64, isReleased: Bool = false) {
    let app = record.request.app
    guard hasRoom(for: app) else { return }
    due[app, default: Due(ids: Named(), turn: turn, isReleased: isReleased)].ids.insert(record)
  }

  /// Returns how often a server could not bear it by now.
  mutating func countAttempt(_ app: AppID) -> Int {
    due[app]?.attempts += 1
    return due[app]?.attempts ?? 0
  }

  mutating func remove(_ ids: [NotificationID], of app: AppID) {
    for id in ids { _ = due[app]?.ids.remove(id) }
    if due[app]?.ids.isEmpty == true { drop(app) }
  }

  mutating func drop(_ app: AppID) { due[app] = nil }

  // MARK: In the sink's hands

  mutating func handOver(_ banner: HandedOver) {
    handedOver = banner
    stale[banner.app] = nil
  }

  mutating func answered() -> HandedOver? {
    defer { handedOver = nil }
    return handedOver
  }

  // MARK: On screen

  mutating func show(_ banner: OnScreen, of app: AppID, staleTurn: Int64? = nil) {
    onScreen[app] = banner
    if let staleTurn { makeStale(app, turn: staleTurn) }
  }

  /// The lock has changed. What an earlier process showed can only be taken away, where it must.
  mutating func follow(locked: Bool, turn: Int64) {
    for (app, banner) in onScreen
    where banner.hasLockedForm && banner.isHidden != locked && (locked || !banner.ids.isEmpty) {
      makeStale(app, turn: turn)
    }
  }

  /// What is to be seen of this app, or of all, may be another text now.
  mutating func makeStale(_ app: AppID?, turn: Int64) {
    let apps = app.map { [$0] } ?? Array(onScreen.keys) + [handedOver?.app].compactMap { $0 }
    for app in apps { makeStale(app, turn: turn) }
  }

  /// What is to be seen of this app is another text now. The earliest place in the line counts.
  mutating func makeStale(_ app: AppID, turn: Int64) {
    if onScreen[app] != nil { stale[app] = min(stale[app] ?? turn, turn) }
    guard var banner = handedOver, banner.app == app else { return }
    banner.staleTurn = min(banner.staleTurn ?? turn, turn)
    handedOver = banner
  }

  /// Its text is another now, or for other eyes. What an earlier process showed may name it too.
  mutating func touched(_ id: NotificationID, of app: AppID, turn: Int64) {
    let isNamed = onScreen[app].map { $0.ids.isEmpty || $0.ids.contains(id) } ?? false
    if isNamed || handedOver?.ids.contains(id) == true { makeStale(app, turn: turn) }
  }

  /// It is no longer unread: what is on screen names it no more.
  mutating func ended(_ id: NotificationID, of app: AppID, turn: Int64) {
    remove([id], of: app)
    let isNamed = onScreen[app]?.ids.remove(id) == true
    let willBe = handedOver?.ids.remove(id) == true
    if isNamed || willBe { makeStale(app, turn: turn) }
  }

  mutating func takeDown(_ app: AppID) -> BannerHandle? {
    stale[app] = nil
    return onScreen.removeValue(forKey: app)?.handle
  }

  /// The app that this banner speaks for, which it does no more.
  mutating func closed(_ handle: BannerHandle) -> (app: AppID, ids: Named)? {
    guard let (app, banner) = onScreen.first(where: { $0.value.handle == handle }) else { return nil }
    _ = takeDown(app)
    return (app, banner.ids)
  }

  /// Returns whether there were any of other servers than this.
  mutating func keep(onlyOf server: String?) -> Bool {
    let gone = onScreen.filter { $0.value.handle.server != server }
    for app in gone.keys { _ = takeDown(app) }
    return !gone.isEmpty
  }
}

extension Summaries {
  /// What is on screen, for the next process: a line each. A server's name has no blank in it.
  var stored: String? {
    let lines = onScreen.sorted { $0.key < $1.key }.map { app, banner in
      "\(app) \(banner.handle.id) \(banner.isHidden ? 1 : 0) \(banner.handle.server)"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  init(stored: String?) {
    for line in (stored ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let app = AppID(words[0]), let id = UInt32(words[1]) else { continue }
      let handle = BannerHandle(server: words[3], id: id)
      show(
        OnScreen(handle: handle, ids: Named(), isHidden: words[2] == "1", hasLockedForm: true, isMore: false),
        of: app)
    }
  }
}
