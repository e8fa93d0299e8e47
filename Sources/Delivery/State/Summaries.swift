import NotificationModel

/// What the one banner of each app speaks for: those that came too fast, or were released together. Its way to the
/// screen is that of every banner. Lost with the process: the notifications themselves are in the list.
final class Summaries {
  /// What a banner that is to come speaks for, and its place in the queue.
  struct Due {
    var ids: Named
    let number: Int64
    /// Whether it speaks for what was held, rather than for what came too fast.
    let isReleased: Bool
  }

  /// What a banner speaks for, and how relevant it is: it names the first few, and only those need be read.
  struct Named {
    private var relevance: [NotificationID: Double] = [:]
    /// Whose they are; of those that are gone again too.
    private(set) var payers: Set<Payer> = []

    var isEmpty: Bool { relevance.isEmpty }
    var count: Int { relevance.count }
    var inOrder: [NotificationID] { relevance.keys.sorted() }
    var byImportance: [NotificationID] {
      relevance.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    }
    func contains(_ id: NotificationID) -> Bool { relevance[id] != nil }
    mutating func insert(_ record: NotificationRecord) {
      relevance[record.id] = record.request.relevance ?? 0
      payers.insert(record.request.payer)
    }
    mutating func remove(_ id: NotificationID) { relevance[id] = nil }
  }

  /// What a banner speaks for that a server shows or is given.
  struct Announcement {
    var ids: Named
    /// Whether it speaks of more than those that had banners of their own.
    let isMore: Bool
  }

  @Transacted private(set) var due: [AppID: Due]
  @Transacted private(set) var announced: [AppID: Announcement]
  /// What the sink was given and has not answered.
  @Transacted private var handedOver: (app: AppID, announced: Announcement)?
  /// Apps whose banner an earlier process showed: it may name anything.
  @Transacted private var inherited: Set<AppID>

  private let banners: BannerQueue

  init(_ banners: BannerQueue, in transaction: Transaction) {
    self.banners = banners
    _due = Transacted([:], in: transaction)
    _announced = Transacted([:], in: transaction)
    _handedOver = Transacted(nil, in: transaction)
    _inherited = Transacted([], in: transaction)
  }

  /// Apps at most; a client that invents names gains nothing.
  private static let most = 4_096

  // MARK: To come

  func hasRoom(for app: AppID) -> Bool { due.count < Self.most || due[app] != nil }

  func add(_ record: NotificationRecord, number: Int64, isReleased: Bool = false) {
    let app = record.request.app
    guard hasRoom(for: app) else { return }
    due[app, default: Due(ids: Named(), number: number, isReleased: isReleased)].ids.insert(record)
  }

  func remove(_ ids: [NotificationID], of app: AppID) {
    for id in ids { due[app]?.ids.remove(id) }
    if due[app]?.ids.isEmpty == true { drop(app) }
  }

  func drop(_ app: AppID) { due[app] = nil }

  // MARK: With the server

  func handOver(_ announced: Announcement, of app: AppID) { handedOver = (app, announced) }

  func answered(_ app: AppID) -> Announcement? {
    defer { handedOver = nil }
    return handedOver.flatMap { $0.app == app ? $0.announced : nil }
  }

  func show(_ banner: Announcement, of app: AppID) {
    announced[app] = banner
    inherited.remove(app)
  }

  func inherit(_ app: AppID) { inherited.insert(app) }

  /// It is gone. What it spoke for, the most important first.
  @discardableResult
  func forget(_ app: AppID) -> [NotificationID] {
    inherited.remove(app)
    return announced.removeValue(forKey: app)?.ids.byImportance ?? []
  }

  /// Whether what is on screen, or about to be, speaks for this one.
  func names(_ id: NotificationID, of app: AppID) -> Bool {
    inherited.contains(app) || announced[app]?.ids.contains(id) == true
      || (handedOver?.app == app && handedOver?.announced.ids.contains(id) == true)
  }

  /// It is no longer unread.
  func ended(_ id: NotificationID, of app: AppID) {
    remove([id], of: app)
    announced[app]?.ids.remove(id)
    if handedOver?.app == app { handedOver?.announced.ids.remove(id) }
  }

  // MARK: Its banner

  /// One that it may name is no longer unread.
  func end(_ id: NotificationID, of app: AppID) throws {
    try refresh(naming: id, of: app, redacts: false)
    ended(id, of: app)
  }

  /// A notification that the banner may name has another text, or another privacy: the banner is composed anew.
  func refresh(naming id: NotificationID, of app: AppID, redacts: Bool) throws {
    guard names(id, of: app) else { return }
    let surroundings = banners.surroundings()
    try banners.transition(.summary(app), of: app) { $0.refresh(redacts: redacts, surroundings) }
  }

  func takeDown(of app: AppID) throws {
    let row = try banners.row(.summary(app), of: app)
    guard row.phase != nil else { return }
    forget(app)
    try banners.transition(row) { $0.withdraw() }
  }
}
