import CXCB

/// The properties of an X11 window that identify its app.
struct XWindow: Hashable {
  var names: [String]
  var process: Int32?
  /// Whether the window is the desktop's background or a panel, and so belongs to no app.
  var isPartOfDesktop: Bool
  var isFullScreen: Bool
  /// The window that this one belongs to (`WM_TRANSIENT_FOR`, else the client's leader); asked when this one names no
  /// app.
  var principal: UInt32?

  static let properties: [XAtom] = [
    .gtkApplication, .kdeDesktopFile, .desktopFile, .bamfDesktopFile, .windowClass, .process, .transientFor,
    .machine, .leader, .windowType, .state,
  ]
  private static let mostNames = 8
  private static let nameBound = 255

  /// `answers`: the values of `properties`, in the same order. `host`: this machine's name. `isAtom`: whether a number
  /// is the server's number for an atom.
  init(_ answers: ArraySlice<XProperty?>, host: String, isAtom: (UInt32, XAtom) -> Bool) {
    let found = Dictionary(
      zip(Self.properties, answers).compactMap { atom, answer in answer.map { (atom, $0) } }
    ) { first, _ in first }
    names = [XAtom.gtkApplication, .kdeDesktopFile, .desktopFile, .bamfDesktopFile, .windowClass]
      .flatMap { found[$0]?.texts ?? [] }
      .filter { !$0.isEmpty && $0.utf8.count <= Self.nameBound }
    names = Array(names.prefix(Self.mostNames))
    // Process ids of another machine, or of a container with its own host name, mean nothing here.
    let isHere = found[.machine].map { $0.texts.first == host } ?? true
    process = found[.process]?.numbers.first.flatMap { Int32(exactly: $0) }
      .flatMap { isHere && $0 > 0 ? $0 : nil }
    let kinds = found[.windowType]?.numbers ?? []
    isPartOfDesktop = kinds.contains { isAtom($0, .desktop) || isAtom($0, .dock) }
    isFullScreen = (found[.state]?.numbers ?? []).contains { isAtom($0, .fullScreen) }
    principal = found[.transientFor]?.window ?? found[.leader]?.window
  }
}

/// The atoms that are interned at the server.
enum XAtom: String, CaseIterable, Sendable {
  // Properties of the root window.
  case activeWindow = "_NET_ACTIVE_WINDOW"
  case windowManager = "_NET_SUPPORTING_WM_CHECK"
  // Properties of any window.
  case gtkApplication = "_GTK_APPLICATION_ID"
  case kdeDesktopFile = "_KDE_NET_WM_DESKTOP_FILE"
  case desktopFile = "_NET_WM_DESKTOP_FILE"
  case bamfDesktopFile = "_BAMF_DESKTOP_FILE"
  case windowClass = "WM_CLASS"
  case process = "_NET_WM_PID"
  case machine = "WM_CLIENT_MACHINE"
  case transientFor = "WM_TRANSIENT_FOR"
  case leader = "WM_CLIENT_LEADER"
  case windowType = "_NET_WM_WINDOW_TYPE"
  case state = "_NET_WM_STATE"
  // Values of the window type.
  case desktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
  case dock = "_NET_WM_WINDOW_TYPE_DOCK"
  // A value of the window's state.
  case fullScreen = "_NET_WM_STATE_FULLSCREEN"
}

/// A window's property, at most as long as the request allowed.
struct XProperty: Hashable {
  /// The texts of a property with 8-bit format; each ends with a zero or with the property.
  private(set) var texts: [String] = []
  /// The numbers of a property with 32-bit format: windows, atoms or counts.
  private(set) var numbers: [UInt32] = []

  /// `nil` if the window has no such property, or one of another format.
  init?(_ reply: UnsafeMutablePointer<xcb_get_property_reply_t>) {
    let length = Int(xcb_get_property_value_length(reply))
    guard length > 0, let value = xcb_get_property_value(reply) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: value, count: length)
    switch reply.pointee.format {
    case 8: self.init(bytes: Array(bytes))
    case 32:
      self.init(
        numbers: (0..<length / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) })
    default: return nil
    }
  }

  init(bytes: [UInt8]) { texts = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
  init(numbers: [UInt32]) { self.numbers = numbers }

  /// The window that the property names; `nil` if its number is 0.
  var window: UInt32? { numbers.first.flatMap { $0 == 0 ? nil : $0 } }
}
