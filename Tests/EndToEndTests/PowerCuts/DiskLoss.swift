import TestSupport

/// What of the unsynced changes a power cut takes away.
enum DiskLoss {
  /// Of a write, by a place at the beginning of a sector.
  enum Part: CaseIterable {
    /// What lies before the place, and what lies behind it.
    case first, last
    /// The file has grown, and the rest are zeros.
    case firstBeforeZeros
    /// All but the sector at the place.
    case allButOne
  }

  /// Everything.
  case everything
  case write(file: Int, index: Int)
  /// A write of which this part is there.
  case tear(file: Int, index: Int, at: Int, Part)
  /// The order of these changes: the first of them is done behind the other.
  case order(file: Int, index: Int, behind: Int)
  /// A change of a directory, and those behind it that need it: of the same names.
  case name(directory: Int, index: Int)
  /// The changes of a directory from this one on.
  case names(directory: Int, from: Int)
  /// Any of them together, in any order.
  case random(seed: UInt64)
}

extension Disk {
  fileprivate static let sector = 512
  /// Of a file with more unsynced bytes, a write is torn right behind it and before the file's sync alone.
  private static let mostTorn = 32_768

  /// How many changes a power cut may take away.
  var unsynced: Int {
    (files.values.map(\.pending.count) + directories.values.map(\.pending.count)).reduce(0, +)
  }

  /// Everything, and every single one. To lose one and all that follow it is the loss of one at an earlier step.
  func losses(after last: DiskStep?, before next: DiskStep?) -> [DiskLoss] {
    let (changed, synced) = (last?.path.flatMap { try? node($0) }, next?.path.flatMap { try? node($0) })
    var all: [DiskLoss] = []
    for (node, directory) in directories.sorted(by: { $0.key < $1.key }) {
      for index in directory.pending.indices {
        all.append(.names(directory: node, from: index))
        if index + 1 < directory.pending.count { all.append(.name(directory: node, index: index)) }
      }
    }
    for (node, file) in files.sorted(by: { $0.key < $1.key }) {
      let isLast = next == nil || next?.isSync == true && node == synced
      let isTorn = isLast || file.unsyncedBytes <= Self.mostTorn
      for (index, change) in file.pending.enumerated() {
        all.append(.write(file: node, index: index))
        all += file.pending.indices.dropFirst(index + 1).filter { change.overlaps(file.pending[$0]) }
          .map { .order(file: node, index: index, behind: $0) }
        guard isTorn || node == changed && index == file.pending.count - 1 else { continue }
        all += Self.tears(change).map { .tear(file: node, index: index, at: $0, $1) }
      }
    }
    return all.isEmpty ? all : all + [.everything]
  }

  private static func tears(_ change: Change) -> [(Int, DiskLoss.Part)] {
    guard case .write(let offset, let bytes) = change else { return [] }
    let end = offset + bytes.count
    let places = stride(from: (offset / sector + 1) * sector, to: end, by: sector)
    return [(offset, .firstBeforeZeros)]
      + places.flatMap { place in
        DiskLoss.Part.allCases.filter { $0 != .allButOne || place + sector < end }.map { (place, $0) }
      }
  }

  /// What is left.
  func remains(after loss: DiskLoss) -> [String: [UInt8]?] {
    switch loss {
    case .everything: return tree({ $1.kept }, { $1.kept })
    case .name(let node, let index): return now(without: { $0 == index }, of: node)
    case .names(let node, let first): return now(without: { $0 >= first }, of: node)
    case .write(let node, let index):
      return now(except: node) { changes in changes.remove(at: index) }
    case .tear(let node, let index, let place, let part):
      return now(except: node) { changes in
        changes.replaceSubrange(index...index, with: changes[index].torn(at: place, part))
      }
    case .order(let node, let index, let other):
      return now(except: node) { changes in changes.insert(changes.remove(at: index), at: other) }
    case .random(let seed): return random(seed)
    }
  }

  private func now(except node: Int, _ change: (inout [Change]) -> Void) -> [String: [UInt8]?] {
    tree({ $1.now }) { $0 == node ? $1.bytes(change) : $1.now }
  }

  private func now(without isLost: (Int) -> Bool, of node: Int) -> [String: [UInt8]?] {
    tree({ $0 == node ? $1.names(without: isLost) : $1.now }, { $1.now })
  }

  private func random(_ seed: UInt64) -> [String: [UInt8]?] {
    var generator = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let chance = [10, 50, 90][below(3)]
    // In the same order for the same seed.
    let kept = directories.sorted { $0.key < $1.key }.map { node, directory in
      let (first, isInOrder) = (below(directory.pending.count + 1), below(2) == 0)
      return (node, directory.names { isInOrder ? $0 >= first : below(100) >= chance })
    }
    let bytes = files.sorted { $0.key < $1.key }.map { node, file in
      (
        node,
        file.bytes { changes in
          for index in changes.indices where below(4) == 0 {
            changes.swapAt(index, index + below(changes.count - index))
          }
          changes = changes.flatMap { change -> [Change] in
            let tears = Self.tears(change)
            if !tears.isEmpty, below(4) == 0 {
              let (place, part) = tears[below(tears.count)]
              return change.torn(at: place, part)
            }
            return below(100) < chance ? [change] : []
          }
        }
      )
    }
    let (names, contents) = (
      Dictionary(uniqueKeysWithValues: kept), Dictionary(uniqueKeysWithValues: bytes)
    )
    return tree({ node, _ in names[node] ?? [:] }, { node, _ in contents[node] ?? [] })
  }
}

extension Disk.Directory {
  /// Without these changes, and without those that need one of them.
  fileprivate func names(without isLost: (Int) -> Bool) -> [String: Int] {
    var lost: Set<String> = []
    return pending.enumerated().reduce(into: kept) { names, change in
      let (index, change) = change
      if isLost(index) || !lost.isDisjoint(with: change.names) {
        lost.formUnion(change.names)
      } else {
        change.apply(to: &names)
      }
    }
  }
}

extension Disk.NameChange {
  fileprivate var names: [String] {
    switch self {
    case .add(let name, _), .remove(let name): [name]
    case .rename(let name, let other): [name, other]
    }
  }
}

extension Disk.File {
  fileprivate var unsyncedBytes: Int {
    pending.reduce(0) { if case .write(_, let bytes) = $1 { $0 + bytes.count } else { $0 } }
  }

  fileprivate func bytes(_ change: (inout [Disk.Change]) -> Void) -> [UInt8] {
    var changes = pending
    change(&changes)
    return changes.reduce(into: kept) { $1.apply(to: &$0) }
  }
}

extension Disk.Change {
  fileprivate func torn(at place: Int, _ part: DiskLoss.Part) -> [Disk.Change] {
    guard case .write(let offset, let bytes) = self else { return [] }
    let middle = place - offset
    let first = Disk.Change.write(offset: offset, bytes: Array(bytes[..<middle]))
    func rest(_ place: Int) -> Disk.Change { .write(offset: place, bytes: Array(bytes[(place - offset)...])) }
    return switch part {
    case .first: [first]
    case .last: [rest(place)]
    case .firstBeforeZeros: [first, .grow(size: offset + bytes.count)]
    case .allButOne: [first, rest(place + Disk.sector)]
    }
  }

  fileprivate func overlaps(_ other: Disk.Change) -> Bool {
    guard case .write(let offset, let bytes) = self, case .write(let next, let more) = other else {
      return true
    }
    return offset < next + more.count && next < offset + bytes.count
  }
}
