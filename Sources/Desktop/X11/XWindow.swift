import CXCB

/// What a window on X11 says of itself.
struct XWindow: Hashable {
  var names: [String]
  var process: Int32?
  /// The desktop's background or a panel: no app's window.
  var isPartOfDesktop: Bool
  /// The window that it stands for, where it does not say more itself.
  var principal: UInt32?

  static let properties: [XAtom] = [
    .gtkApplication, .kdeDesktopFile, .desktopFile, .bamfDesktopFile, .windowClass, .process, .transientFor,
    .machine, .leader, .windowType,
  ]
  private static let mostNames = 8
  private static let nameBound = 255

  /// From the answers about `properties`, in their order. `host`: what this machine is called. `isAtom` tells a
  /// number of the server's by its name.
  init(_ answers: ArraySlice<XProperty?>, host: String, isAtom: (UInt32, XAtom) -> Bool) {
    let found = Dictionary(
      zip(Self.properties, answers).compactMap { atom, answer in answer.map { (atom, $0) } }
    ) { first, _ in first }
    names = [XAtom.gtkApplication, .kdeDesktopFile, .desktopFile, .bamfDesktopFile, .windowClass]
      .flatMap { found[$0]?.texts ?? [] }
      .filter { !$0.isEmpty && $0.utf8.count <= Self.nameBound }
    names = Array(names.prefix(Self.mostNames))
    // Another machine's, or a container's with a name of its own, counts its processes for itself.
    let isHere = found[.machine].map { $0.texts.first == host } ?? true
    process = found[.process]?.numbers.first.flatMap { Int32(exactly: $0) }
      .flatMap { isHere && $0 > 0 ? $0 : nil }
    let kinds = found[.windowType]?.numbers ?? []
    isPartOfDesktop = kinds.contains { isAtom($0, .desktop) || isAtom($0, .dock) }
    principal = found[.transientFor]?.window ?? found[.leader]?.window
  }
}

/// The names that are asked about.
enum XAtom: String, CaseIterable, Sendable {
  // Of the root.
  case activeWindow = "_NET_ACTIVE_WINDOW"
  case windowManager = "_NET_SUPPORTING_WM_CHECK"
  // Of a window.
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
  // Kinds of windows.
  case desktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
  case dock = "_NET_WM_WINDOW_TYPE_DOCK"
}

/// A property as it came, its length bounded by what was asked for.
struct XProperty: Hashable {
  /// Texts, which end with a zero or with the property; of bytes.
  private(set) var texts: [String] = []
  /// Numbers, which may stand for windows or atoms; of words.
  private(set) var numbers: [UInt32] = []

  /// `nil` where the window has no such property, or one of another kind.
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

  /// The window that it names; `nil` for none.
  var window: UInt32? { numbers.first.flatMap { $0 == 0 ? nil : $0 } }
}
