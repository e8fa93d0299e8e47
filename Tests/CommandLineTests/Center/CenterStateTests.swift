import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

struct CenterStateTests {
  private static let reply = Entry.Button(
    id: ItemID(literal: "reply"), title: "Reply", destructive: false, takesText: true)
  private static let archive = Entry.Button(
    id: ItemID(literal: "archive"), title: "Archive", destructive: false)

  private func id(_ number: Int64) -> NotificationID { NotificationID(number) }

  private func three() -> CenterRig {
    CenterRig([
      CenterRig.entry(3, "Three"), CenterRig.entry(2, "Two", actions: [Self.archive, Self.reply]),
      CenterRig.entry(1, "One"),
    ])
  }

  @Test("The newest notification is selected at first, and stays it when newer ones come and others go")
  func selection() {
    var rig = three()
    #expect(rig.state.row?.name == .entry(id(3)))
    rig.apply([CenterRig.entry(4, "Four")])
    #expect(rig.state.row?.name == .entry(id(3)))
    rig.press(.down)
    rig.apply([], gone: [id(3), id(4)])
    #expect(rig.state.row?.name == .entry(id(2)))
    rig.apply([], gone: [id(2)])
    #expect(rig.state.row?.name == .entry(id(1)))
    rig.apply([], gone: [id(1)])
    #expect(rig.state.row == nil && rig.screen.contains("No notifications"))
    rig.apply([CenterRig.entry(5, "Five")])
    #expect(rig.state.row?.name == .entry(id(5)))
  }

  @Test("What newer ones push down stays where it was on the screen")
  func stillLines() throws {
    var rig = CenterRig((1...100).map { CenterRig.entry($0, "Number \($0)") })
    rig.press(.pageDown, .pageDown)
    let before = rig.lines
    rig.apply((101...120).map { CenterRig.entry($0, "Number \($0)") })
    #expect(rig.lines.dropFirst() == before.dropFirst())
  }

  @Test("Keys move through the list, and not past its ends")
  func moving() {
    var rig = CenterRig((1...100).map { CenterRig.entry($0, "Number \($0)") })
    rig.press(.end)
    #expect(rig.state.row?.name == .entry(id(1)) && rig.screen.contains("> "))
    rig.press(.down, .pageDown)
    #expect(rig.state.row?.name == .entry(id(1)))
    rig.press(.home, .up)
    #expect(rig.state.index == 0)
    rig.press(.wheelDown, .character("j"), .character("k"))
    #expect(rig.state.index == 1)
  }

  @Test("Marking read, dismissing, undoing, pressing and Do Not Disturb ask the daemon")
  func calls() {
    var rig = three()
    rig.press(.down)
    #expect(rig.type("m") == [.call(.read([id(2)]))])
    #expect(rig.type("d") == [.call(.dismiss([id(2)]))])
    #expect(rig.type("u") == [.call(.undo)])
    #expect(rig.type("1") == [.call(.press(id(2), Self.archive.id, text: nil))])
    #expect(rig.type("o").isEmpty && rig.screen.contains("[1] Archive"))
    #expect(rig.type("1") == [.call(.press(id(2), Self.archive.id, text: nil))])
    #expect(rig.state.pages.isEmpty)
    rig.press(.up)
    #expect(rig.type("o") == [.call(.press(id(3), .defaultAction, text: nil))])
    #expect(rig.type("q") == [.leave])
  }

  @Test("On an app's line all of its notifications are meant, but those that are its own to take back")
  func wholeApp() {
    var rig = three()
    rig.apply([CenterRig.entry(4, "Four", state: .scheduled), CenterRig.entry(5, "Five", state: .read)])
    rig.press(.home)
    #expect(rig.type("d") == [.call(.dismiss([id(5), id(3), id(2), id(1)]))])
    #expect(rig.type("m") == [.call(.read([id(4), id(3), id(2), id(1)]))])
    for key in "orze1" {
      #expect(rig.type(String(key)).isEmpty)
      #expect(rig.lines.last == " This line is a heading; select a notification below it")
    }
    rig.press(.enter)
    #expect(rig.state.notice == nil)
    #expect(rig.state.list.rows.count == 1 && rig.screen.contains("[+5]"))
  }

