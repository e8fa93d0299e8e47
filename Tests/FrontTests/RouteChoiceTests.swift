import NotificationModel
import Testing

@testable import Front

@Suite("Where the server is to be found")
struct RouteChoiceTests {
  private var choice = RouteChoice(path: "/run/bus")

  @Test("Behind bellhop-bus, whether one is there yet or not")
  mutating func behind() {
    #expect(choice.route == .behind(path: "/run/bus") && choice.server == nil && choice.doubtful == [])
    choice.behind = ":1.5"
    choice.shellIs("org.gnome.Shell", ":1.2")
    #expect(choice.route == .behind(path: "/run/bus") && choice.server == ":1.5" && choice.unknown == [])
  }

  @Test("At a shell's own name where it serves, which is asked first", arguments: ServiceNames.shells)
  mutating func shell(_ name: String) {
    choice.shellIs(name, ":1.2")
    #expect(choice.route == nil && choice.server == nil && choice.unknown == [":1.2"])
    choice.found(":1.2", serves: true)
    #expect(choice.route == .named(name) && choice.server == ":1.2")
    choice.shellIs(name, ":1.9")
    #expect(choice.unknown == [":1.9"], "another one is asked again")
    choice.shellIs(name, nil)
    #expect(choice.route == .behind(path: "/run/bus"))
  }

  @Test("A shell that does not serve yet is asked again")
  mutating func starting() {
    choice.shellIs("org.kde.plasmashell", ":1.2")
    choice.found(":1.2", serves: false)
    #expect(choice.route == .behind(path: "/run/bus") && choice.doubtful == [":1.2"])
    choice.found(":1.2", serves: true)
    #expect(choice.route == .named("org.kde.plasmashell") && choice.doubtful == [])
  }

  @Test("Where one without a name is, for as long as it is there and serves")
  mutating func nameless() {
    choice.isNameless(":1.4")
    #expect(choice.unknown == [":1.4"])
    choice.found(":1.4", serves: true)
    #expect(choice.route == .named(":1.4") && choice.server == ":1.4")
    choice.isGone(":1.3")
    #expect(choice.route == .named(":1.4"))
    choice.isGone(":1.4")
    #expect(choice.route == .behind(path: "/run/bus"))
  }

  @Test("Of several without a name, the newest that serves")
  mutating func several() {
    for name in [":1.4", ":1.5", ":1.6"] { choice.isNameless(name) }
    #expect(choice.unknown == [":1.6", ":1.5", ":1.4"])
    choice.found(":1.6", serves: false)
    #expect(choice.route == nil, "the next is not known yet")
    for name in [":1.4", ":1.5"] { choice.found(name, serves: true) }
    #expect(choice.route == .named(":1.5"))
    choice.shellIs("org.gnome.Shell", ":1.2")
    choice.found(":1.2", serves: true)
    #expect(choice.route == .named("org.gnome.Shell"), "a shell comes first")
  }

  @Test("What an unknown one answers is not remembered")
  mutating func unknown() {
    choice.found(":1.7", serves: true)
    choice.isNameless(":1.7")
    #expect(choice.route == nil)
  }
}
