import TestSupport
import Testing

@testable import bellhop

/// Lines that start a notification server past bellhop-bus.
struct CompositorLinesTests {
  private func remedies(_ text: String, _ servers: [String] = CompositorLines.servers) -> [String] {
    CompositorLines.lines(of: text, in: "config", servers: servers).map(\.remedy)
  }

  @Test(
    "A line that runs a server is found, however it does so",
    arguments: [
      ("exec mako", "exec bellhop-bus exec -- mako"),
      (
        "  exec_always --no-startup-id /usr/bin/dunst -conf x",
        "exec_always --no-startup-id bellhop-bus exec -- /usr/bin/dunst -conf x"
      ),
      ("exec-once = swaync", "exec-once = bellhop-bus exec -- swaync"),
      ("exec-once=swaync", "exec-once=bellhop-bus exec -- swaync"),
      (#"exec "pkill mako; mako""#, #"exec "pkill mako; bellhop-bus exec -- mako""#),
      ("exec sh -c 'LANG=C exec dunst'", "exec sh -c 'LANG=C exec bellhop-bus exec -- dunst'"),
      ("exec sleep 1 && dunst &", "exec sleep 1 && bellhop-bus exec -- dunst &"),
    ])
  func found(line: String, remedy: String) { #expect(remedies(line) == [remedy]) }

  @Test(
    "A line that runs none, or runs it behind bellhop-bus, is not",
    arguments: [
      "# exec mako", "exec bellhop-bus exec -- mako", "exec killall dunst", "exec dunstctl close", "mako",
      "bindsym $mod+n exec makoctl dismiss", "exec", "exec foot -e dunst", "",
    ])
  func notFound(line: String) { #expect(remedies(line) == []) }

  @Test("A server that nobody has heard of is found where it is the person's own")
  func other() {
    #expect(remedies("exec my-server") == [])
    #expect(remedies("exec my-server", ["my-server"]) == ["exec bellhop-bus exec -- my-server"])
  }

  @Test("Of each program the file that it reads is looked at, and those beside it")
  func files() throws {
    let directory = TemporaryDirectory()
    let home = directory.path
    let environment = try #require(SessionEnvironment { ["HOME": home][$0] })
    for (name, line) in [
      (".config/sway/config", "exec mako"), (".config/sway/config.d/autostart", "set $a b\nexec dunst"),
      (".i3/config", "exec dunst"), (".config/hypr/hyprland.conf", "exec-once = mako"),
      (".config/hypr/notes.txt", "exec mako"),
    ] { directory.write(name, (line + "\n").utf8) }
    let found = CompositorLines.found(environment).map { "\($0.path.dropFirst(home.count + 1)):\($0.number)" }
    #expect(
      found == [
        ".config/sway/config:1", ".config/sway/config.d/autostart:2", ".i3/config:1",
        ".config/hypr/hyprland.conf:1",
      ])
  }
}
