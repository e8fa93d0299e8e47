import Delivery
import NotificationModel
import TestSupport
import Testing

@Suite struct BadgeTests {
  private let mail = AppID.literal("org.example.Mail")
  private let chat = AppID.literal("org.example.Chat")

  private func hears(_ dock: ScriptedDock, _ badges: String...) async throws {
    try await eventually("\(badges)", holds: { dock.badges == badges })
  }

  @Test func `a number is shown, changed and taken away`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    desktop.monitor.perform(.badge(mail, count: 3))
    try await hears(dock, "org.example.Mail 3")
    desktop.monitor.perform(.badge(mail, count: 4))
    desktop.monitor.perform(.badge(mail, count: 0))
    try await hears(dock, "org.example.Mail 3", "org.example.Mail 4", "org.example.Mail -")
    #expect(dock.entries.last { $0.uri != nil }?.count == 0)
  }

  @Test func `each app speaks for itself, on a path and a connection of its own`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    desktop.monitor.perform(.badge(mail, count: 1))
    desktop.monitor.perform(.badge(chat, count: 2))
    try await eventually("two badges", holds: { dock.badges.count == 2 })
    desktop.monitor.perform(.badge(mail, count: 5))
    try await eventually("a third", holds: { dock.badges.last == "org.example.Mail 5" })
    let told = dock.entries.filter { $0.uri != nil }
    #expect(Set(told.map(\.sender)).count == 2)
    #expect(Set(told.map(\.path)).count == 2)
    #expect(told.allSatisfy { $0.path?.hasPrefix("/com/canonical/unity/launcherentry/") == true })
    #expect(told.last?.sender == told.first { $0.uri == told.last?.uri }?.sender)
  }

  @Test func `what an earlier process left behind is taken away`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    desktop.monitor.perform(.badge(chat, count: 0))
    try await hears(dock, "org.example.Chat -")
  }

  @Test func `no number is taken away by who speaks of another app`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    let apps = (0..<5).map { AppID.literal("org.example.App\($0)") }
    // Before there is a connection, and once there is one.
    for app in apps.prefix(3) { desktop.monitor.perform(.badge(app, count: 0)) }
    try await desktop.waits(for: .limited, about: .badges)
    for app in apps.suffix(2) { desktop.monitor.perform(.badge(app, count: 0)) }
    try await eventually("five badges", holds: { dock.badges.count == 5 })
    #expect(Set(dock.badges) == Set(apps.map { "\($0.text) -" }))
    #expect(Set(dock.entries.compactMap { $0.uri == nil ? nil : $0.sender }).count == 5)
    try await eventually("five senders gone", holds: { dock.entries.count { $0.left != nil } == 5 })
  }

  @Test func `what the bus had no room for is told once it has`() async throws {
    // The dock, the monitor, and one more.
    let bus = try await PrivateBus(connections: 3)
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    try await desktop.waits(for: .limited, about: .badges)
    desktop.monitor.perform(.badge(mail, count: 1))
    try await hears(dock, "org.example.Mail 1")
    desktop.monitor.perform(.badge(chat, count: 2))
    desktop.monitor.perform(.badge(mail, count: 0))
    try await hears(dock, "org.example.Mail 1", "org.example.Mail -", "org.example.Chat 2")
  }

  @Test func `a dock that appears is told what there is`() async throws {
    let bus = try await PrivateBus()
    let first = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    try await desktop.waits(for: .limited, about: .badges)
    desktop.monitor.perform(.badge(mail, count: 3))
    desktop.monitor.perform(.badge(chat, count: 1))
    desktop.monitor.perform(.badge(chat, count: 0))
    try await eventually("both apps", holds: { first.badges.contains("org.example.Mail 3") })
    let second = try await ScriptedDock(on: bus)
    second.own()
    try await hears(second, "org.example.Mail 3")
    try await desktop.waits(for: .works, about: .badges)
    second.disown()
    try await desktop.waits(for: .limited, about: .badges)
  }

  @Test func `a bus that comes late, or comes again, is told what there is`() async throws {
    let bus = try await PrivateBus()
    bus.stop()
    let desktop = try DesktopRig(on: bus)
    try await desktop.waits(for: .missing, about: .badges)
    desktop.monitor.perform(.badge(mail, count: 3))
    desktop.monitor.perform(.badge(chat, count: 0))
    try await bus.start()
    // The dock may be there before or after the connection.
    let first = try await ScriptedDock(on: bus)
    first.own()
    try await eventually("a badge", holds: { first.badges.contains("org.example.Mail 3") })
    bus.stop()
    try await desktop.waits(for: .missing, about: .badges)
    desktop.monitor.perform(.badge(mail, count: 4))
    try await bus.start()
    let second = try await ScriptedDock(on: bus)
    second.own()
    try await eventually("a badge", holds: { second.badges.contains("org.example.Mail 4") })
    #expect(!second.badges.contains("org.example.Mail 3"))
  }

  @Test func `at the end nothing is left on any icon, and nobody on the bus`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    desktop.monitor.perform(.badge(mail, count: 3))
    desktop.monitor.perform(.badge(chat, count: 1))
    try await eventually("two badges", holds: { dock.badges.count == 2 })
    desktop.monitor.stop()
    try await eventually("two senders gone", holds: { dock.entries.count { $0.left != nil } == 2 })
    #expect(Set(dock.badges.suffix(2)) == ["org.example.Mail -", "org.example.Chat -"])
    let last = dock.entries.suffix(4)
    #expect(Set(last.compactMap(\.left)) == Set(last.compactMap(\.sender)))
  }

  @Test func `more apps than any dock has room for wait for one another`() async throws {
    let bus = try await PrivateBus()
    let dock = try await ScriptedDock(on: bus)
    let desktop = try DesktopRig(on: bus)
    // Before there is a bus, no app comes before another.
    try await desktop.waits(for: .limited, about: .badges)
    let apps = (100..<170).map { AppID.literal("org.example.App\($0)") }
    for app in apps { desktop.monitor.perform(.badge(app, count: 1)) }
    try await eventually("the first", holds: { dock.badges.count == 64 })
    for app in apps.prefix(10) { desktop.monitor.perform(.badge(app, count: 0)) }
    try await eventually("the others", holds: { dock.badges.count { $0.hasSuffix(" 1") } == 70 })
    #expect(Set(dock.badges).count == 80)
  }
}
