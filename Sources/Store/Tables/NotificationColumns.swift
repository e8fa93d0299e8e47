import NotificationModel

/// The columns of a notification. The order here is the order in which `bind` writes and `record` reads them.
enum NotificationColumns {
  /// The columns that an update writes; the id and the app never change.
  private static let changing =
    [
      "state", "outcome", "repeats", "posted", "came", "due", "due_lapses", "awaits_zone", "fired", "until",
      "holds", "summary", "expires", "lapse", "unread",
      "fingerprint", "identifier", "thread", "category", "kind", "title", "subtitle", "body", "sender_name",
      "sender_group", "sender_avatar",
      "level", "relevance", "relevant_date", "actions", "hidden_preview_body", "image", "sound", "progress",
      "target", "trigger",
      "expires_after", "silently", "private", "language", "conventions", "hints", "front_number",
      "front_bus", "front_caller", "front_shared", "front_closed", "replaced", "script", "expires_at",
      "occurred", "url", "missed", "told", "withheld", "summary_mark", "summary_number", "notice_mark",
      "notice_number", "meanwhile", "alerted", "in_front", "transient", "awaited",
    ]

  static let select = "SELECT id, app, \(list(changing)) FROM notifications"
  static let insert =
    "INSERT INTO notifications (app, \(list(changing))) VALUES (?\(String(repeating: ", ?", count: changing.count)))"
  static let update = "UPDATE notifications SET \(list(changing.map { "\($0) = ?" })) WHERE id = ?"

  static let reading = TableReading(
    "notifications", "id, app, \(list(changing))", distinct: "front_number", key: ["id"], isNumbered: true
  ) {
    (cursor) throws(SQLiteFault) in _ = try cursor.record()
  }

  private static func list(_ names: [String]) -> String {
    names.dropFirst().reduce(names.first ?? "") { "\($0), \($1)" }
  }
}

extension Cursor {
  /// Everything but the id and the app.
  mutating func bind(_ record: NotificationRecord) {
    bind(record.state.rawValue)
    bind(record.outcome.rawValue)
    bind(record.repeats)
    bind(record.posted)
    bind(record.came)
    let (due, hold) = (record.life.beforeDenial.due, record.life.beforeDenial.hold)
    bind(due)
    bind(hold?.until)
    bind(hold?.guidelines.joined(separator: ","))
    bind(record.summary)
    bind(record.expiry)
    bind(record.unread)
    bind(record.request.isKnownByText ? Int64(bitPattern: Fingerprint(of: record.request).value) : nil)
    bind(record.request)
    let desktop = record.request.origin.desktop
    bind(desktop?.json)
    bind(desktop.flatMap { $0.hints.isEmpty ? nil : $0.hints })
    bind(record.link?.desktop)
    bind(record.replacements == 0 ? nil : record.replacements)
    bind(record.request.origin.script?.number)
    bind(record.request.expiresAt)
    bind(record.request.occurred)
    bind(record.request.url?.text)
    bind(record.missed?.cause.rawValue)
    bind(record.missed?.isTold == true ? 1 : nil)
    bind(record.isWithheld ? record.life.beforeDenial.state.rawValue : nil)
    bind(record.joint.summary)
    bind(record.joint.notice)
    bind(record.life.beforeDenial.meanwhile?.rawValue)
    bind(record.alerted)
    bind(record.request.whileInFront?.rawValue)
    bind(record.request.passes ? 1 : nil)
    bind(record.link == .answer ? 1 : nil)
  }

  private mutating func bind(_ link: DesktopLink?) {
    guard let link else { return bindNothing(to: 5) }
    bind(Int64(link.number))
    bind(link.caller.bus)
    bind(link.caller.name)
    bind(link.isShared ? 1 : nil)
    bind(link.isToldClosed ? 1 : nil)
  }

  private mutating func bind(_ request: NotificationRequest) {
    bind(request.identifier?.text)
    bind(request.thread?.text)
    bind(request.category?.text)
    bind(request.kind?.rawValue)
    bind(request.title)
    bind(request.subtitle)
    bind(request.body)
    bind(request.sender?.name)
    bind(request.sender?.group)
    bind(request.sender?.avatar)
    bind(request.level?.rawValue)
    bind(request.relevance)
    bind(request.relevantDate)
    bind(request.actions?.json)
    bind(request.hiddenPreviewBody)
    bind(request.image)
    bind(request.sound)
    bind(request.progress)
    bind(request.target?.json)
    bind(request.trigger?.json)
    bind(request.expiresAfter)
    bind(request.silently)
    bind(request.isPrivate)
    bind(request.language)
  }

