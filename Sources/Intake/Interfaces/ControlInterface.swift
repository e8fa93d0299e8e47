import Delivery
import NotificationModel
import NotificationProtocol
import Records
import Varlink
import Wording

/// The methods of io.bellhop.Control, in the order of its description.
enum ControlInterface {
  static let judge = "io.bellhop.Control.Judge"
  static let setLocked = "io.bellhop.Control.SetLocked"

  /// Values per step of a paged answer.
  private static let decisionBatch = 16

  static let methods: [String: EngineCalls.Method] = [
    "io.bellhop.Control.GetStatus": { calls, fields, incoming in
      try fields.finish()
      var status = try calls.engine.assumeIsolated { try $0.state(now: incoming.now) }
      status.version = calls.version
      return .reply(.done(JSON(fields: ["status": status.json])))
    },

    "io.bellhop.Control.Examine": { calls, fields, incoming in
      let wording = try fields.wording()
      try fields.finish()
      let (findings, isComplete) = calls.engine.assumeIsolated { $0.diagnose(wording, now: incoming.now) }
      return .reply(
        .done(JSON(fields: ["findings": .array(findings.map(\.json)), "complete": isComplete.json])))
    },

    "io.bellhop.Control.ListApps": { calls, fields, incoming in
      let after = try fields.app("after")
      let limit = try fields.int("limit", in: 0...Limits.listMaximum) ?? Limits.listMaximum
      try fields.finish()
      var reading = AppListCursor(after: after, limit: limit)
      return try calls.page(
        incoming,
        PagedAnswer("apps") { [engine = calls.engine] in
          let apps = try engine.assumeIsolated { try $0.apps(&reading, now: incoming.now) }
          return .init(values: apps, isLast: reading.isOver, isCut: reading.isCut)
        })
    },

    "io.bellhop.Control.SetAuthorization": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let authorization: Authorization = try fields.required(
        "authorization", try fields.word("authorization"))
      let until = try fields.end(from: incoming.now.wall)
      try fields.finish()
      let withdrawn = try calls.engine.assumeIsolated { engine in
        let listed = authorization == .denied ? try engine.countToDeny(app, now: incoming.now) : nil
        try engine.setAuthorization(authorization, of: app, until: until, now: incoming.now)
        return listed
      }
      return .reply(calls.changed(["withdrawn": withdrawn?.json]))
    },

