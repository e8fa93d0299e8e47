import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// io.bellhop.Notifications, method by method, in the order of its description.
enum NotificationsInterface {
  static let methods: [String: EngineCalls.Method] = [
    "io.bellhop.Notifications.Post": { calls, fields, _, caller in
      let request: NotificationRequest = try fields.required("notification", try fields.value("notification"))
      let strict = try fields.bool("strict") ?? false
      try fields.finish()
      guard !strict else {
        throw FieldFault.invalid(path: "strict", reason: "this version gives no advice to be strict about")
      }
      let receipt = try calls.engine.assumeIsolated {
        try $0.post(request, by: caller.client, now: calls.clock())
      }
      return .reply(.done(JSON(fields: ["receipt": receipt.json])))
    },

    "io.bellhop.Notifications.RequestAuthorization": { calls, fields, call, caller in
      let app = try fields.required("app", try fields.app())
      let purpose = try fields.required("purpose", try fields.text("purpose", limit: Limits.purposeBytes))
      let marketing = try fields.bool("marketing") ?? false
      try fields.finish()
      guard !marketing else {
        throw FieldFault.invalid(path: "marketing", reason: "this version cannot ask for that consent")
      }
      let present = try calls.engine.assumeIsolated {
        try $0.requestAuthorization(app, purpose: purpose, by: caller.client, now: calls.clock())
      }
      let answer = JSON(fields: ["authorization": present.json])
      guard call.more, present == .notDetermined else { return .reply(.done(answer)) }
      calls.await(app, from: caller)
      return .reply(.continues(answer))
    },

    "io.bellhop.Notifications.RegisterCategories": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let categories: [Category] = try fields.required("categories", try fields.values("categories"))
      try fields.finish()
      try calls.engine.assumeIsolated {
        try $0.register(categories, of: app, by: caller.client, now: calls.clock())
      }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Notifications.SetForeground": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let front = try fields.required("foreground", try fields.bool("foreground"))
      let thread = try fields.opaqueName("thread")
      try fields.finish()
      try calls.engine.assumeIsolated {
        try $0.setForeground(app, front: front, thread: thread, by: caller.client)
      }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Notifications.GetSettings": { calls, fields, _, _ in
      let app = try fields.required("app", try fields.app())
      try fields.finish()
      let settings = try calls.engine.assumeIsolated { try $0.settings(of: app, now: calls.clock()) }
      return .reply(.done(JSON(fields: ["settings": settings.json])))
    },

    "io.bellhop.Notifications.List": { calls, fields, _, caller in
      let query = ListQuery(
        app: try fields.required("app", try fields.app()),
        states: try fields.words("states"), unreadOnly: false,
        before: try fields.notificationID("before"),
        limit: try fields.int("limit", in: 0...Limits.listMaximum) ?? Limits.listDefault)
      try fields.finish()
      let (records, more) = try calls.engine.assumeIsolated { try $0.records(query, by: caller.client) }
      let page = ReplyPage(records.map(Record.init))
      return .reply(.done(JSON(fields: ["records": page.json, "more": (more || page.isCut).json])))
    },

    "io.bellhop.Notifications.Withdraw": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let identifiers = try fields.opaqueNames("identifiers")
      let ids = try fields.notificationIDs("ids")
      try fields.finish()
      guard identifiers != nil || ids != nil else {
        throw FieldFault.invalid(path: "identifiers", reason: "identifiers or ids are needed")
      }
      let (withdrawn, unread) = try calls.engine.assumeIsolated {
        try $0.withdraw(identifiers, ids, of: app, by: caller.client, now: calls.clock())
      }
      return .reply(.done(JSON(fields: ["withdrawn": withdrawn.json, "unread": unread.json])))
    },

    "io.bellhop.Notifications.MarkRead": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let identifiers = try fields.opaqueNames("identifiers")
      let ids = try fields.notificationIDs("ids")
      try fields.finish()
      let unread = try calls.engine.assumeIsolated {
        try $0.markRead(identifiers, ids, of: app, by: caller.client, now: calls.clock())
      }
      return .reply(.done(JSON(fields: ["unread": unread.json])))
    },

    "io.bellhop.Notifications.GetBadge": { calls, fields, _, _ in
      let app = try fields.required("app", try fields.app())
      try fields.finish()
      let unread = try calls.engine.assumeIsolated { try $0.badge(of: app) }
      return .reply(.done(JSON(fields: ["unread": unread.json])))
    },

    "io.bellhop.Notifications.Subscribe": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let after = try fields.sequence("after")
      try fields.finish()
      let now = calls.clock()
      let ready = try calls.engine.assumeIsolated { engine in
        Event(
          sequence: try engine.acknowledged(of: app, by: caller.client), time: now.wall, kind: .ready,
          unread: try engine.badge(of: app),
          authorization: try engine.settings(of: app, now: now).authorization)
      }
      calls.follow(app, after: after, from: caller, ready: ready)
      return .pending
    },

    "io.bellhop.Notifications.Acknowledge": { calls, fields, _, caller in
      let app = try fields.required("app", try fields.app())
      let sequence = try fields.required("sequence", try fields.sequence("sequence"))
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.acknowledge(sequence, of: app, by: caller.client) }
      return .reply(.done(.object([])))
    },
  ]
}

extension Record {
  init(_ record: NotificationRecord) {
    self.init(
      id: record.id, notification: record.request, state: record.state, outcome: record.outcome,
      repeats: record.repeats, posted: record.posted,
      until: record.state == .scheduled ? record.due : record.until)
  }
}
