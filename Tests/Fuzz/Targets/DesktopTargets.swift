import TestSupport
import Varlink

@testable import Desktop

/// What compositors and the X server's authority file say.
let desktopTargets: [FuzzTarget] = [
  FuzzTarget(name: "i3-messages", parsers: ["Desktop/Focus/I3Message.swift"], check: checkI3Messages),
  FuzzTarget(name: "sway-windows", parsers: ["Desktop/Focus/SwayWindows.swift"], check: checkSwayWindows),
  FuzzTarget(
    name: "toplevel-windows", parsers: ["Desktop/Focus/ToplevelWindows.swift"], maximumLength: 512,
    check: checkToplevelWindows),
  FuzzTarget(
    name: "x-authority", parsers: ["Desktop/X11/XAuthority.swift"],
    check: { [file = AuthorityFile()] in try file.check($0) }),
]

// MARK: sway and i3

/// The first byte is the size of the pieces that the rest comes in. The messages are those that a reader of the whole
/// finds, the reader fails where no further message can come, and the messages' bytes are the input's.
@Sendable private func checkI3Messages(_ input: [UInt8]) throws {
  var choices = FuzzBytes(input)
  let size = 1 + choices.below(64)
  let bytes = choices.rest()
  var reader = I3MessageReader()
  var (messages, hasFailed) = ([I3Message](), false)
  do {
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let message = try reader.next() { messages.append(message) }
    }
  } catch {
    hasFailed = true
  }
  let written = messages.flatMap(\.bytes)
  try require(bytes.starts(with: written), "the messages read are \(written)")
  let rest = bytes.dropFirst(written.count)
  let magic = Array("i3-ipc".utf8)
  guard rest.starts(with: magic), rest.count >= 14 else {
    return try require(
      hasFailed != magic.starts(with: rest.prefix(magic.count)), "failed: \(hasFailed), at \(Array(rest))")
  }
  let length = rest.dropFirst(magic.count).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  let isTooLong = length > I3MessageReader.maximumLength
  try require(hasFailed == isTooLong, "failed: \(hasFailed), at a message of \(length) bytes")
  try require(isTooLong || rest.count < 14 + length, "a whole message is waited for")
}

/// JSON of windows: the focus is that of a node which has it, the names are those that identify an app, and events mean
/// what the table says.
@Sendable private func checkSwayWindows(_ bytes: [UInt8]) throws {
  guard let json = SwayWindows.parse(bytes) else { return }
  let candidates = focusedNodes(in: json).map { windowFocus($0.node, isInFullScreen: $0.isInFullScreen) }
  let focus = SwayWindows.focus(inTree: json)
  try require(
    candidates.isEmpty ? focus == .none : candidates.contains(focus), "\(focus), instead of \(candidates)")

  let change = text(json["change"])
  let expected: SwayWindows.Meaning =
    switch change {
    case "focus": .focused(json["container"].map { windowFocus($0, isInFullScreen: false) } ?? .none)
    case "title", "urgent", "mark": .nothing
    default: .askTree
    }
  let meaning = SwayWindows.meaning(ofWindowEvent: json)
  try require(meaning == expected, "a window's \(change ?? "change") means \(meaning)")
  let isOfWorkspace = ["focus", "move", "reload"].contains(change)
  try require(
    SwayWindows.meaning(ofWorkspaceEvent: json) == (isOfWorkspace ? .askTree : .nothing),
    "a workspace's \(change ?? "change") means something else")
}

/// The nodes with the focus, and whether a container around each fills the screen.
private func focusedNodes(in node: JSON, isInFullScreen: Bool = false) -> [(node: JSON, isInFullScreen: Bool)]
{
  let children = ["nodes", "floating_nodes"].flatMap { key -> [JSON] in
    if case .array(let nodes)? = node[key] { nodes } else { [] }
  }
  // A focused node's own children are not asked.
  return node["focused"] == .bool(true)
    ? [(node, isInFullScreen)]
    : children.flatMap { focusedNodes(in: $0, isInFullScreen: isInFullScreen || fillsScreen(node)) }
}

private func fillsScreen(_ node: JSON) -> Bool {
  let isContainer = ["con", "floating_con"].contains(text(node["type"]))
  if case .int(let mode)? = node["fullscreen_mode"] { return isContainer && mode != 0 }
  return false
}

private func text(_ value: JSON?) -> String? { if case .string(let text)? = value { text } else { nil } }

/// A node is a window if it has an app, a process or an X11 window. A verified name stands alone.
private func windowFocus(_ node: JSON, isInFullScreen: Bool) -> WindowFocus {
  func number(_ key: String) -> Int32? {
    if case .int(let number)? = node[key] { Int32(exactly: number) } else { nil }
  }
  let names = [
    text(node["app_id"]), text(node["window_properties"]?["class"]),
    text(node["window_properties"]?["instance"]),
  ]
  guard names[0] != nil || number("pid") != nil || number("window") != nil else { return .none }
  func known(_ names: [String?]) -> [String] {
    names.reduce(into: []) { known, name in
      guard let name, (1...255).contains(name.utf8.count), !known.contains(name) else { return }
      known.append(name)
    }
  }
  var fullScreen: FullScreen?
  if isInFullScreen || fillsScreen(node) {
    fullScreen = FullScreen(
      inhibitsIdle: node["inhibit_idle"] == .bool(true)
        ? true : node["inhibit_idle"] == .bool(false) ? false : nil)
  }
  if let verified = text(node["sandbox_app_id"]), verified != "" {
    return .window(WindowIdentity(names: known([verified]), process: nil), fullScreen)
  }
  return .window(WindowIdentity(names: known(names), process: number("pid")), fullScreen)
}

