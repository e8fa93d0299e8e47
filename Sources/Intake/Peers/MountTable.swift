/// The mounts that a process sees: its `mountinfo` file (proc(5)). No file system is asked, since one that hangs would
/// not answer.
struct MountTable: Hashable, Sendable {
  private struct Mount: Hashable, Sendable {
    let number: Substring
    let parent: Substring
    let device: Substring
    /// Which directory of the file system is mounted.
    let root: Substring
    let point: Substring
    let isWritable: Bool
    let kind: Substring

    /// The rest of the path below the mount point, with its slash; `nil` if it is not below.
    func rest(of path: Substring) -> Substring? {
      guard path.hasPrefix(point) else { return nil }
      let rest = point == "/" ? path : path.dropFirst(point.count)
      return rest.isEmpty || rest.hasPrefix("/") ? rest : nil
    }
  }

  /// A directory of a file system, independent of its mounts.
  struct Place: Hashable, Sendable {
    let device: Substring
    let path: String
    let isWritable: Bool
  }

  private let mounts: [Mount]
  /// A process may stack as many in a namespace of its own as its user has room for; with more it has no place here.
  private static let most = 4_096

  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      // 36 35 98:0 /root /place options optional… - kind source options
      let fields = line.split(separator: " ")
      guard fields.count > 5, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count else {
        return nil
      }
      return Mount(
        number: fields[0], parent: fields[1], device: fields[2], root: fields[3], point: fields[4],
        isWritable: fields[5].split(separator: ",").contains("rw"), kind: fields[dash + 1])
    }
  }

  /// True if the file system at this mount point is in memory, so that no other process can block a read. `otherwise`:
  /// the result if nothing is mounted there.
  func isInMemory(_ place: Substring, otherwise: Bool = false) -> Bool {
    // Of several mounts, the last one hides the others.
    mounts.last { $0.point == place }.map { $0.kind == "tmpfs" || $0.kind == "ramfs" } ?? otherwise
  }

  /// The place of an absolute path without links; `nil` if the process cannot see it.
  func place(of path: String) -> Place? {
    let path = Substring(Self.escaped(path))
    guard let mount = way(to: path).last else { return nil }
    return mount.rest(of: path).map { rest in
      let root = mount.root == "/" && !rest.isEmpty ? "" : mount.root
      return Place(
        device: mount.device, path: rest == "/" ? String(mount.root) : "\(root)\(rest)",
        isWritable: mount.isWritable)
    }
  }

  /// Whether no server or program of another answers for a file system on the way to an absolute path without links:
  /// such a one may never answer.
  func isLocal(_ path: String) -> Bool {
    let way = way(to: Substring(Self.escaped(path)))
    return !way.isEmpty
      && way.allSatisfy { mount in !Self.remoteKinds.contains { mount.kind.hasPrefix($0) } }
  }

  private static let remoteKinds = ["9p", "afs", "autofs", "ceph", "cifs", "fuse", "glusterfs", "nfs", "smb"]

  /// The mounts on the way to a path, from the root on; empty if the process cannot see it.
  private func way(to path: Substring) -> [Mount] {
    guard mounts.count <= Self.most else { return [] }
    let numbers = Set(mounts.map(\.number))
    let children = Dictionary(grouping: mounts, by: \.parent)
    guard let root = mounts.first(where: { $0.point == "/" && !numbers.contains($0.parent) }) else {
      return []
    }
    // From mount to mount, as the kernel walks the path: what is mounted nearer to the root hides what is below it. No
    // mount is its own ancestor, so there are at most as many steps as mounts.
    var way = [root]
    for _ in mounts.indices {
      guard let mount = way.last else { break }
      let next = (children[mount.number] ?? []).filter {
        $0.number != mount.number && $0.rest(of: path) != nil
      }
      .min { $0.point.count < $1.point.count }
      guard let next else { break }
      way.append(next)
    }
    return way
  }

  /// As the kernel writes blanks and backslashes.
  private static func escaped(_ path: String) -> String {
    let escapes: [Character: String] = [" ": "\\040", "\t": "\\011", "\n": "\\012", "\\": "\\134"]
    return path.map { escapes[$0] ?? String($0) }.joined()
  }
}
