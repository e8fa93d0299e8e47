/// What a disk holds for certain, and what it may hold beside that: all that was written since the last sync.
///
/// The promises it relies on are those of POSIX and of SQLite (https://www.sqlite.org/atomiccommit.html, "Hardware
/// Assumptions"), and no others. After fsync the bytes of a file are kept, and after fsync of a directory its names. Until
/// then any change may be lost, a write may be done in part, in whole sectors of 512 bytes, and writes may be done in
/// any order. A write leaves the bytes around it alone (SQLITE_IOCAP_POWERSAFE_OVERWRITE). The size of a file may grow
/// before the bytes are there, which then are zeros. A rename is done wholly or not at all. The changes of a directory
/// may be done in any order that their names allow.
struct Disk {
  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
    /// To at least this size, by zeros: a write whose bytes did not arrive.
    case grow(size: Int)
  }

  enum NameChange {
    case add(String, node: Int)
    case remove(String)
    case rename(String, to: String)
  }

  struct File {
    fileprivate(set) var kept: [UInt8] = []
    fileprivate(set) var pending: [Change] = []
    /// With all changes.
    fileprivate(set) var now: [UInt8] = []

    fileprivate mutating func change(_ change: Change) {
      pending.append(change)
      change.apply(to: &now)
    }

    fileprivate mutating func sync() { (kept, pending) = (now, []) }
  }

  struct Directory {
    fileprivate(set) var kept: [String: Int] = [:]
    fileprivate(set) var pending: [NameChange] = []
    fileprivate(set) var now: [String: Int] = [:]

    fileprivate mutating func change(_ change: NameChange) {
      pending.append(change)
      change.apply(to: &now)
    }

    fileprivate mutating func sync() { (kept, pending) = (now, []) }
  }

  private(set) var files: [Int: File] = [:]
  /// The first one is 0.
  private(set) var directories: [Int: Directory] = [0: Directory()]
  private var last = 0

  struct Unknown: Error { let path: String }

  /// What is there already is kept.
  init(_ tree: [String: [UInt8]?]) throws {
    for (path, bytes) in tree.sorted(by: { $0.key < $1.key }) {
      try apply(bytes == nil ? .makeDirectory(path) : .makeFile(path))
      if let bytes { try apply(.write(path, offset: 0, bytes: bytes)) }
    }
    for path in [""] + tree.keys { try apply(.sync(path)) }
  }

  // MARK: Steps

  mutating func apply(_ step: DiskStep) throws {
    switch step {
    case .answer: break
    case .makeFile(let path): files[try newNode(path)] = File()
    case .makeDirectory(let path): directories[try newNode(path)] = Directory()
    case .write(let path, let offset, let bytes):
      let node = try file(path)
      let end = files[node]?.now.count ?? 0
      files[node]?.change(.write(offset: offset ?? end, bytes: bytes))
    case .truncate(let path, let size): files[try file(path)]?.change(.truncate(size: size))
    case .grow(let path, let size): files[try file(path)]?.change(.grow(size: size))
    case .sync(let path):
      let node = try node(path)
      files[node]?.sync()
      directories[node]?.sync()
    case .rename(let path, let other):
      let (directory, name) = try place(path)
      let (target, newName) = try place(other)
      guard directory == target else { throw Unknown(path: other) }
      directories[directory]?.change(.rename(name, to: newName))
    case .remove(let path):
      let (directory, name) = try place(path)
      directories[directory]?.change(.remove(name))
    }
  }

  private mutating func newNode(_ path: String) throws -> Int {
    let (directory, name) = try place(path)
    last += 1
    directories[directory]?.change(.add(name, node: last))
    return last
  }

  private func place(_ path: String) throws -> (directory: Int, name: String) {
    let parts = path.split(separator: "/").map(String.init)
    return (try node(parts.dropLast().joined(separator: "/")), parts.last ?? "")
  }

  private func file(_ path: String) throws -> Int {
    let node = try node(path)
    guard files[node] != nil else { throw Unknown(path: path) }
    return node
  }

  func node(_ path: String) throws -> Int {
    try path.split(separator: "/").reduce(0) { node, name in
      guard let next = directories[node]?.now[String(name)] else { throw Unknown(path: path) }
      return next
    }
  }

  /// The files, and the directories as nil, by their paths. `names` and `bytes` say what a directory and a file hold.
  func tree(
    _ names: (Int, Directory) -> [String: Int], _ bytes: (Int, File) -> [UInt8]
  ) -> [String: [UInt8]?] {
    var tree: [String: [UInt8]?] = [:]
    func walk(_ node: Int, _ path: String) {
      if let file = files[node] {
        tree[path] = bytes(node, file)
      } else if let directory = directories[node] {
        if !path.isEmpty { tree[path] = .some(nil) }
        for (name, next) in names(node, directory) { walk(next, path.isEmpty ? name : "\(path)/\(name)") }
      }
    }
    walk(0, "")
    return tree
  }

  var now: [String: [UInt8]?] { tree({ $1.now }, { $1.now }) }
}

extension Disk.Change {
  func apply(to bytes: inout [UInt8]) {
    switch self {
    case .write(let offset, let new):
      if bytes.count < offset + new.count { Self.resize(&bytes, to: offset + new.count) }
      bytes.withUnsafeMutableBytes { target in
        new.withUnsafeBytes { target[offset..<(offset + $0.count)].copyBytes(from: $0) }
      }
    case .truncate(let size): Self.resize(&bytes, to: size)
    case .grow(let size): Self.resize(&bytes, to: max(size, bytes.count))
    }
  }

  private static func resize(_ bytes: inout [UInt8], to size: Int) {
    if size < bytes.count { bytes.removeLast(bytes.count - size) }
    if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
  }
}

extension Disk.NameChange {
  func apply(to names: inout [String: Int]) {
    switch self {
    case .add(let name, let node): names[name] = node
    case .remove(let name): names[name] = nil
    case .rename(let name, let other): names[other] = names.removeValue(forKey: name)
    }
  }
}