// MARK: Toplevels

/// Pairs of bytes are events of windows. The window in front is the one that became active last, by a plain account of
/// what was said and what is in force.
@Sendable private func checkToplevelWindows(_ input: [UInt8]) throws {
  struct Account {
    var said: (name: String?, isActive: Bool, isFull: Bool) = (nil, false, false)
    var name: String?
    var isFull = false
    /// The number of the event that made it active.
    var activeSince: Int?
  }
  let capacity = 5
  let names = ["foot", "", "org.example.Mail", String(repeating: "a", count: 256)]
  var windows = ToplevelWindows<Int>(capacity: capacity)
  var accounts: [Int: Account] = [:]
  var choices = FuzzBytes(input)
  for event in 0... {
    if choices.isEmpty { break }
    let handle = choices.below(8)
    switch choices.below(8) {
    case 0, 1:
      // A compositor never uses a handle twice at a time.
      guard accounts[handle] == nil else { continue }
      let isAdded = windows.add(handle)
      try require(isAdded == (accounts.count < capacity), "\(accounts.count) windows, and added: \(isAdded)")
      if isAdded { accounts[handle] = Account() }
    case 2:
      let name = choices.one(of: names)
      windows.name(handle, name)
      accounts[handle]?.said.name = name
    case 3, 4:
      let states = choices.below(4)
      let (isActive, isFull) = (states & 1 == 1, states & 2 == 2)
      windows.state(handle, isActivated: isActive, isFullScreen: isFull)
      accounts[handle]?.said.isActive = isActive
      accounts[handle]?.said.isFull = isFull
    case 5, 6:
      windows.done(handle)
      guard let account = accounts[handle] else { continue }
      accounts[handle]?.name = account.said.name
      accounts[handle]?.isFull = account.said.isFull
      accounts[handle]?.activeSince = account.said.isActive ? account.activeSince ?? event : nil
    default:
      windows.remove(handle)
      accounts[handle] = nil
    }
    let front = accounts.values.filter { $0.activeSince != nil }.max {
      ($0.activeSince ?? 0) < ($1.activeSince ?? 0)
    }
    let known = [front?.name].compactMap(\.self).filter { (1...255).contains($0.utf8.count) }
    let fullScreen = front?.isFull == true ? FullScreen(inhibitsIdle: nil) : nil
    let expected: WindowFocus =
      front == nil ? .none : .window(WindowIdentity(names: known, process: nil), fullScreen)
    try require(windows.focus == expected, "\(windows.focus) is in front, instead of \(expected)")
  }
}

// MARK: X11

/// A display's name and its authority file, parted by a line break. The cookie is the one that the file's entries have by
/// their order of precedence, and no display names a socket elsewhere.
private struct AuthorityFile: Sendable {
  private struct Entry {
    var family: Int
    /// Address, display's number, kind and data.
    var fields: [[UInt8]]
  }

  private let directory = TemporaryDirectory(inMemory: true)

  func check(_ input: [UInt8]) throws {
    let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    let file = parts.count == 2 ? Array(parts[1]) : []
    let path = "\(directory.path)/authority"
    try writeFile(file, to: path)
    let variables = ["DISPLAY": name, "XAUTHORITY": path]
    guard let address = XAddress(in: { variables[$0] }) else {
      return try require(name.utf8.count > 255, "\(name) is no display")
    }
    try checkSocket(address, name)
    let host = HostName.current
    try require(
      address.cookie?.data == address.number.flatMap { cookie(in: file, display: $0, host: host) },
      "another cookie for \(name)")
    for (display, host) in [("0", "host"), ("", ""), ("12", "h")] {
      try require(
        XCookie.find(in: file, display: display, host: host)?.data
          == cookie(in: file, display: display, host: host), "another cookie for \(display) at \(host)")
    }
  }

  private func checkSocket(_ address: XAddress, _ name: String) throws {
    let last =
      name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? "".utf8[...]
    let digits = last.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if let path = address.socketPath {
      try require(!digits.isEmpty, "\(name) is a display with a socket")
      try require(
        path == "/tmp/.X11-unix/X\(String(decoding: digits, as: UTF8.self))", "\(name) is at \(path)")
    }
    let isLocal = [":", "unix:"].contains { prefix in
      name.utf8.starts(with: prefix.utf8)
        && !name.utf8.dropFirst(prefix.utf8.count).contains(UInt8(ascii: ":"))
    }
    try require(
      (address.number != nil) == (isLocal && !digits.isEmpty),
      "\(name) has the number \(address.number ?? "none")")
  }

  private func cookie(in file: [UInt8], display: String, host: String) -> [UInt8]? {
    let fitting = entries(of: file).filter {
      ($0.fields[1].isEmpty || $0.fields[1] == Array(display.utf8))
        && $0.fields[2] == Array("MIT-MAGIC-COOKIE-1".utf8)
    }
    let own = fitting.first { $0.family == 256 && $0.fields[0] == Array(host.utf8) }
    let chosen = own ?? fitting.first { $0.family == 0xFFFF } ?? fitting.first { $0.family == 256 }
    return chosen?.fields[3]
  }

  private func entries(of file: [UInt8]) -> [Entry] {
    var (entries, place) = ([Entry](), 0)
    func number() -> Int? {
      guard place + 2 <= file.count else { return nil }
      defer { place += 2 }
      return Int(file[place]) * 256 + Int(file[place + 1])
    }
    while let family = number() {
      var entry = Entry(family: family, fields: [])
      for _ in 0..<4 {
        guard let length = number(), place + length <= file.count else { return entries }
        entry.fields.append(Array(file[place..<place + length]))
        place += length
      }
      entries.append(entry)
    }
    return entries
  }
}