    "io.bellhop.Control.SetAppSettings": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      let changes = try fields.settingsIfAny(AppSetting.personal)
      let until = try fields.end(from: incoming.now.wall)
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.change(app, by: changes, until: until, now: incoming.now) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.ForgetApp": { calls, fields, incoming in
      let app = try fields.required("app", try fields.app())
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.forget(app, now: incoming.now) }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Control.SetDoNotDisturb": { calls, fields, incoming in
      let on = try fields.required("on", try fields.bool("on"))
      let until = try fields.end(from: incoming.now.wall)
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.setDoNotDisturb(on, until: until, now: incoming.now) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.SetSilent": { calls, fields, _ in
      let on = try fields.required("on", try fields.bool("on"))
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.setSilent(on) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.SetQuietHours": { calls, fields, incoming in
      let text = try fields.text("spans", limit: Limits.messageBytes)
      try fields.finish()
      let spans = try text.map { text throws(FieldFault) in
        guard let spans = WeeklySpans(text) else {
          throw FieldFault.invalid(path: "spans", reason: "must be \(WeeklySpans.form)")
        }
        return spans
      }
      try calls.engine.assumeIsolated { try $0.chooseQuietHours(spans, now: incoming.now) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.SetLetThrough": { calls, fields, incoming in
      let name = try fields.required("name", try fields.text("name", within: Limits.line))
      let app = try fields.app("app")
      let on = try fields.required("on", try fields.bool("on"))
      try fields.finish()
      let isChanged = try calls.engine.assumeIsolated {
        try $0.letThrough(name, of: app, on, now: incoming.now)
      }
      return .reply(calls.changed(["changed": isChanged.json]))
    },

    "io.bellhop.Control.ListLetThrough": { calls, fields, _ in
      try fields.finish()
      let senders = try calls.engine.assumeIsolated { try $0.sendersLetThrough() }
      return .reply(.done(JSON(fields: ["senders": senders.json])))
    },

    "io.bellhop.Control.SetPreviews": { calls, fields, incoming in
      let previews: Previews? = try fields.word("previews")
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.choosePreviews(previews, now: incoming.now) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.SetRatingPrompts": { calls, fields, incoming in
      let on = try fields.required("on", try fields.bool("on"))
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.setRatingPrompts(on, now: incoming.now) }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Control.SetFront": { calls, fields, incoming in
      let mode: FrontMode = try fields.required("mode", try fields.word("mode"))
      let until = try fields.end(from: incoming.now.wall)
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.setFrontMode(mode, until: until, now: incoming.now) }
      return .reply(calls.changed)
    },

    "io.bellhop.Control.GetFront": { calls, fields, _ in
      try fields.finish()
      return .reply(.done(calls.frontReport.json))
    },

    setLocked: { calls, fields, _ in
      let locked = try fields.required("locked", try fields.bool("locked"))
      try fields.finish()
      // If the change cannot be stored, the transaction fails, and the call is answered with `unstored`.
      try? calls.engine.assumeIsolated { try $0.setLocked(locked) }
      return .reply(calls.changed, unstored: EngineCalls.holdsUnstored)
    },

    "io.bellhop.Control.List": { calls, fields, incoming in
      var query = ListQuery(
        app: try fields.app(), search: try fields.text("search", within: Limits.line),
        states: try fields.words("states"), unreadOnly: try fields.bool("unreadOnly") ?? false,
        missedOnly: try fields.bool("missedOnly") ?? false, since: try fields.time("since"),
        limit: try fields.int("limit", in: 0...Limits.listMaximum) ?? Limits.listDefault)
      let (before, came) = (try fields.notificationID("before"), try fields.time("beforeTime"))
      let id = try fields.notificationID("id")
      try fields.finish()
      if let id {
        let found = try calls.engine.assumeIsolated { try $0.entries([id], now: incoming.now) }
        let entries = JSON.array(found.map(\.entry.json))
        return .reply(.done(JSON(fields: ["entries": entries, "more": false.json])))
      }
      query.before = try before.map { id in
        try calls.engine.assumeIsolated { try $0.place(of: id, came: came) }
      }
      var reading = ListCursor(query)
      return try calls.page(
        incoming,
        PagedAnswer("entries") { [engine = calls.engine, clock = calls.clock] in
          let now = clock()
          let piece = try engine.assumeIsolated { try $0.entries(&reading, now: now) }
          return .init(
            values: piece.elements.map(\.entry), isLast: reading.isOver, isCut: reading.isCut,
            startsOver: piece.startsOver)
        })
    },

    "io.bellhop.Control.Watch": { calls, fields, incoming in
      let read = try fields.bool("read") ?? false
      try fields.finish()
      calls.watch(from: incoming.caller, withRead: read)
      return .pending
    },

    "io.bellhop.Control.Activate": { calls, fields, incoming in
      let id = try fields.required("id", try fields.notificationID("id"))
      let action = try fields.required("action", try fields.item("action"))
      let text = try fields.text("text", limit: Limits.replyBytes)
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.activate(id, action, text: text, now: incoming.now) }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Control.MarkRead": { calls, fields, incoming in
      let ids = try fields.notificationIDs("ids")
      try fields.finish()
      var selection = Selection(ids)
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.markRead(&selection, now: now) }.map {
          JSON(fields: ["unread": $0.json])
        }
      }
    },

    "io.bellhop.Control.MarkSeen": { calls, fields, incoming in
      var selection = Selection(try fields.required("ids", try fields.notificationIDs("ids")))
      try fields.finish()
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.markSeen(&selection, now: now) } ? .object([]) : nil
      }
    },

    "io.bellhop.Control.Dismiss": { calls, fields, incoming in
      let ids = try fields.required("ids", try fields.notificationIDs("ids"))
      let all = try fields.bool("all") ?? false
      try fields.finish()
      guard !all || ids.isEmpty else {
        throw FieldFault.invalid(path: "all", reason: "must not stand beside ids")
      }
      var dismissal = all ? .all : Dismissal(ids)
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.dismiss(&dismissal, now: now) }.map {
          JSON(fields: ["unread": $0.json, "dismissed": dismissal.count.json])
        }
      }
    },

    "io.bellhop.Control.Clear": { calls, fields, incoming in
      var dismissal = Dismissal.ofRead(app: try fields.app(), before: try fields.time("before"))
      try fields.finish()
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.dismiss(&dismissal, now: now) }.map { _ in
          JSON(fields: ["cleared": dismissal.count.json])
        }
      }
    },

    "io.bellhop.Control.Undo": { calls, fields, incoming in
      try fields.finish()
      var undoing = Undoing()
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { try $0.undo(&undoing, now: now) }.map {
          JSON(fields: [
            "restored": .array($0.map(\.json)), "count": undoing.count.json, "app": undoing.app?.json,
          ])
        }
      }
    },

    "io.bellhop.Control.Erase": { calls, fields, incoming in
      let (ids, app) = (try fields.notificationIDs("ids"), try fields.app())
      let (all, counts) = (try fields.bool("all") ?? false, try fields.bool("counts") ?? false)
      try fields.finish()
      let subjects: [Erasure.Subject] = [
        ids.map { .named($0) }, app.map { .app($0) }, all ? .everything : nil,
      ].compactMap { $0 }
      guard let subject = subjects.first, subjects.count == 1 else {
        throw FieldFault.invalid(path: "ids", reason: "is given alone, or app, or all")
      }
      func answer(_ erased: Erased) -> JSON {
        JSON(fields: [
          "erased": erased.count.json, "serverKeeps": erased.server?.json,
          "left": erased.left.isEmpty ? nil : .array(erased.left.map(\.json)),
        ])
      }
      if counts {
        return .reply(.done(answer(try calls.engine.assumeIsolated { try $0.countToErase(subject) })))
      }
      var erasure = Erasure(subject)
      return try calls.change(incoming) { [engine = calls.engine] now in
        try engine.assumeIsolated { engine in
          try engine.erase(&erasure, now: now).flatMap { engine.erasesTracesNext ? nil : answer($0) }
        }
      }
    },

    "io.bellhop.Control.Snooze": { calls, fields, incoming in
      let id = try fields.required("id", try fields.notificationID("id"))
      let until = try fields.required("until", try fields.end(from: incoming.now.wall))
      try fields.finish()
      try calls.engine.assumeIsolated { try $0.snooze(id, until: until, now: incoming.now) }
      return .reply(.done(.object([])))
    },

    "io.bellhop.Control.Explain": { calls, fields, incoming in
      let id = try fields.required("id", try fields.notificationID("id"))
      let told = try fields.wording()
      try fields.finish()
      var last: Int? = 0
      return try calls.page(
        incoming,
        PagedAnswer("decisions", tellsMore: false) { [engine = calls.engine, clock = calls.clock] in
          let now = clock()
          let decisions = try engine.assumeIsolated { engine in
            let (decisions, place) = try engine.explain(
              id, after: last ?? 0, limit: decisionBatch, told: told)
            last = place
            guard place == nil, let obstacle = try engine.obstacle(to: id, told: told, now: now) else {
              return decisions
            }
            return decisions + [obstacle]
          }
          return .init(values: decisions, isLast: last == nil)
        } rest: { [engine = calls.engine, clock = calls.clock] in
          let now = clock()
          let advice = try engine.assumeIsolated { try $0.advice(on: id, now: now) }
          return advice.isEmpty ? [] : [JSON.Field("advice", advice.map(told.advice).json)]
        })
    },

    judge: { calls, fields, incoming in
      let request: NotificationRequest = try fields.required("notification", try fields.value("notification"))
      let conditions: Conditions = try fields.value("conditions") ?? Conditions()
      let told = try fields.wording()
      try fields.finish()
      return try calls.withImages(of: request, copies: false, isAdvised: true, incoming) { images, now in
        let forecast = try calls.engine.assumeIsolated {
          try $0.forecast(
            request, under: conditions, images: images.copies, imageFaults: images.faults,
            imageIsMissing: images.isIconMissing, by: incoming.client, told: told, now: now)
        }
        return .done(
          JudgeReply(
            outcome: forecast.outcome, decisions: forecast.decisions, advice: forecast.advice
          ).json)
      }
    },

    "io.bellhop.Control.Reload": { calls, fields, _ in
      try fields.finish()
      return switch calls.reload() {
      case .success(let effect): .reply(.done(effect.json))
      case .failure(let error): .reply(.failed(error))
      }
    },
  ]
}