  @Test("A reply is written and sent, and Esc throws it away")
  func reply() {
    var rig = three()
    #expect(rig.type("r").isEmpty && rig.screen.contains("No action of this one takes a text"))
    rig.press(.down)
    rig.type("rAt qu")
    #expect(rig.screen.contains("Reply: At qu"))
    rig.press(.backspace)
    rig.type("uarter")
    #expect(rig.press(.enter) == [.call(.press(id(2), Self.reply.id, text: "At quarter"))])
    rig.type("2x")
    #expect(rig.press(.escape, .enter).isEmpty)
    #expect(rig.state.prompt == nil && rig.state.pages.count == 1)
    rig.type("r")
    #expect(rig.press(.enter).isEmpty && rig.state.prompt != nil)
  }

  @Test(
    "An action has one number, and one that destroys something says so; opening comes last, and is selected")
  func actionNumbers() {
    let delete = Entry.Button(id: ItemID(literal: "delete"), title: "Delete", destructive: true)
    var rig = CenterRig([CenterRig.entry(1, "One", actions: [Self.reply, Self.archive, delete])])
    rig.press(.enter)
    let lines = ["[1] Reply", "[2] Archive", "[3] Delete (destructive)"]
    for line in lines { #expect(rig.screen.contains(line)) }
    rig.type("o")
    for line in lines + ["> [4] Open"] { #expect(rig.screen.contains(line)) }
    #expect(rig.type("3") == [.call(.press(id(1), delete.id, text: nil))])
    rig.type("o")
    #expect(rig.press(.enter) == [.call(.press(id(1), .defaultAction, text: nil))])
  }

  @Test(
    "Of more actions than there are numbers the others have letters in the menu, and are chosen by moving, too"
  )
  func manyActions() throws {
    let actions = (1...12).map {
      Entry.Button(id: ItemID("a.\($0)") ?? .defaultAction, title: "Action \($0)", destructive: false)
    }
    var rig = CenterRig([CenterRig.entry(1, "One", actions: actions)])
    rig.press(.enter)
    #expect(rig.screen.contains("[0] Action 10") && rig.screen.contains("     Action 11"))
    let twelfth = try #require(rig.lines.firstIndex { $0.contains("Action 12") })
    #expect(rig.state.picture.target(row: twelfth, column: 6) == nil)
    rig.type("o")
    #expect(rig.screen.contains("[b] Action 12"))
    rig.press(.up)
    #expect(rig.press(.enter) == [.call(.press(id(1), actions[11].id, text: nil))])
  }

  @Test(
    "What is pasted is text where something is typed, as much as there is room for, and nothing elsewhere")
  func pasting() {
    var rig = three()
    #expect(rig.send(.pasted("d1q")).isEmpty && rig.state.pages.isEmpty && rig.state.notice == nil)
    rig.type("/")
    rig.send(.pasted("one"))
    #expect(rig.state.list.search == "one" && rig.state.row?.name == .entry(id(1)))
    rig.press(.escape)
    rig.send(.clicked(.row(2)))
    rig.type("rAt ")
    rig.send(.pasted("noon"))
    #expect(rig.screen.contains("Reply: At noon"))
    rig.send(.pasted(String(repeating: "회", count: 2_000)))
    guard case .reply(_, _, _, let text)? = rig.state.prompt else {
      Issue.record("nothing is typed")
      return
    }
    #expect(text.utf8.count <= Limits.replyBytes && text.utf8.count > Limits.replyBytes - 3)
    rig.send(.away)
    rig.send(.pasted("x"))
    #expect(rig.state.prompt == .reply(id(2), Self.reply.id, title: "Reply", text: text))
  }

  @Test("A click while something is typed types nothing and presses nothing, but leaves where nobody answers")
  func clickWhileTyping() {
    var rig = three()
    rig.send(.clicked(.row(2)))
    rig.type("r")
    let typed = rig.state.prompt
    for target in [Target.key(.character("1")), .key(.escape), .row(1)] {
      #expect(rig.send(.clicked(target)).isEmpty && rig.state.prompt == typed)
    }
    rig.send(.away)
    #expect(rig.send(.clicked(.key(.character("q")))) == [.leave])
  }

  @Test("What is too long for a reply is not taken")
  func longReply() {
    var rig = three()
    rig.press(.down)
    rig.type("r" + String(repeating: "회", count: 2_000))
    guard case .reply(_, _, _, let text)? = rig.state.prompt else {
      Issue.record("nothing is typed")
      return
    }
    #expect(text.utf8.count <= Limits.replyBytes && text.utf8.count > Limits.replyBytes - 3)
  }

  @Test("A search goes with every key, Enter keeps what is found, Esc shows all again around the same one")
  func search() {
    var rig = three()
    rig.type("/one")
    #expect(rig.state.list.rows.count == 2 && rig.state.row?.name == .entry(id(1)))
    #expect(rig.press(.enter).isEmpty && rig.state.prompt == nil)
    #expect(rig.type("d") == [.call(.dismiss([id(1)]))])
    rig.press(.escape)
    #expect(rig.state.list.rows.count == 4 && rig.state.row?.name == .entry(id(1)))
    rig.type("/zzz")
    #expect(rig.screen.contains("Nothing matches"))
  }

  @Test("The whole text is opened, scrolled and closed, and closes by itself when it is gone")
  func page() {
    let body = (1...40).map { "line \($0)" }.joined(separator: "\n")
    var rig = CenterRig([CenterRig.entry(1, "One", body: body)], rows: 12)
    rig.press(.enter)
    #expect(rig.screen.contains("line 1\n") && !rig.screen.contains("line 40"))
    rig.press(.end)
    #expect(rig.screen.contains("line 40"))
    rig.press(.pageDown, .up)
    #expect(rig.screen.contains("line 39") && !rig.screen.contains("line 40"))
    rig.press(.escape)
    #expect(rig.state.pages.isEmpty)
    rig.press(.enter)
    rig.apply([], gone: [id(1)])
    #expect(rig.state.pages.isEmpty && rig.screen.contains("It is no longer in the list"))
  }

  @Test("An explanation is shown when it comes, and not once nobody waits for it any more")
  func explanation() {
    var rig = three()
    let why = DatedDecision(
      Decision(guideline: "delivery", effect: "shown", why: "It was shown."), at: CenterRig.clock.now)
    #expect(rig.type("e") == [.call(.explain(id(3)))])
    rig.send(.answered(.explained(id(3), [why], [])))
    #expect(rig.screen.contains("It was shown."))
    rig.press(.escape)
    rig.type("e")
    rig.send(.lockChanged)
    rig.apply(three().state.list.rows.isEmpty ? [] : [CenterRig.entry(3, "Three")])
    rig.send(.answered(.explained(id(3), [why], [])))
    #expect(!rig.screen.contains("It was shown."))
  }

  @Test("Settings are changed one after the other, and what an administrator has fixed is not")
  func settings() {
    var rig = three()
    let mail = AppID(literal: "org.example.Mail")
    var app = AppEntry(app: mail, name: "Mail", settings: EffectiveSettings(), unread: 3, held: 0)
    app.settings.authorization = .authorized
    app.locked = [AppSetting.sounds.key]
    #expect(rig.type("s") == [.call(.settings(mail))])
    rig.send(.answered(.settings(app)))
    #expect(rig.screen.contains("Settings of Mail") && rig.screen.contains("Notifications: allowed"))
    #expect(rig.type("2") == [.call(.change(mail, AppSettings(banners: false)))])
    app.settings.banners = false
    rig.send(.answered(.settings(app)))
    #expect(rig.screen.contains("> [2] Banners: off") && rig.state.pages.count == 1)
    #expect(rig.type("4").isEmpty && rig.screen.contains("fixed by an administrator"))
    rig.press(.escape)
    rig.send(.answered(.settings(app)))
    #expect(rig.state.pages.isEmpty)
  }

  @Test(
    "At the lock all that was told goes away at once: texts, pages, what was searched for and what was typed")
  func lock() {
    var rig = CenterRig([CenterRig.entry(1, "Ann", body: "The door code is blue", actions: [Self.reply])])
    rig.type("/door")
    rig.press(.enter, .enter)
    rig.type("rblue it is")
    #expect(rig.screen.contains("door code") && rig.screen.contains("blue it is"))
    rig.send(.lockChanged)
    #expect(rig.lines.dropFirst().dropLast().allSatisfy { $0.isEmpty })
    #expect(!rig.screen.contains("blue") && !rig.screen.contains("door"))
    rig.apply([CenterRig.entry(1, "Mail", body: "New message")], locked: true)
    #expect(rig.screen.contains("Screen locked") && rig.screen.contains("New message"))
    #expect(!rig.screen.contains("blue") && !rig.screen.contains("door"))
    rig.send(.lockChanged)
    rig.apply([CenterRig.entry(1, "Ann", body: "The door code is blue")])
    #expect(rig.screen.contains("door code") && !rig.screen.contains("locked"))
  }

  @Test(
    "A daemon that goes away leaves nothing to be seen; a reply goes on when it is back, but not past a lock")
  func daemonGone() {
    let entry = CenterRig.entry(1, "Ann", actions: [Self.reply])
    for locked in [false, true] {
      var rig = CenterRig([entry])
      rig.type("ryes")
      rig.send(.away)
      #expect(
        rig.screen.contains("waiting for it") && !rig.screen.contains("Ann") && !rig.screen.contains("yes"))
      #expect(rig.type("d").isEmpty)
      rig.apply([entry], locked: locked)
      #expect(rig.screen.contains("Ann") && rig.screen.contains("Reply: yes") == !locked)
      #expect(rig.state.notice == "The daemon is back")
      rig.send(.lockChanged)
      rig.apply([entry], locked: !locked)
      #expect(rig.state.notice == "The daemon is back")
    }
  }

  @Test("A click selects a line, another opens it, and one on an action presses it")
  func mouse() throws {
    var rig = three()
    let place = try #require(rig.lines.firstIndex { $0.contains("Two") })
    #expect(rig.state.picture.target(row: place, column: 40) == .row(2))
    rig.send(.clicked(.row(2)))
    #expect(rig.state.row?.name == .entry(id(2)) && rig.state.pages.isEmpty)
    rig.send(.clicked(.row(2)))
    #expect(rig.state.pages.count == 1)
    let button = try #require(rig.lines.firstIndex { $0.contains("[1] Archive") })
    #expect(rig.state.picture.target(row: button, column: 3) == .key(.character("1")))
    #expect(rig.state.picture.target(row: 0, column: 0) == nil)
  }

  @Test("What the daemon refuses is said until the next key")
  func refusal() {
    var rig = three()
    rig.send(.answered(.failed(.undo, "the daemon refuses this while the screen is locked")))
    #expect(rig.lines.last?.contains("the daemon refuses this") == true)
    rig.press(.down)
    #expect(rig.lines.last?.contains("refuses") == false)
    rig.send(.answered(.dismissed(2)))
    #expect(rig.lines.last == " Dismissed: 2; u brings back")
    rig.send(.answered(.dismissed(0)))
    #expect(rig.lines.last == " Nothing to dismiss: it is off the list already")
  }
}