  /// The record of this row.
  mutating func record() throws(SQLiteFault) -> NotificationRecord {
    let id = NotificationID(try counted())
    let app = try required(AppID.init)
    var request = NotificationRequest(app: app)
    let (state, outcome) = (try required(State.init(rawValue:)), try required(Outcome.init(rawValue:)))
    let (repeats, posted, came) = (Int(try counted()), try moment(), try moment())
    let (due, hold, summary, expiry) = (try due(), hold(), time(), expiry())
    // Whether it is unread follows from the state, and the fingerprint from the request.
    _ = (try flag(), integer())
    try read(into: &request)
    request.origin = try origin()
    var link = try link(of: request.origin)
    let replacements = Int(try countedIfAny() ?? 0)
    if let script = integer() { request.origin = .script(ScriptID(number: script)) }
    request.expiresAt = time()
    request.occurred = time()
    request.url = try parsed(Link.init)
    let (cause, isTold) = (try parsed(Missed.Cause.init(rawValue:)), try flag())
    let earlier = try parsed(State.init(rawValue:))
    var joint = Joint()
    (joint.summary, joint.notice) = (try part(), try part())
    let meanwhile = try parsed(Life.Meanwhile.init(rawValue:))
    let alerted = time()
    request.whileInFront = try parsed(WhileInFront.init(rawValue:))
    request.transient = try flag() && request.origin.desktop == nil
    if try flag(), link == .events { link = .answer }
    let isPutOff = request.trigger == nil
    guard
      let life = Life(earlier ?? state, due: due, hold: hold, isPutOff: isPutOff, meanwhile: meanwhile)
    else { throw .damagedRow }
    return NotificationRecord(
      id: id, request: request, link: link, life: earlier == nil ? life : .withheld(life), outcome: outcome,
      repeats: repeats, replacements: replacements, posted: posted, alerted: alerted, came: came,
      summary: summary, expiry: expiry, missed: cause.map { Missed($0, isTold: isTold) }, joint: joint)
  }

  private mutating func origin() throws(SQLiteFault) -> Origin {
    let (origin, hints) = (try json(DesktopOrigin.init), bytes())
    guard var origin else { return .native }
    origin.hints = hints ?? []
    return Origin(origin)
  }

  private mutating func link(of origin: Origin) throws(SQLiteFault) -> AppLink? {
    let (number, bus, caller) = (try countedIfAny(), text(), text())
    let (isShared, isToldClosed) = (try flag(), try flag())
    guard origin.desktop != nil else { return .events }
    return number.flatMap { UInt32(exactly: $0) }.map {
      .desktop(
        DesktopLink(
          to: BusCaller(bus: bus ?? "", name: caller ?? ""), number: $0, isShared: isShared,
          isToldClosed: isToldClosed))
    }
  }

  private mutating func hold() -> Hold? {
    let (until, guidelines) = (time(), text())
    return guidelines.map { Hold(by: $0.split(separator: ",").map(String.init), until: until) }
  }

  private mutating func read(into request: inout NotificationRequest) throws(SQLiteFault) {
    request.identifier = try parsed(OpaqueName.init)
    request.thread = try parsed(OpaqueName.init)
    request.category = try parsed(ItemID.init)
    request.kind = try parsed(Kind.init(rawValue:))
    request.title = text()
    request.subtitle = text()
    request.body = text()
    let (name, group, avatar) = (text(), text(), text())
    request.sender = name.map { Sender(name: $0, group: group, avatar: avatar) }
    request.level = try parsed(InterruptionLevel.init(rawValue:))
    request.relevance = double()
    request.relevantDate = time()
    request.actions = try json([Action].init)
    request.hiddenPreviewBody = text()
    request.image = text()
    request.sound = text()
    request.progress = int()
    request.target = text().map(OpaqueObject.init(json:))
    request.trigger = try json(Trigger.init)
    request.expiresAfter = try countedIfAny()
    request.silently = try flag()
    request.isPrivate = try flag()
    request.language = text()
  }

  /// The time in a column that is never NULL.
  mutating func moment() throws(SQLiteFault) -> Timestamp {
    guard let time = time() else { throw SQLiteFault.damagedRow }
    return time
  }
}

/// The content that two posts without identifier and sender must share to be duplicates, as 64 bits of
/// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv). Stored, hence never to be changed without a migration.
/// Equal fingerprints only narrow the search: the fields themselves are compared byte by byte.
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(of request: NotificationRequest) {
    add(request.thread?.text)
    add(request.category?.text)
    add(request.title)
    add(request.subtitle)
    add(request.body)
    add(request.image)
  }

  /// Absence has a mark of its own, and a length stands before each text, so that no field runs into another.
  private mutating func add(_ text: String?) {
    guard var text else { return add(byte: 0) }
    add(byte: 1)
    var length = UInt64(text.utf8.count)
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: length))
      length >>= 8
    }
    text.withUTF8 { bytes in
      for byte in bytes { add(byte: byte) }
    }
  }

  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
