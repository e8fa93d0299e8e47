/// What is mounted where, as a process sees it: its `mountinfo` file (proc(5)).
struct MountTable: Hashable, Sendable {
  /// The kind of file system by the place where it is mounted; of several the last one is seen.
  private var kinds: [Substring: Substring] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      // 36 35 98:0 /root /place options optional… - kind source options
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields[5...].firstIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      kinds[fields[4]] = fields[dash + 1]
    }
  }

  /// Whether what is mounted there is kept in memory alone: nobody can make its readers wait. `otherwise`: where
  /// nothing is mounted.
  func isInMemory(_ place: Substring, otherwise: Bool = false) -> Bool {
    kinds[place].map { $0 == "tmpfs" || $0 == "ramfs" } ?? otherwise
  }
}
