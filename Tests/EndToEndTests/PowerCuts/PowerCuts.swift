import TestSupport

/// The power cuts during a recorded life, and what a start has to find after each.
struct PowerCuts: Sendable {
  /// What there is before the first step, all of it kept.
  let start: [String: [UInt8]?]
  let steps: [DiskStep]
  /// Whether a start may find a database that it sets aside.
  var maySetAside = false

  /// A cut behind so many steps.
  struct Cut: CustomStringConvertible, Sendable {
    let steps: Int
    /// Nil for a kill, which loses nothing.
    let loss: DiskLoss?
    let last: DiskStep?

    var description: String {
      let place = "behind step \(steps), \(last.map { "\($0.summary)" } ?? "the beginning")"
      return loss.map { "a power cut \(place), that loses \($0)" } ?? "a kill \(place)"
    }
  }

  struct Failure: Error, CustomStringConvertible, Sendable {
    let cut: Cut
    let reason: String
    var description: String { "\(cut): \(reason)" }
  }

  struct Tally: Sendable {
    var cuts = 0
    var failures: [Failure] = []
  }

  /// What a start finds behind so many steps where nothing is lost.
  private struct Stored {
    let rows: String
    /// How many steps lie before the last answer.
    let answered: Int
    /// Files of root's by then.
    let left: Set<String>
  }

  private var stored: [Stored] = []
  /// Whole files, by their path.
  private var whole: [String: [UInt8]] = [:]
  /// The numbers of steps behind which two changes or more are not synced.
  private var unsynced: [Int] = []
  /// The files behind the last step.
  private(set) var end: [String: [UInt8]?] = [:]

  /// Throws where a start after a kill finds something half. Whether it finds all that was answered, the rows tell.
  init(start: [String: [UInt8]?], steps: [DiskStep], maySetAside: Bool = false) throws {
    (self.start, self.steps, self.maySetAside) = (start, steps, maySetAside)
    try walk { disk, count in
      for (path, bytes) in disk.now where Self.isWhole(path) { whole[path] = bytes }
      if disk.unsynced > 1 { unsynced.append(count) }
      end = disk.now
    }
    let next = NextStart()
    var answered = 0
    var left: Set<String> = []
    try walk { disk, count in
      let tree = disk.now
      if count > 0, steps[count - 1].isAnswer {
        answered = count
        left = Set(tree.keys.filter { $0.hasPrefix("spool/") && Self.isWhole($0) })
      }
      let found = try next.found(in: tree)
      stored.append(Stored(rows: found.rows, answered: answered, left: left))
      if let reason = fault(of: found, in: tree, behind: count) {
        throw Failure(cut: cut(behind: count, nil), reason: reason)
      }
    }
  }

  /// As if a process had made these directories of the beginning, and been killed before it synced any name.
  func making(_ directories: [String]) throws -> PowerCuts {
    try PowerCuts(
      start: start.filter { !directories.contains($0.key) },
      steps: directories.map(DiskStep.makeDirectory) + steps, maySetAside: maySetAside)
  }

  /// A picture, or a file of root's under its own name: each is written once.
  private static func isWhole(_ path: String) -> Bool {
    path.hasPrefix("state/images/")
      || path.hasPrefix("spool/") && path.split(separator: "/").last?.first != "."
  }

  /// Before the first step, and behind each.
  private func walk(_ body: (Disk, Int) throws -> Void) throws {
    var disk = try Disk(start)
    try body(disk, 0)
    for (index, step) in steps.enumerated() {
      try disk.apply(step)
      try body(disk, index + 1)
    }
  }

  // MARK: Cuts

  /// What is stored behind so many steps where nothing is lost.
  var rows: [String] { stored.map(\.rows) }

  /// The numbers of steps that end with an answer.
  var answers: [Int] { steps.indices.filter { steps[$0].isAnswer }.map { $0 + 1 } }

