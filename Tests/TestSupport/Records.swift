package import NotificationModel

// Short forms for the values in tests. A literal that is no id or name ends the test program.

extension AppID {
  package static let mail = AppID.literal("org.example.Mail")
  package static func literal(_ text: String) -> AppID { known(AppID(text), text) }
}

extension ItemID {
  package static func literal(_ text: String) -> ItemID { known(ItemID(text), text) }
}

extension OpaqueName {
  package static func literal(_ text: String) -> OpaqueName { known(OpaqueName(text), text) }
}

private func known<Name>(_ name: Name?, _ text: String) -> Name {
  guard let name else { fatalError("not a valid name in a test: \(text)") }
  return name
}

extension Timestamp {
  /// Seconds after a fixed moment in 2026.
  package static func at(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_790_000_000_000).advanced(bySeconds: seconds)
  }
}

/// A request with a title and any other fields.
package func request(
  _ app: String = "org.example.Mail", identifier: String? = nil, thread: String? = nil,
  category: String? = nil, kind: Kind? = nil, title: String? = "Title", subtitle: String? = nil,
  body: String? = nil, sender: Sender? = nil, level: InterruptionLevel? = nil,
  relevantDate: Timestamp? = nil, actions: [Action]? = nil, image: String? = nil, sound: String? = nil,
  progress: Int? = nil, trigger: Trigger? = nil, expiresAfter: Int64? = nil, silently: Bool = false,
  isPrivate: Bool = false
) -> NotificationRequest {
  NotificationRequest(
    app: .literal(app), identifier: identifier.map(OpaqueName.literal),
    thread: thread.map(OpaqueName.literal), category: category.map(ItemID.literal), kind: kind, title: title,
    subtitle: subtitle, body: body, sender: sender, level: level, relevantDate: relevantDate,
    actions: actions, image: image, sound: sound, progress: progress, trigger: trigger,
    expiresAfter: expiresAfter, silently: silently, isPrivate: isPrivate)
}

/// A record in this state, with any changes. One that is scheduled without a trigger is snoozed.
package func record(
  _ request: NotificationRequest = request(), id: NotificationID = NotificationID(0),
  link: AppLink? = .events, state: State = .delivered,
  outcome: Outcome = .presented, posted: Timestamp = .at(0), due: Timestamp? = nil, until: Timestamp? = nil,
  summary: Timestamp? = nil, expiry: Expiry = .never
) -> NotificationRecord {
  let due = due ?? (state == .scheduled ? .at(0) : nil)
  let life = Life(
    state, due: due.map { Due(.moment($0)) }, hold: until.map { Hold(by: [], until: $0) },
    isPutOff: request.trigger == nil)
  return NotificationRecord(
    id: id, request: request, link: link, life: life ?? .delivered, outcome: outcome, posted: posted,
    summary: summary,
    expiry: expiry)
}
