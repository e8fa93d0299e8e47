import Testing

@testable import Desktop

@Suite struct ToplevelWindowsTests {
  private var windows = ToplevelWindows<Int>(capacity: 3)

  private mutating func open(_ handle: Int, _ name: String, isActivated: Bool) {
    let isAdded = windows.add(handle)
    #expect(isAdded)
    windows.name(handle, name)
    windows.state(handle, isActivated: isActivated)
    windows.done(handle)
  }

  @Test mutating func `without windows, and without an active one, nothing is in front`() {
    #expect(windows.focus == .none)
    open(1, "a", isActivated: false)
    #expect(windows.focus == .none)
  }

  @Test mutating func `what is said of a window counts once it is done`() {
    open(1, "a", isActivated: true)
    windows.name(1, "b")
    windows.state(1, isActivated: false)
    #expect(windows.focus == .named("a"))
    windows.done(1)
    #expect(windows.focus == .none)
    windows.state(1, isActivated: true)
    windows.done(1)
    #expect(windows.focus == .named("b"))
  }

  @Test mutating func `a window fills the screen from its next word on`() {
    open(1, "a", isActivated: true)
    windows.state(1, isActivated: true, isFullScreen: true)
    #expect(windows.focus == .named("a"))
    windows.done(1)
    #expect(windows.focus == .named("a", fills: FullScreen(inhibitsIdle: nil)))
    // Another one in front of it does not.
    open(2, "b", isActivated: true)
    #expect(windows.focus == .named("b"))
    windows.remove(2)
    windows.state(1, isActivated: true)
    windows.done(1)
    #expect(windows.focus == .named("a"))
  }

  @Test mutating func `of several active windows the last to become so is in front`() {
    open(1, "a", isActivated: true)
    open(2, "b", isActivated: true)
    windows.done(1)
    #expect(windows.focus == .named("b"))
    windows.remove(2)
    #expect(windows.focus == .named("a"))
    windows.remove(1)
    #expect(windows.focus == .none)
  }

  @Test mutating func `a window without a name is in front as an unknown one`() {
    _ = windows.add(1)
    windows.state(1, isActivated: true)
    windows.done(1)
    #expect(windows.focus == .window(WindowIdentity(names: [])))
  }

  @Test mutating func `there is room for so many windows, and what is said of others is passed over`() {
    for handle in 1...3 { open(handle, "a", isActivated: false) }
    let isAdded = windows.add(4)
    #expect(!isAdded)
    windows.state(4, isActivated: true)
    windows.done(4)
    windows.remove(4)
    #expect(windows.focus == .none)
    windows.remove(1)
    open(4, "b", isActivated: true)
    #expect(windows.focus == .named("b"))
  }
}
