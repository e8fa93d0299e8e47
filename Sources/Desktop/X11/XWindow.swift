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
