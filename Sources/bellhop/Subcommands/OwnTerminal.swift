import EventLoop
import Glibc
import NotificationModel

/// A process as `/proc/PID/stat` has it.
struct ProcessLine: Hashable {
  /// The program's name, of which the kernel keeps 15 bytes.
  let name: String
  let parent: Int32
  /// The number of its controlling terminal; 0 without one.
  let terminal: Int32

  init(name: String, parent: Int32, terminal: Int32) {
    (self.name, self.parent, self.terminal) = (name, parent, terminal)
  }

  /// The program's name stands in brackets, and can itself hold brackets and blanks.
  init?(_ text: String) {
    guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else {
      return nil
    }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 4, let parent = Int32(fields[1]), let terminal = Int32(fields[4]) else { return nil }
    self.init(name: String(text[text.index(after: start)..<end]), parent: parent, terminal: terminal)
  }
}

/// The terminal that this process runs in, among the processes above it.
struct OwnTerminal: Sendable {
  /// The most processes between a terminal and a command of its shell.
  private static let mostAbove = 64
  private static let mostThreads = 4_096

  let process: Int32
  let line: @Sendable (Int32) -> ProcessLine?
  /// The processes that another has started; `nil` if the kernel does not tell.
  let children: @Sendable (Int32) -> [Int32]?

  static let present = OwnTerminal(
    process: getpid(),
    line: { SmallFile.text(of: "/proc/\($0)/stat").flatMap(ProcessLine.init) },
    children: { process in
      // Of each thread: a terminal may start its shells from any.
      let tasks = open("/proc/\(process)/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard tasks >= 0, let threads = try? FileDescriptor(owning: tasks).names(atMost: mostThreads) else {
        return nil
      }
      var found: [Int32] = []
      for thread in threads {
        guard let text = SmallFile.text(of: "/proc/\(process)/task/\(thread)/children") else { return nil }
        found += text.split(separator: " ").compactMap { Int32($0) }
      }
      return found
    })

  /// Whether a window of the process `front` shows this terminal for certain: it is known as a terminal, is above this
  /// process, and has no other terminal, in a further window or behind a tab. An editor can hide the terminal within it.
  /// tmux, screen and ssh run what is in them below processes of their own, and a terminal within a terminal is another
  /// one.
  func isShown(by front: Int32) -> Bool {
    guard let own = line(process)?.terminal, own != 0, let outer = line(front),
      SharedPlaces.isTerminal(outer.name), let children = children(front)
    else { return false }
    let others = Set(children.compactMap { line($0)?.terminal }).subtracting([0, outer.terminal])
    return others == [own] && isBelow(front)
  }

  private func isBelow(_ front: Int32) -> Bool {
    var above = process
    for _ in 0..<Self.mostAbove {
      guard above > 1, let parent = line(above)?.parent else { return false }
      if parent == front { return true }
      above = parent
    }
    return false
  }
}
