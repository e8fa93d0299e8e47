import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite struct HyprlandTests {
  private static let events: [(String, WindowFocus?)] = [
    ("activewindow>>foot,a title", .named("foot")),
    ("activewindow>>foot,a, title>>with, commas", .named("foot")),
    ("activewindow>>foot,", .named("foot")), ("activewindow>>foot,\u{301}a mark", .named("foot")),
    ("activewindow>>,", WindowFocus.none),
    ("activewindow>>,a title and no class", .window(WindowIdentity(names: []))),
    ("activewindow>>foot", nil), ("activewindow>>", nil), ("activewindow", nil), ("", nil),
    ("activewindowv2>>5612a8c0", nil), ("workspace>>2", nil), ("closewindow>>5612a8c0", nil),
    ("windowtitle>>activewindow>>foot,", nil),
  ]

  @Test(arguments: events)
  func `of the events those of the active window count`(line: String, focus: WindowFocus?) {
    #expect(HyprlandWindows.focus(inEvent: Array(line.utf8)) == focus)
  }

  private static let answers: [(String, WindowFocus?)] = [
    (#"{"address":"0x1","class":"foot","title":"t","pid":12,"at":[0,0]}"#, .named("foot")),
    (#"{"class":"","title":"t"}"#, .window(WindowIdentity(names: []))),
    ("{}", WindowFocus.none), ("", nil), ("unknown request", nil), ("[]", nil), (#"{"title":"t"}"#, nil),
  ]

  @Test(arguments: answers)
  func `the answer tells the active window, or that there is none`(answer: String, focus: WindowFocus?) {
    #expect(HyprlandWindows.focus(inAnswer: Array(answer.utf8)) == focus)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `lines are the same in whatever pieces they come`(size: Int) throws {
    let bytes = Array("one\n\ntwo and more\nthe rest".utf8)
    var reader = LineReader()
    var lines: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += try reader.lines(with: Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(lines == ["one", "", "two and more"].map { Array($0.utf8) })
  }

  @Test func `a line that does not end is given up`() throws {
    var reader = LineReader()
    _ = try reader.lines(with: [UInt8](repeating: 0x41, count: LineReader.longestLine))
    #expect(throws: LineReader.TooLong.self) { try reader.lines(with: [0x41]) }
  }

  @Test func `a line that is too long is given up, also when it comes with its end`() {
    var reader = LineReader()
    let line = [UInt8](repeating: 0x41, count: LineReader.longestLine + 1)
    #expect(throws: LineReader.TooLong.self) { try reader.lines(with: line + [0x0A]) }
  }

  // MARK: With a socket

  private func listener(_ runtime: String, signature: String?) throws -> FocusListener {
    let variables: SessionVariables = { name in
      switch name {
      case "XDG_RUNTIME_DIR": runtime
      case "HYPRLAND_INSTANCE_SIGNATURE": signature
      default: nil
      }
    }
    return try FocusListener { HyprlandFocus(variables: variables, $0) }
  }

  @Test(arguments: ["one", nil])
  func `the active window is asked for at first, and then followed`(signature: String?) async throws {
    let directory = TemporaryDirectory()
    let hyprland = try await ScriptedHyprland(
      "one", in: directory.path, answer: #"{"class":"foot","title":"t"}"#)
    let listener = try listener(directory.path, signature: signature)
    try await listener.waits(for: .named("foot"))
    try await hyprland.waitsForFollower()
    // An open request stops the compositor.
    try await eventually("the end of the request", holds: { hyprland.requests.contains("hung up") })
    #expect(hyprland.requests.contains("asked j/activewindow"))
    hyprland.send(#"workspace>>2\nactivewindow>>org.example.One,a, title\nactivewindowv2>>5612\n"#)
    try await listener.waits(for: .named("org.example.One"))
    hyprland.send(#"activewindow>>org.exam"#)
    hyprland.send(#"ple.Two,\xff\xfe\n"#)
    try await listener.waits(for: .named("org.example.Two"))
    hyprland.send(#"activewindow>>,\n"#)
    try await listener.waits(for: .none)
    #expect(listener.reports.count == 5)
  }

  @Test func `an event is newer than the first answer, and does not wait for it`() async throws {
    let directory = TemporaryDirectory()
    let hyprland = try await ScriptedHyprland("one", in: directory.path, answer: nil)
    let listener = try listener(directory.path, signature: "one")
    try await hyprland.waitsForFollower()
    #expect(listener.reports == [.unknown])
    hyprland.send(#"activewindow>>org.example.One,t\n"#)
    try await listener.waits(for: .named("org.example.One"))
    try await eventually("the end of the request", holds: { hyprland.requests.contains("hung up") })
  }

  @Test func `one that ends is unknown at once, and its successor is found under its own name`() async throws
  {
    let directory = TemporaryDirectory()
    let first = try await ScriptedHyprland("one", in: directory.path, answer: #"{"class":"foot"}"#)
    let listener = try listener(directory.path, signature: "one")
    try await listener.waits(for: .named("foot"))
    first.kill()
    try await listener.waits(for: .unknown)
    let second = try await ScriptedHyprland("two", in: directory.path, answer: "{}")
    try await listener.waits(for: .none)
    second.kill()
  }

  @Test(arguments: [#"nonsense"#, #"{"class":"#])
  func `one that answers nonsense is unknown, and asked again later`(answer: String) async throws {
    let directory = TemporaryDirectory()
    let hyprland = try await ScriptedHyprland("one", in: directory.path, answer: answer)
    let listener = try listener(directory.path, signature: "one")
    try await eventually(
      "a second question", holds: { hyprland.requests.split(separator: "asked").count > 2 })
    #expect(listener.reports == [.unknown])
  }
}
