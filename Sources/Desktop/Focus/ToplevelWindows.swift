/// The windows that a compositor has announced. Changes of a window apply with its next `done` event.
///
/// Invariant: no more than `capacity` windows, with names no longer than a message of Wayland's.
struct ToplevelWindows<Handle: Hashable> {
  /// The value for "activated" in the array of a window's states.
  static var activated: UInt32 { 2 }
  /// The value for "fullscreen", which the protocol has since version 2.
  static var fullScreen: UInt32 { 3 }

  private struct Window {
    var name: String?
    var isActivated = false
    var isFullScreen = false
    var announcedName: String?
    var willBeActivated = false
    var willBeFullScreen = false
  }

  private let capacity: Int
  private var windows: [Handle: Window] = [:]
  /// The activated windows, the latest last: each seat has its own.
  private var activationOrder: [Handle] = []

  init(capacity: Int) { self.capacity = capacity }

  var focus: WindowFocus {
    guard let handle = activationOrder.last else { return .none }
    let window = windows[handle]
    // The protocol tells nothing of idle.
    let fullScreen = window?.isFullScreen == true ? FullScreen(inhibitsIdle: nil) : nil
    return .window(WindowIdentity(naming: [window?.name]), fullScreen)
  }

  /// Returns false when there is no room for one more.
  mutating func add(_ handle: Handle) -> Bool {
    guard windows.count < capacity else { return false }
    windows[handle] = Window()
    return true
  }

  mutating func name(_ handle: Handle, _ name: String) { windows[handle]?.announcedName = name }

  mutating func state(_ handle: Handle, isActivated: Bool, isFullScreen: Bool = false) {
    windows[handle]?.willBeActivated = isActivated
    windows[handle]?.willBeFullScreen = isFullScreen
  }

  mutating func done(_ handle: Handle) {
    guard var window = windows[handle] else { return }
    if window.willBeActivated != window.isActivated {
      activationOrder.removeAll { $0 == handle }
      if window.willBeActivated { activationOrder.append(handle) }
    }
    window.name = window.announcedName
    window.isActivated = window.willBeActivated
    window.isFullScreen = window.willBeFullScreen
    windows[handle] = window
  }

  mutating func remove(_ handle: Handle) {
    windows[handle] = nil
    activationOrder.removeAll { $0 == handle }
  }
}
