import BellhopClient
import Foundation
import Testing

/// A peer that answers the one call it gets, having kept it.
private func exchange(
  answering reply: String, _ body: (VarlinkConnection) throws -> Void
) throws -> String {
  let asked = Asked()
  let peer = try ScriptedPeer([
    { connection in
      asked.text = connection.read() ?? ""
      connection.write(reply)
    }
  ])
  try body(try VarlinkConnection(to: peer.path))
  #expect(peer.isFinished)
  return asked.text
}

/// Written by the peer's thread before it finishes, read by the test after.
private final class Asked: @unchecked Sendable {
  var text = ""
}

@Suite struct TypedClientTests {
  let app: AppID
  init() throws { app = try #require(AppID("org.example.App")) }

  @Test("a post carries the notification and returns the receipt, whatever else a newer daemon says")
  func post() throws {
    let asked = try exchange(
      answering: #"""
        {"parameters":{"receipt":{"id":7,"outcome":"held","repeats":0,"until":"2026-01-01T00:00:00Z","unread":1,
        "decisions":[{"guideline":"focus","effect":"held","why":"w","new":1}],"new":2},"new":3}}
        """#
    ) { connection in
      let receipt = try NotificationsClient(connection: connection)
        .post(NotificationRequest(app: app, title: "Tea"), advise: true, strict: true)
      #expect(receipt.id == NotificationID(7))
      #expect(receipt.outcome == .held)
      #expect(receipt.decisions == [Decision(guideline: "focus", effect: "held", why: "w")])
      #expect(receipt.advice == nil)
    }
    #expect(
      asked
        == #"{"method":"io.bellhop.Notifications.Post","parameters":{"notification":"#
        + #"{"app":"org.example.App","title":"Tea"},"strict":true,"advise":true}}"#)
  }

  @Test("every method of the apps' interface sends its declared parameters")
  func notificationsMethods() throws {
    let id = NotificationID(3)
    let time = try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
    let last = Record(
      id: id, notification: NotificationRequest(app: app), state: .read, outcome: .quiet, repeats: 0,
      posted: time,
      until: nil)
    let name = try #require(OpaqueName("n"))
    let category = Category(id: try #require(ItemID("c")))
    let settings =
      #"{"authorization":"denied","banners":true,"badges":true,"sounds":true,"timeSensitive":true,"critical":false,"#
      + #""marketing":false,"previews":"never"}"#
    let advice = #"{"guideline":"g","field":"f","message":"m"}"#
    let table: [(String, String, String, (NotificationsClient) throws -> Bool)] = [
      (
        "RequestAuthorization", #"{"app":"org.example.App","purpose":"p","marketing":true}"#,
        #"{"authorization":"provisional","advice":[\#(advice)]}"#,
        { client in
          var fields: [String] = []
          let authorization = try client.requestAuthorization(app: app, purpose: "p", marketing: true) {
            fields += $0.map(\.field)
          }
          return authorization == .provisional && fields == ["f"]
        }
      ),
      (
        "RegisterCategories", #"{"app":"org.example.App","categories":[{"id":"c"}]}"#,
        #"{"advice":[\#(advice)]}"#,
        { try $0.registerCategories([category], app: app).map(\.field) == ["f"] }
      ),
      (
        "SetForeground", #"{"app":"org.example.App","foreground":false,"thread":"n"}"#, "{}",
        { try $0.setForeground(false, thread: name, app: app) == () }
      ),
      (
        "GetSettings", #"{"app":"org.example.App"}"#, #"{"settings":\#(settings)}"#,
        { try $0.settings(app: app).previews == .never }
      ),
      (
        "List",
        #"{"app":"org.example.App","states":["held","failed"],"limit":5,"before":3,"beforeTime":"2026-01-01T00:00:00Z"}"#,
        #"{"records":[],"more":true}"#,
        { try $0.list(app: app, states: [.held, .failed], limit: 5, before: last).more }
      ),
      (
        "Withdraw", #"{"app":"org.example.App","identifiers":["n"],"ids":[3]}"#,
        #"{"withdrawn":1,"unread":2}"#,
        { try $0.withdraw(app: app, identifiers: [name], ids: [id]) == (1, 2) }
      ),
      (
        "MarkRead", #"{"app":"org.example.App","ids":[]}"#, #"{"unread":2}"#,
        { try $0.markRead(app: app, ids: []) == 2 }
      ),
      (
        "Withdraw", #"{"app":"org.example.App","thread":"n"}"#, #"{"withdrawn":1,"unread":2}"#,
        { try $0.withdraw(app: app, thread: name).withdrawn == 1 }
      ),
      (
        "MarkRead", #"{"app":"org.example.App","thread":"n"}"#, #"{"unread":2}"#,
        { try $0.markRead(app: app, thread: name) == 2 }
      ),
      ("GetBadge", #"{"app":"org.example.App"}"#, #"{"unread":2}"#, { try $0.badge(app: app) == 2 }),
      (
        "Acknowledge", #"{"app":"org.example.App","sequence":9}"#, "{}",
        { try $0.acknowledge(app: app, through: EventSequence(9)) == () }
      ),
    ]
    for (method, parameters, reply, body) in table {
      let asked = try exchange(answering: "{\"parameters\":\(reply)}") {
        let isAsExpected = try body(NotificationsClient(connection: $0))
        #expect(isAsExpected)
      }
      #expect(asked == "{\"method\":\"io.bellhop.Notifications.\(method)\",\"parameters\":\(parameters)}")
    }
  }

  @Test("replies are handed over as they came, whatever of them is read")
  func asTheyCame() throws {
    let reply = #"{"restored":[3],"new":{"b":1,"a":null}}"#
    var came: [String] = []
    _ = try exchange(answering: "{\"parameters\":\(reply)}") { connection in
      connection.onReply = { came.append($0.text) }
      let restored = try ControlClient(connection: connection).undo().restored
      #expect(restored == [NotificationID(3)])
    }
    #expect(came == [reply])
  }

  @Test("what a newer daemon finds about subjects of its own is passed over")
  func laterFindings() throws {
    _ = try exchange(
      answering: #"""
        {"parameters":{"complete":true,"findings":[{"subject":"telepathy","verdict":"works","text":"t"},
        {"subject":"sound","verdict":"works","text":"s"}]}}
        """#
    ) { connection in
      let (findings, isComplete) = try ControlClient(connection: connection).examine()
      #expect(isComplete && findings == [DesktopFinding(.sound, .works, "s")])
    }
  }

  @Test("every method of the person's interface sends its declared parameters")
  func controlMethods() throws {
    let id = NotificationID(3)
    let time = try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
    let request = NotificationRequest(app: app, title: "Tea")
    let last = Entry(
      id: id, app: app, appName: "App", title: "Tea", level: .active, state: .read, outcome: .quiet,
      repeats: 0,
      posted: time, unread: false)
    let decision = #"{"guideline":"g","effect":"e","why":"w","time":"2026-01-01T00:00:00Z"}"#
    let table: [(String, String?, String, (ControlClient) throws -> Bool)] = [
      ("ListApps", nil, #"{"apps":[]}"#, { try $0.apps() == [] }),
      (
        "SetAuthorization", #"{"app":"org.example.App","authorization":"denied"}"#,
        #"{"stored":false,"withdrawn":3}"#,
        { try $0.setAuthorization(.denied, app: app) == (false, 3) }
      ),
      (
        "SetAuthorization",
        #"{"app":"org.example.App","authorization":"authorized","until":"2026-01-01T00:00:00Z"}"#, "{}",
        { try $0.setAuthorization(.authorized, app: app, until: .at(time)).isStored }
      ),
      (
        "SetAppSettings", #"{"app":"org.example.App","banners":false,"until":"2026-01-01T00:00:00Z"}"#, "{}",
        { try $0.change(AppSettings(banners: false), app: app, until: .at(time)) }
      ),
      (
        "SetAppSettings", #"{"app":"org.example.App","sounds":false,"previews":"never"}"#, "{}",
        { try $0.change(AppSettings(sounds: false, critical: true, previews: .never), app: app) }
      ),
      (
        "SetDoNotDisturb", #"{"on":true,"until":"2026-01-01T00:00:00Z"}"#, "{}",
        { try $0.setDoNotDisturb(true, until: .at(time)) }
      ),
      (
        "SetQuietHours", #"{"spans":"22:00-07:00 Mo"}"#, "{}",
        { try $0.setQuietHours(WeeklySpans("22:00-07:00 Mo")) }
      ),
      (
        "SetLetThrough", #"{"name":"Ada","app":"org.example.App","on":true}"#,
        #"{"stored":false,"changed":false}"#,
        { try $0.letThrough(LetThrough(name: "Ada", app: app), true) == (false, false) }
      ),
      (
        "SetLetThrough", #"{"name":"Ada","on":false}"#, #"{"changed":true}"#,
        { try $0.letThrough(LetThrough(name: "Ada"), false) == (true, true) }
      ),
      (
        "ListLetThrough", nil, #"{"senders":[{"name":"Ada","app":"org.example.App"}]}"#,
        { try $0.sendersLetThrough() == [LetThrough(name: "Ada", app: app)] }
      ),
      ("SetPreviews", #"{"previews":"never"}"#, "{}", { try $0.setPreviews(.never) }),
      ("SetPreviews", nil, #"{"stored":false}"#, { try !$0.setPreviews(nil) }),
      ("SetFront", #"{"mode":"off"}"#, "{}", { try $0.setFront(.off) }),
      (
        "SetFront", #"{"mode":"on","until":"2026-01-01T00:00:00Z"}"#, "{}",
        { try $0.setFront(.on, until: .at(time)) }
      ),
      ("SetSilent", #"{"on":false}"#, "{}", { try $0.setSilent(false) }),
      ("SetSilent", #"{"on":true}"#, #"{"stored":false}"#, { try !$0.setSilent(true) }),
      ("SetLocked", #"{"locked":true}"#, "{}", { try $0.setLocked(true) }),
      ("SetLocked", #"{"locked":false}"#, #"{"stored":false}"#, { try !$0.setLocked(false) }),
      (
        "List",
        #"{"app":"org.example.App","search":"s","unreadOnly":true,"limit":1,"before":3,"beforeTime":"2026-01-01T00:00:00Z","since":"2026-01-01T00:00:00Z"}"#,
        #"{"entries":[],"more":false}"#,
        { try !$0.list(app: app, search: "s", unreadOnly: true, since: time, limit: 1, before: last).more }
      ),
      ("List", #"{"id":3}"#, #"{"entries":[],"more":false}"#, { try $0.entry(id) == nil }),
      (
        "Activate", #"{"id":3,"action":"default","text":"t"}"#, "{}", { try $0.activate(id, text: "t") == () }
      ),
      ("MarkRead", nil, #"{"unread":0}"#, { try $0.markRead(nil) == 0 }),
      ("MarkSeen", #"{"ids":[3]}"#, "{}", { try $0.markSeen([id]) == () }),
      ("Dismiss", #"{"ids":[3]}"#, #"{"unread":1}"#, { try $0.dismiss([id]) == (1, nil) }),
      (
        "Dismiss", #"{"ids":[],"all":true}"#, #"{"unread":0,"dismissed":2}"#,
        { try $0.dismissAll() == (0, 2) }
      ),
      ("Undo", nil, #"{"restored":[3]}"#, { try $0.undo() == (1, [id], nil) }),
      (
        "Undo", nil, #"{"restored":[3],"count":2,"app":"org.example.Mail"}"#,
        { try $0.undo() == (2, [id], .literal("org.example.Mail")) }
      ),
      (
        "Clear", #"{"app":"org.example.App","before":"2026-01-01T00:00:00Z"}"#, #"{"cleared":2}"#,
        { try $0.clear(app: app, before: time) == 2 }
      ),
      ("Clear", nil, #"{"cleared":0}"#, { try $0.clear() == 0 }),
      ("Erase", #"{"ids":[3]}"#, #"{"erased":1}"#, { try $0.erase(.notifications([id])) == (1, nil, []) }),
      (
        "Erase", #"{"app":"org.example.App","counts":true}"#,
        #"{"erased":2,"serverKeeps":"dunst","left":["/a"]}"#,
        { try $0.erase(.app(app), counts: true) == (2, "dunst", ["/a"]) }
      ),
      ("Erase", #"{"all":true}"#, #"{"erased":0}"#, { try $0.erase(.everything) == (0, nil, []) }),
      (
        "Snooze", #"{"id":3,"until":"2026-01-01T00:00:00Z"}"#, "{}",
        { try $0.snooze(id, until: .at(time)) == () }
      ),
      ("Snooze", #"{"id":3,"seconds":60}"#, "{}", { try $0.snooze(id, until: .after(60)) == () }),
      (
        "SetAuthorization", #"{"app":"org.example.App","authorization":"authorized","seconds":60}"#, "{}",
        { try $0.setAuthorization(.authorized, app: app, until: .after(60)).isStored }
      ),
      (
        "SetAppSettings", #"{"app":"org.example.App","banners":false,"seconds":60}"#, "{}",
        { try $0.change(AppSettings(banners: false), app: app, until: .after(60)) }
      ),
      (
        "SetDoNotDisturb", #"{"on":true,"seconds":60}"#, "{}",
        { try $0.setDoNotDisturb(true, until: .after(60)) }
      ),
      ("SetFront", #"{"mode":"on","seconds":60}"#, "{}", { try $0.setFront(.on, until: .after(60)) }),
      (
        "Explain", #"{"id":3}"#, "{\"decisions\":[\(decision)]}",
        {
          let (decisions, advice) = try $0.explain(id)
          let decision = Decision(guideline: "g", effect: "e", why: "w")
          return decisions == [DatedDecision(decision, at: time)] && advice == []
        }
      ),
      (
        "Explain", #"{"id":3,"language":"ko"}"#,
        #"{"decisions":[],"advice":[{"guideline":"g","field":"f","message":"m"}]}"#,
        {
          try $0.explain(id, language: "ko").advice == [Advice(guideline: "g", field: "f", message: "m")]
        }
      ),
      (
        "Judge",
        #"{"notification":{"app":"org.example.App","title":"Tea"},"conditions":{"locked":true}}"#,
        "{\"outcome\":\"held\",\"decisions\":[\(decision)],\"advice\":[]}",
        { try $0.judge(request, under: Conditions(locked: true)).outcome == .held }
      ),
      ("Reload", nil, "{}", { try $0.reload() == ReloadEffect() }),
      (
        "Reload", nil,
        #"{"withheld":{"notifications":9,"apps":2},"restored":{"notifications":1,"apps":1}}"#,
        { try $0.reload().withheld == .init(notifications: 9, apps: 2) }
      ),
    ]
    for (method, parameters, reply, body) in table {
      let asked = try exchange(answering: "{\"parameters\":\(reply)}") {
        let isAsExpected = try body(ControlClient(connection: $0))
        #expect(isAsExpected)
      }
      let tail = parameters.map { ",\"parameters\":\($0)" } ?? ""
      #expect(asked == "{\"method\":\"io.bellhop.Control.\(method)\"\(tail)}")
    }
  }

  @Test("all apps are listed, in as many calls as it takes")
  func appPages() throws {
    let app = { @Sendable (id: String) in
      #"{"app":"\#(id)","name":"n","authorization":"denied","unread":0,"held":0,"banners":true,"badges":true,"#
        + #""sounds":true,"timeSensitive":true,"critical":false,"marketing":false,"previews":"never","locked":[]}"#
    }
    let asked = Asked()
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write("{\"parameters\":{\"apps\":[\(app("a")),\(app("b"))],\"more\":true}}")
        asked.text = connection.read() ?? ""
        connection.write("{\"parameters\":{\"apps\":[\(app("c"))],\"more\":false}}")
      }
    ])
    let client = ControlClient(connection: try VarlinkConnection(to: peer.path))
    #expect(try client.apps().map(\.app.text) == ["a", "b", "c"])
    #expect(peer.isFinished)
    #expect(asked.text == #"{"method":"io.bellhop.Control.ListApps","parameters":{"after":"b"}}"#)
  }

  @Test("a reply that lacks what is declared names the field")
  func incompleteReply() throws {
    _ = try exchange(answering: #"{"parameters":{"status":{"version":"1","sink":7}}}"#) { connection in
      #expect(throws: ClientError.protocolFault("status.sink: must be a string")) {
        try ControlClient(connection: connection).status()
      }
    }
  }

  @Test("events are handed over one by one, but those of unknown kinds, until the app has enough")
  func subscribe() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        for (sequence, kind) in [(4, "ready"), (4, "telepathic"), (5, "activated"), (6, "dismissed")] {
          connection.write(
            #"{"parameters":{"event":{"sequence":\#(sequence),"time":"2026-01-01T00:00:00Z","kind":"\#(kind)"}},"#
              + #""continues":true}"#)
        }
        connection.waitForEnd()
      }
    ])
    let client = NotificationsClient(connection: try VarlinkConnection(to: peer.path))
    var kinds: [EventKind] = []
    try client.subscribe(app: app, after: EventSequence(4)) { event in
      kinds.append(event.kind)
      return kinds.count < 2
    }
    #expect(kinds == [.ready, .activated])
    #expect(peer.isFinished)
  }

  @Test("waiting for the person's decision ends with it")
  func waitsForAuthorization() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(#"{"parameters":{"authorization":"notDetermined"},"continues":true}"#)
        connection.write(#"{"parameters":{"authorization":"authorized"}}"#)
      }
    ])
    let client = NotificationsClient(connection: try VarlinkConnection(to: peer.path))
    #expect(try client.waitForAuthorization(app: app, purpose: "p") == .authorized)
  }

  @Test("the list is followed change by change")
  func watch() throws {
    let peer = try ScriptedPeer([
      { connection in
        _ = connection.read()
        connection.write(
          #"{"parameters":{"unread":2,"doNotDisturb":true,"changed":[],"gone":[1,2]},"continues":true}"#)
        connection.waitForEnd()
      }
    ])
    let client = ControlClient(connection: try VarlinkConnection(to: peer.path))
    var last: WatchReply?
    try client.watch { change in
      last = change
      return false
    }
    #expect(last == WatchReply(unread: 2, doNotDisturb: true, gone: [NotificationID(1), NotificationID(2)]))
  }

  @Test("sockets are where the design says")
  func paths() {
    let paths = SocketPaths(runtimeDirectory: "/run/user/1000")
    #expect(paths.notifications == "/run/user/1000/bellhop/notifications.sock")
    #expect(paths.control == "/run/user/1000/bellhop-control/control.sock")
    #expect(SocketPaths().control.hasSuffix("/bellhop-control/control.sock"))
    #expect(SocketPaths().control.hasPrefix("/"))
  }
}