  /// Every cut with every single loss. With a `stride`, every loss of names, and of the others every second one, every
  /// third, and so on.
  func each(_ stride: Int = 1) async throws -> Tally {
    try await check { [steps] disk, count, number in
      let (last, next) = (count > 0 ? steps[count - 1] : nil, count < steps.count ? steps[count] : nil)
      return disk.losses(after: last, before: next).filter { loss in
        switch loss {
        case .name, .names: return true
        default:
          number += 1
          return number % stride == 0
        }
      }
    }
  }

  /// So many cuts with several losses, by seed.
  func random(_ count: Int, seed: UInt64) async throws -> Tally {
    let places = Dictionary(uniqueKeysWithValues: zip(unsynced, 0...))
    return try await check { _, step, _ in
      guard let place = places[step] else { return [] }
      let first = count * place / places.count
      return (first..<(count * (place + 1) / places.count)).map { .random(seed: seed &+ UInt64($0)) }
    }
  }

  /// Two tasks try every second cut each.
  private func check(
    _ losses: @escaping @Sendable (Disk, Int, inout Int) -> [DiskLoss]
  ) async throws -> Tally {
    let tasks = 2
    return try await withThrowingTaskGroup(of: Tally.self) { group in
      for task in 0..<tasks {
        group.addTask {
          let next = NextStart()
          var tally = Tally()
          var number = 0
          var turn = 0
          try walk { disk, count in
            for loss in losses(disk, count, &number) {
              turn += 1
              guard turn % tasks == task else { continue }
              tally.cuts += 1
              if let reason = failure(behind: count, disk.remains(after: loss), next) {
                tally.failures.append(Failure(cut: cut(behind: count, loss), reason: reason))
              }
            }
          }
          return tally
        }
      }
      return try await group.reduce(into: Tally()) {
        $0.cuts += $1.cuts
        $0.failures += $1.failures
      }
    }
  }

  private func cut(behind count: Int, _ loss: DiskLoss?) -> Cut {
    Cut(steps: count, loss: loss, last: count > 0 ? steps[count - 1] : nil)
  }

  /// Nil where everything that was answered is there, and nothing half.
  private func failure(behind count: Int, _ tree: [String: [UInt8]?], _ next: NextStart) -> String? {
    do {
      return fault(of: try next.found(in: tree), in: tree, behind: count)
    } catch {
      return "\(error)"
    }
  }

  private func fault(of found: NextStart.Found, in tree: [String: [UInt8]?], behind count: Int) -> String? {
    if let notice = found.notice, !maySetAside { return notice }
    let before = stored[count]
    guard stored[before.answered...count].contains(where: { $0.rows == found.rows }) else {
      return Self.difference(before.rows.split(separator: "\n"), found.rows.split(separator: "\n"))
    }
    if let path = found.pictures.first(where: { tree[$0] == nil || tree[$0] != whole[$0] }) {
      return "\(path) is gone or not whole"
    }
    if let path = before.left.first(where: { tree[$0] == nil }) { return "\(path) is gone" }
    if let path = tree.keys.first(where: {
      $0.hasPrefix("spool/") && Self.isWhole($0) && tree[$0] != whole[$0]
    }) {
      return "\(path) is not whole"
    }
    return nil
  }

  static func difference(_ wanted: [Substring], _ found: [Substring]) -> String {
    let (missing, extra) = (Set(wanted).subtracting(found), Set(found).subtracting(wanted))
    return "missing: \(missing.sorted().prefix(3)), found in their place: \(extra.sorted().prefix(3))"
  }
}

extension DiskStep {
  var isAnswer: Bool { if case .answer = self { true } else { false } }
  var isSync: Bool { if case .sync = self { true } else { false } }

  /// Of the file or directory whose bytes or names it is about.
  var path: String? {
    switch self {
    case .write(let path, _, _), .truncate(let path, _), .grow(let path, _), .sync(let path): path
    case .makeFile, .makeDirectory, .rename, .remove, .answer: nil
    }
  }

  /// Without bytes.
  var summary: String {
    switch self {
    case .write(let path, let offset, let bytes):
      "write \(path), \(bytes.count) bytes at \(offset.map(String.init) ?? "the end")"
    default: "\(self)"
    }
  }
}
