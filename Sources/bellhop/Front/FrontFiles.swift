import Glibc
import Wording

/// The files that switching the front on takes, all of them below the person's own directories.
struct FrontFiles {
  /// What became of a file that was to be removed.
  enum Removal: Hashable, Sendable {
    case removed(String)
    /// It was removed already.
    case gone(String)
    /// Somebody has written into it, and it stays.
    case changed(String)
  }

  let environment: SessionEnvironment

  /// The directory of this program, where the others are too.
  static func programs() throws(FrontFault) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else {
      throw .failed(.ownPlaceUnknown)
    }
    let path = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    for program in ["bellhop-bus", "bellhopd"] where access("\(directory)/\(program)", X_OK) != 0 {
      throw .failed(.programIsMissing("\(directory)/\(program)"))
    }
    return directory
  }

  /// With a unit, its server is put behind bellhop-bus. `before`: what was started for the notification name.
  func planned(
    unit: ServerUnit?, server: String, before: ActivationSearch.Found?, programs: String
  ) throws(FrontFault) -> FrontNote {
    let command = unit.map { [$0.command.path] + $0.command.arguments } ?? Self.words(of: before)
    let front = ActivationFile.front(
      daemon: "\(programs)/bellhopd", unit: unit?.name ?? before?.unit,
      // A variable that only the manager can replace is none.
      command: command.contains { $0.contains("$") } ? Array(command.prefix(1)) : command)
    var files = [
      FrontNote.File(
        path: ActivationFile.path(of: front.name, below: environment.data), text: front.text)
    ]
    if let unit {
      guard !unit.name.contains("/"), !unit.name.hasPrefix(".") else {
        throw .failed(.unitCannotBeChanged(unit.name))
      }
      let dropIn = ServerDropIn(unit: unit, program: "\(programs)/bellhop-bus")
      let behind = ActivationFile.server(unit: unit.name)
      files += [
        FrontNote.File(
          path: ActivationFile.path(of: behind.name, below: environment.data), text: behind.text),
        FrontNote.File(
          path: ServerDropIn.path(of: unit.name, below: "\(environment.configuration)/systemd/user"),
          text: dropIn.text),
      ]
    }
    return FrontNote(unit: unit?.name, server: server, files: files)
  }

  /// A command that the bus would have started: what a shell makes of it is the same.
  private static func words(of before: ActivationSearch.Found?) -> [String] {
    before?.command.map { ["/bin/sh", "-c", "exec \($0)"] } ?? []
  }

  /// Refuses what would take the place of another's file, or would not count.
  func check(_ note: FrontNote, _ search: ActivationSearch) throws(FrontFault) {
    for file in note.files where SmallFile.isThere(file.path) {
      guard let text = SmallFile.text(of: file.path), text.hasPrefix(ServerDropIn.marker) else {
        throw .failed(.fileIsAnothers(file.path))
      }
    }
    for file in note.files {
      guard let rival = search.rivals(of: file.path).first else { continue }
      throw .failed(.fileCountsInstead(rival.path))
    }
  }

  /// Remembers first, so that whatever ends this, `front off` knows of it.
  func write(_ note: inout FrontNote) throws(FrontFault) {
    try note.write(environment)
    for file in note.files {
      var made: [String] = []
      defer { note.directories += made }
      try SmallFile.makeDirectories(file.directory, made: &made)
      // One of ours that is not remembered.
      try SmallFile.remove(file.path)
      try SmallFile.make(file.path, file.text)
    }
    try note.write(environment)
  }

  func areAsWritten(_ note: FrontNote) -> Bool {
    note.files.allSatisfy { SmallFile.text(of: $0.path) == $0.text }
  }

  /// Takes away what is still as written, and the directories that were made for it. Forgets the rest too: what somebody
  /// has changed is theirs.
  func remove(_ note: FrontNote) throws(FrontFault) -> [Removal] {
    var removals: [Removal] = []
    for file in note.files {
      guard SmallFile.isThere(file.path) else {
        removals.append(.gone(file.path))
        continue
      }
      guard SmallFile.text(of: file.path) == file.text else {
        removals.append(.changed(file.path))
        continue
      }
      try SmallFile.remove(file.path)
      removals.append(.removed(file.path))
    }
    for directory in note.directories.reversed() { rmdir(directory) }
    try FrontNote.forget(environment)
    return removals
  }
}
