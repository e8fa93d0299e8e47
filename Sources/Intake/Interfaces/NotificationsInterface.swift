import Delivery
import NotificationModel
import NotificationProtocol
import Records
import Varlink
import Wording

/// The methods of io.bellhop.Notifications, in the order of its description.
enum NotificationsInterface {
  static let post = "io.bellhop.Notifications.Post"
  /// The methods that root's own app may call, under the rules of every app.
  static let ofSystem: Set = [post, withdraw]
  private static let withdraw = "io.bellhop.Notifications.Withdraw"

  static let methods: [String: EngineCalls.Method] = [
    post: { calls, fields, incoming in
      let request: NotificationRequest = try fields.required("notification", try fields.value("notification"))
      let strict = try fields.bool("strict") ?? false
      let isAdvised = try fields.bool("advise") == true || strict
      let told = try fields.wording()
      _ = try fields.bool(EngineCalls.reasons)
      try fields.finish()
      return try calls.whenCaughtUp(with: request.app, incoming) {
        try calls.withImages(of: request, copies: true, isAdvised: isAdvised, incoming) { images, now in
          let asked =
            isAdvised ? AskedAdvice(isStrict: strict, imageIsMissing: images.isIconMissing) : nil
          let receipt = try calls.engine.assumeIsolated {
            try $0.post(
              request, advice: asked, images: images.copies, imageFaults: images.faults,
              by: incoming.client, told: told, now: now)
          }
          return .done(JSON(fields: ["receipt": receipt.json]))
        }
      }
    },

    "io.bellhop.Notifications.RequestAuthorization": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let purpose = try fields.required("purpose", try fields.text("purpose", within: Limits.purpose))
      let marketing = try fields.bool("marketing") ?? false
      try fields.finish()
      // The advice first: if it fails, the person has not been asked.
      let (advice, present) = try calls.engine.assumeIsolated { engine in
        (
          try engine.advice(onPurpose: purpose, marketing: marketing, of: app, now: incoming.now),
          try engine.requestAuthorization(
            app, purpose: purpose, marketing: marketing, by: incoming.client, now: incoming.now)
        )
      }
      let answer = JSON(fields: ["authorization": present.json, "advice": advice.jsonUnlessEmpty])
      guard incoming.call.more, present == .notDetermined else { return .reply(.done(answer)) }
      calls.await(app, marketing: marketing, from: incoming.caller)
      return .reply(.continues(answer))
    },

    "io.bellhop.Notifications.RegisterCategories": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let categories: [Category] = try fields.required("categories", try fields.values("categories"))
      _ = try fields.bool(EngineCalls.reasons)
      try fields.finish()
      try calls.engine.assumeIsolated {
        try $0.register(categories, of: app, by: incoming.client, now: incoming.now)
      }
      var (advice, advised): ([Advice], Int) = ([], 0)
      return try calls.answer(incoming) {
        guard advised < categories.count else {
          return .reply(.done(JSON(fields: ["advice": advice.jsonUnlessEmpty])))
        }
        advice += calls.engine.assumeIsolated { $0.advice(on: categories[advised], at: advised, of: app) }
        advised += 1
        return nil
      }
    },

    "io.bellhop.Notifications.SetForeground": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let front = try fields.required("foreground", try fields.bool("foreground"))
      let thread = try fields.opaqueName("thread")
      try fields.finish()
      try calls.engine.assumeIsolated {
        try $0.setForeground(app, isForeground: front, thread: thread, by: incoming.client)
      }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Notifications.GetSettings": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      try fields.finish()
      let settings = try calls.engine.assumeIsolated {
        try $0.settings(of: app, by: incoming.client, now: incoming.now)
      }
      return .reply(.done(JSON(fields: ["settings": settings.json])))
    },

    "io.bellhop.Notifications.List": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      var query = ListQuery(
        app: app, states: try fields.words("states") ?? State.current,
        limit: try fields.int("limit", in: 0...Limits.listMaximum) ?? Limits.listDefault)
      let (before, came) = (try fields.notificationID("before"), try fields.time("beforeTime"))
      try fields.finish()
      query.before = try before.map { id in
        try calls.engine.assumeIsolated { try $0.place(of: id, of: app, came: came) }
      }
      var reading = ListCursor(query)
      return try calls.page(
        incoming,
        PagedAnswer("records") { [engine = calls.engine] in
          let records = try engine.assumeIsolated { try $0.records(&reading, by: incoming.client) }
          return .init(
            values: records.map(Record.init), isLast: reading.isOver, isCut: reading.isCut)
        })
    },

    withdraw: { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let identifiers = try fields.opaqueNames("identifiers")
      let ids = try fields.notificationIDs("ids")
      let thread = try fields.opaqueName("thread")
      try fields.finish()
      guard identifiers != nil || ids != nil || thread != nil else {
        throw FieldFault.invalid(path: "identifiers", reason: "identifiers, ids or thread are needed")
      }
      var selection = Selection(identifiers, ids, thread: thread)
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.withdraw(&selection, of: app, by: incoming.client, now: now) }
          .map { JSON(fields: ["withdrawn": $0.withdrawn.json, "unread": $0.unread.json]) }
      }
    },

    "io.bellhop.Notifications.MarkRead": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let identifiers = try fields.opaqueNames("identifiers")
      let ids = try fields.notificationIDs("ids")
      let thread = try fields.opaqueName("thread")
      try fields.finish()
      var selection = Selection(identifiers, ids, thread: thread)
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.markRead(&selection, of: app, by: incoming.client, now: now) }
          .map { JSON(fields: ["unread": $0.json]) }
      }
    },

    "io.bellhop.Notifications.GetBadge": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      try fields.finish()
      let unread = try calls.engine.assumeIsolated { try $0.badge(of: app, by: incoming.client) }
      return .reply(.done(JSON(fields: ["unread": unread.json])))
    },

    "io.bellhop.Notifications.Subscribe": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let after = try fields.sequence("after")
      let follower = try fields.follower("follower")
      try fields.finish()
      let ready = try calls.engine.assumeIsolated { engine in
        Event(
          sequence: try engine.follow(app, as: follower, by: incoming.client, now: incoming.now),
          time: incoming.now.wall, kind: .ready,
          unread: try engine.shownBadge(of: app, now: incoming.now),
          authorization: try engine.settings(of: app, now: incoming.now).authorization)
      }
      calls.follow(app, as: follower, after: after, from: incoming.caller, ready: ready)
      return .pending
    },

    "io.bellhop.Notifications.Acknowledge": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let sequence = try fields.required("sequence", try fields.sequence("sequence"))
      let follower = try fields.follower("follower")
      try fields.finish()
      try calls.engine.assumeIsolated {
        try $0.acknowledge(sequence, of: app, as: follower, by: incoming.client, now: incoming.now)
      }
      return .reply(.done(.object([])))
    },
  ]
}

extension Record {
  fileprivate init(_ record: NotificationRecord) {
    self.init(
      id: record.id, notification: record.request, state: record.state, outcome: record.outcome,
      repeats: record.repeats, posted: record.posted, came: record.came,
      until: record.state == .scheduled ? record.due : record.until,
      desktop: record.request.origin.desktop != nil)
  }
}

extension ShapeReader {
  /// The wording in the language that the call asks for.
  mutating func wording() throws(FieldFault) -> Wording { Wording(language: try language("language")) }
}
