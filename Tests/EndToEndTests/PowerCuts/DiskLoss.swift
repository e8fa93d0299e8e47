import TestSupport

/// What of the unsynced changes a power cut takes away.
enum DiskLoss {
  enum Part: CaseIterable {
    case first, last
    /// The file has grown, and the rest are zeros.
    case firstBeforeZeros
  }

  /// Nothing, as where a process is killed.
  case nothing
  /// Everything.
  case everything
  case write(file: Int, index: Int)
  /// A write of which one part is there, up to or from this place in the file.
  case tear(file: Int, index: Int, at: Int, Part)
  /// The order of this change and the next.
  case order(file: Int, index: Int)
  /// The changes of a directory from this one on.
  case names(directory: Int, from: Int)
  /// Any of them together, in any order.
  case random(seed: UInt64)
}

extension Disk {
  private static let sector = 512

  /// Nothing, everything, and every single one: of a file's changes any of them where the next step syncs the file or
  /// there is no next one, and the last of them at other times. To lose one and all that follow it is the loss of one at
  /// an earlier step.
  func losses(after last: DiskStep?, before next: DiskStep?) -> [DiskLoss] {
    let (changed, synced) = (last?.path.flatMap { try? node($0) }, next?.path.flatMap { try? node($0) })
    var all: [DiskLoss] = [.nothing]
    for (node, directory) in directories.sorted(by: { $0.key < $1.key }) {
      all += directory.pending.indices.map { .names(directory: node, from: $0) }
    }
    for (node, file) in files.sorted(by: { $0.key < $1.key }) {
      let isEnd = next == nil || next?.isSync == true && node == synced
      guard isEnd || node == changed else { continue }
      for index in isEnd ? file.pending.indices : file.pending.indices.suffix(1) {
        let change = file.pending[index]
        all.append(.write(file: node, index: index))
        all += Self.tears(change).flatMap { place in
          DiskLoss.Part.allCases.map { .tear(file: node, index: index, at: place, $0) }
        }
        if index + 1 < file.pending.count, change.overlaps(file.pending[index + 1]) {
          all.append(.order(file: node, index: index))
        }
      }
    }
    return all.count > 1 ? all + [.everything] : all
  }

  private static func tears(_ change: Change) -> [Int] {
    guard case .write(let offset, let bytes) = change else { return [] }
    return Array(
      stride(from: (offset / sector + 1) * sector, to: offset + bytes.count, by: sector))
  }

  /// What is left.
  func remains(after loss: DiskLoss) -> [String: [UInt8]?] {
    switch loss {
    case .nothing: return now
    case .everything: return tree({ $1.kept }, { $1.kept })
    case .names(let node, let first):
      return tree({ $0 == node ? $1.names(first) : $1.now }, { $1.now })
    case .write(let node, let index):
      return now(except: node) { changes in changes.remove(at: index) }
    case .tear(let node, let index, let place, let part):
      return now(except: node) { changes in
        changes.replaceSubrange(index...index, with: changes[index].torn(at: place, part))
      }
    case .order(let node, let index): return now(except: node) { changes in changes.swapAt(index, index + 1) }
    case .random(let seed): return random(seed)
    }
  }

  private func now(except node: Int, _ change: (inout [Change]) -> Void) -> [String: [UInt8]?] {
    tree({ $1.now }) { $0 == node ? $1.bytes(change) : $1.now }
  }

  private func random(_ seed: UInt64) -> [String: [UInt8]?] {
    var generator = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    // In the same order for the same seed.
    let kept = directories.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.names(below($0.value.pending.count + 1))) }
    let chance = [10, 50, 90][below(3)]
    let bytes = files.sorted { $0.key < $1.key }.map { node, file in
      (
        node,
        file.bytes { changes in
          for index in changes.indices.dropLast() where below(4) == 0 { changes.swapAt(index, index + 1) }
          changes = changes.flatMap { change -> [Change] in
            let tears = Self.tears(change)
            if !tears.isEmpty, below(4) == 0 {
              return change.torn(at: tears[below(tears.count)], DiskLoss.Part.allCases[below(3)])
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
  /// With the first changes alone.
  fileprivate func names(_ first: Int) -> [String: Int] {
    pending.prefix(first).reduce(into: kept) { $1.apply(to: &$0) }
  }
}

extension Disk.File {
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
    return switch part {
    case .first: [first]
    case .last: [.write(offset: place, bytes: Array(bytes[middle...]))]
    case .firstBeforeZeros: [first, .grow(size: offset + bytes.count)]
    }
  }

  fileprivate func overlaps(_ other: Disk.Change) -> Bool {
    guard case .write(let offset, let bytes) = self, case .write(let next, let more) = other else {
      return true
    }
    return offset < next + more.count && next < offset + bytes.count
  }
}
