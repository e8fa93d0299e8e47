import Testing

@testable import Desktop

@Suite struct SwayWindowsTests {
  private static let trees: [(String, WindowFocus)] = [
    (#"{"focused":false,"nodes":[]}"#, .none),
    // An empty workspace has the focus itself.
    (#"{"nodes":[{"type":"workspace","focused":true,"pid":null,"nodes":[]}]}"#, .none),
    (
      #"{"nodes":[{"type":"workspace","focused":false,"nodes":[{"focused":true,"app_id":"foot","pid":12}]}]}"#,
      .named("foot", process: 12)
    ),
    // A container of several windows.
    (
      #"{"nodes":[{"type":"con","focused":true,"app_id":null,"nodes":[{"focused":false,"app_id":"a"}]}]}"#,
      .none
    ),
    (#"{"floating_nodes":[{"focused":true,"app_id":"org.example.Float"}]}"#, .named("org.example.Float")),
    // Xwayland's windows have a class instead.
    (
      #"{"focused":true,"app_id":null,"pid":9,"window":4194307,"window_properties":{"class":"XTerm","instance":"xterm","title":"t"}}"#,
      .named("XTerm", "xterm", process: 9)
    ),
    // i3 knows no process.
    (#"{"focused":true,"window":4194307,"window_properties":{"class":"XTerm"}}"#, .named("XTerm")),
    // Only the id that the sandbox vouches for counts: the rest is the app's own word.
    (
      #"{"focused":true,"pid":9,"app_id":"org.example.Bank","sandbox_app_id":"org.example.Mail"}"#,
      .named("org.example.Mail")
    ),
    (#"{"focused":true,"app_id":"mail","sandbox_app_id":""}"#, .named("mail")),
    (#"{"focused":true,"pid":9,"app_id":null}"#, .window(WindowIdentity(names: [], process: 9))),
    (#"{"focused":true,"pid":99999999999,"app_id":"a"}"#, .named("a")),
    (
      #"{"focused":true,"app_id":"\#(String(repeating: "a", count: 256))"}"#,
      .window(WindowIdentity(names: []))
    ),
    (
      #"{"type":"con","focused":true,"app_id":"mpv","fullscreen_mode":1,"inhibit_idle":true,"idle_inhibitors":{"user":"none","application":"enabled"}}"#,
      .named("mpv", fills: FullScreen(inhibitsIdle: true))
    ),
    (
      #"{"type":"floating_con","focused":true,"app_id":"mpv","fullscreen_mode":2,"inhibit_idle":false}"#,
      .named("mpv", fills: FullScreen(inhibitsIdle: false))
    ),
    // i3 knows nothing of idle.
    (
      #"{"type":"con","focused":true,"window":1,"window_properties":{"class":"mpv"},"fullscreen_mode":1}"#,
      .named("mpv", fills: FullScreen(inhibitsIdle: nil))
    ),
    // A container of windows fills the screen.
    (
      #"{"type":"con","fullscreen_mode":1,"nodes":[{"type":"con"},{"type":"con","fullscreen_mode":0,"focused":true,"app_id":"a","inhibit_idle":true}]}"#,
      .named("a", fills: FullScreen(inhibitsIdle: true))
    ),
    // The only one that fills the screen is another one.
    (
      #"{"nodes":[{"type":"con","fullscreen_mode":1,"app_id":"mpv","inhibit_idle":true},{"type":"con","focused":true,"app_id":"a"}]}"#,
      .named("a")
    ),
    // Every workspace has this mode.
    (
      #"{"type":"workspace","fullscreen_mode":1,"nodes":[{"type":"con","fullscreen_mode":0,"focused":true,"app_id":"a"}]}"#,
      .named("a")
    ),
    (#"{"type":"con","focused":true,"app_id":"a","fullscreen_mode":"1","inhibit_idle":1}"#, .named("a")),
    (#"[]"#, .none), (#"{"nodes":3}"#, .none), (#"{"focused":1}"#, .none),
  ]

  @Test(arguments: trees)
  func `the focused window of a tree is in front`(tree: String, focus: WindowFocus) throws {
    let json = try #require(SwayWindows.parse(Array(tree.utf8)))
    #expect(SwayWindows.focus(inTree: json) == focus)
  }

  @Test(arguments: [
    (#"{"nodes":[{"type":"workspace","fullscreen_mode":1,"nodes":[{"type":"con"}]}]}"#, false),
    (#"{"nodes":[{"type":"con","fullscreen_mode":1,"app_id":"a","nodes":[]}]}"#, false),
    (#"{"nodes":[{"type":"con","fullscreen_mode":0,"nodes":[{"type":"con"}]}]}"#, false),
    (#"{"floating_nodes":[{"type":"floating_con","fullscreen_mode":1,"nodes":[{"type":"con"}]}]}"#, true),
    (#"{"type":"con","nodes":[{"type":"con","fullscreen_mode":2,"nodes":[{"type":"con"}]}]}"#, true),
  ])
  func `a container that fills a screen is one of windows`(tree: String, fills: Bool) throws {
    let json = try #require(SwayWindows.parse(Array(tree.utf8)))
    #expect(SwayWindows.isContainerFullScreen(inTree: json) == fills)
  }

  private static let windowEvents: [(String, SwayWindows.Meaning)] = [
    (#"{"change":"focus","container":{"app_id":"a","pid":1}}"#, .focused(.named("a", process: 1))),
    (#"{"change":"focus","container":{"type":"workspace"}}"#, .focused(.none)),
    (#"{"change":"title","container":{"app_id":"a","pid":1,"focused":true}}"#, .nothing),
    (#"{"change":"close","container":{"app_id":"a","pid":1,"focused":true}}"#, .askTree),
    (#"{"change":"move","container":{"app_id":"a"}}"#, .askTree),
    (#"{"change":"fullscreen_mode","container":{"app_id":"a","fullscreen_mode":1}}"#, .askTree),
    (
      #"{"change":"focus","container":{"type":"con","app_id":"a","fullscreen_mode":1,"inhibit_idle":false}}"#,
      .focused(.named("a", fills: FullScreen(inhibitsIdle: false)))
    ),
    (#"{"change":"something new"}"#, .askTree), (#"{}"#, .askTree),
  ]

  @Test(arguments: windowEvents)
  func `an event of a window tells the focus, asks for the tree, or is passed over`(
    event: String, meaning: SwayWindows.Meaning
  ) throws {
    let json = try #require(SwayWindows.parse(Array(event.utf8)))
    #expect(SwayWindows.meaning(ofWindowEvent: json) == meaning)
  }

  @Test(arguments: [
    (#"{"change":"focus","current":{"name":"5","nodes":[]}}"#, SwayWindows.Meaning.askTree),
    (#"{"change":"reload"}"#, .askTree), (#"{"change":"init"}"#, .nothing),
    (#"{"change":"urgent"}"#, .nothing),
  ])
  func `another workspace may have another window`(event: String, meaning: SwayWindows.Meaning) throws {
    let json = try #require(SwayWindows.parse(Array(event.utf8)))
    #expect(SwayWindows.meaning(ofWorkspaceEvent: json) == meaning)
  }

  @Test func `a title that is no text hides no focus`() throws {
    let tree =
      Array(#"{"focused":true,"app_id":"a","name":""#.utf8) + [0xFF, 0xC0, 0xED, 0xA0, 0x80]
      + Array(#""}"#.utf8)
    let json = try #require(SwayWindows.parse(tree))
    #expect(SwayWindows.focus(inTree: json) == .named("a"))
  }

  @Test func `windows are found fifty containers deep, and no tree costs all of the stack`() throws {
    func tree(_ depth: Int) -> [UInt8] {
      let open = String(repeating: #"{"nodes":["#, count: depth)
      return Array((open + #"{"focused":true,"app_id":"a"}"# + String(repeating: "]}", count: depth)).utf8)
    }
    #expect(try SwayWindows.focus(inTree: #require(SwayWindows.parse(tree(50)))) == .named("a"))
    #expect(SwayWindows.parse(tree(100_000)) == nil)
  }

  @Test(arguments: ["", "{", "nonsense", "{\"a\":1}}"])
  func `what is no JSON is known as such`(text: String) {
    #expect(SwayWindows.parse(Array(text.utf8)) == nil)
  }
}
