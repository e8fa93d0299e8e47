import NotificationModel

/// The one banner of each app that speaks for those that came too fast or were released together: which are due,
/// and which are on screen. Lost with the process, but for what is on screen: the notifications themselves are in
/// the list.
struct Summaries {
  /// What a banner that is to come speaks for, and its place in the line.
  struct Due {
    var ids: Set<NotificationID>
    let turn: Int64
  }

  struct HandedOver {
    let app: AppID
    let ids: Set<NotificationID>
    let alerts: Bool
    let hasLockedForm: Bool
    /// Its text is no longer what is to be seen.
    var isStale = false
  }

  struct OnScreen {
    let handle: BannerHandle
    /// Empty when an earlier process showed it.
    var ids: Set<NotificationID>
    /// Whether the form for a locked screen is to be seen.
    let isHidden: Bool
    /// Whether that is another form.
    let hasLockedForm: Bool
  }

  private(set) var due: [AppID: Due] = [:]
  private(set) var onScreen: [AppID: OnScreen] = [:]
  /// What the sink was given and has not answered.
  private var handedOver: HandedOver?
  /// What is on screen and must change its text.
  private(set) var stale: Set<AppID> = []

  /// Apps; more at once are names invented for the purpose.
  private static let most = 4_096

  // MARK: To come

  mutating func add(_ id: NotificationID, of app: AppID, turn: Int64) {
    guard due.count < Self.most || due[app] != nil else { return }
    due[app, default: Due(ids: [], turn: turn)].ids.insert(id)
  }

  mutating func remove(_ ids: Set<NotificationID>, of app: AppID) {
    guard var rest = due[app] else { return }
    rest.ids.subtract(ids)
    due[app] = rest.ids.isEmpty ? nil : rest
  }

  // MARK: In the sink's hands

  mutating func handOver(_ banner: HandedOver) {
    handedOver = banner
    stale.remove(banner.app)
  }

  mutating func answered() -> HandedOver? {
    defer { handedOver = nil }
    return handedOver
  }

  // MARK: On screen

  mutating func show(_ banner: OnScreen, of app: AppID, isStale: Bool = false) {
    onScreen[app] = banner
    if isStale { stale.insert(app) }
  }

  /// The lock has changed. What an earlier process showed can only be taken away, where it must.
  mutating func follow(locked: Bool) {
    for (app, banner) in onScreen
    where banner.hasLockedForm && banner.isHidden != locked && (locked || !banner.ids.isEmpty) {
      stale.insert(app)
    }
  }

  mutating func makeStale(_ app: AppID) {
    if onScreen[app] != nil { stale.insert(app) }
    if handedOver?.app == app { handedOver?.isStale = true }
  }

  /// It is no longer unread: what is on screen names it no more.
  mutating func ended(_ id: NotificationID, of app: AppID) {
    remove([id], of: app)
    if onScreen[app]?.ids.remove(id) != nil { stale.insert(app) }
    if handedOver?.ids.contains(id) == true { handedOver?.isStale = true }
  }

  mutating func takeDown(_ app: AppID) -> BannerHandle? {
    stale.remove(app)
    return onScreen.removeValue(forKey: app)?.handle
  }

  /// The app that this banner speaks for, which it does no more.
  mutating func closed(_ handle: BannerHandle) -> (app: AppID, ids: Set<NotificationID>)? {
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
      show(OnScreen(handle: handle, ids: [], isHidden: words[2] == "1", hasLockedForm: true), of: app)
    }
  }
}
