import Glibc
package import NotificationModel

/// The places of the configuration files.
package struct ConfigurationFiles: Sendable {
  /// The directory of the administrator's layer.
  package var systemDirectory: String
  /// The directory of the person's own layer; `nil` if their home directory is unknown.
  package var userDirectory: String?
  /// Files that replace all layers. They count as the administrator's, and must exist.
  package var only: [String]

  package init(systemDirectory: String = "/etc/bellhop", userDirectory: String?, only: [String] = []) {
    self.systemDirectory = systemDirectory
    self.userDirectory = userDirectory
    self.only = only
  }

  /// The usual places: `/etc/bellhop`, and `bellhop` in `$XDG_CONFIG_HOME` or else in `$HOME/.config`.
  package init(only: [String] = []) {
    let directory = { (name: String) in baseDirectory(getenv(name).map { String(cString: $0) }) }
    let base = directory("XDG_CONFIG_HOME") ?? directory("HOME").map { "\($0)/.config" }
    self.init(userDirectory: base.map { "\($0)/bellhop" }, only: only)
  }

  /// Reads all files, and returns them with their policy and their faults. The policy is only usable without faults.
  /// The faults of files that cannot be read come first.
  package func read() -> (files: [LayerFile], policy: Policy, faults: [ConfigurationFault]) {
    let layers = load()
    let reading = layers.reading
    return (layers.files, reading.policy, layers.faults + reading.faults)
  }

  /// A missing file is skipped, an unreadable one is a fault.
  func load() -> LoadedLayers {
    var (administrators, persons) = (LoadedLayer(isSystem: true), LoadedLayer(isSystem: false))
    for path in only { administrators.file(path, mustExist: true) }
    if only.isEmpty {
      administrators.files(in: systemDirectory)
      if let userDirectory { persons.files(in: userDirectory) }
    }
    return LoadedLayers(administrators: administrators, persons: persons)
  }
}

/// Both layers as they are on the disk.
struct LoadedLayers {
  let administrators: LoadedLayer
  let persons: LoadedLayer

  var files: [LayerFile] { administrators.files + persons.files }
  /// Faults of the files that cannot be read.
  var faults: [ConfigurationFault] { administrators.faults + persons.faults }
  var reading: PolicyReading { Configuration.reading(files, isWhole: administrators.faults.isEmpty) }
}

/// The files of a layer that were read so far. A file that cannot be read adds a fault, and the others are still read.
struct LoadedLayer {
  let isSystem: Bool
  private(set) var files: [LayerFile] = []
  private(set) var faults: [ConfigurationFault] = []

  init(isSystem: Bool) { self.isSystem = isSystem }

  fileprivate mutating func files(in directory: String) {
    guard access("\(directory)/.", F_OK) == 0 else { return expectNothing(at: directory) }
    file("\(directory)/bellhop.conf")
    let dropIns = "\(directory)/bellhop.conf.d"
    for name in names(in: dropIns) { file("\(dropIns)/\(name)") }
  }

  fileprivate mutating func file(_ path: String, mustExist: Bool = false) {
    do throws(ConfigurationFault) {
      if let text = try read(path) {
        files.append(LayerFile(path: path, text: text, isSystem: isSystem))
      } else if mustExist {
        faults.append(fault(at: path, ENOENT))
      }
    } catch {
      faults.append(error)
    }
  }

  /// The names of files that end in `.conf` and are not hidden, in the order of their bytes.
  private mutating func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else {
      expectNothing(at: directory)
      return []
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: "."), name.ends(with: ".conf".utf8) { names.append(name) }
    }
    let readable = names.sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { String(validating: $0, as: UTF8.self) }
    if readable.count < names.count {
      faults.append(
        ConfigurationFault(file: directory, line: 0, reason: "holds a file whose name is not UTF-8"))
    }
    return readable
  }

  private mutating func expectNothing(at path: String) {
    if let fault = fault(at: path, unlessNothing: errno) { faults.append(fault) }
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
    self.suffix(suffix.count).elementsEqual(suffix)
  }
}

/// The fault after a failed `open`; `nil` if there is no entry of this name. A dangling link is a fault, since it was
/// meant to lead to settings.
private func fault(at path: String, unlessNothing error: CInt) -> ConfigurationFault? {
  var status = stat()
  let isNothing = lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  return isNothing ? nil : fault(at: path, error)
}

private func fault(at path: String, _ error: CInt) -> ConfigurationFault {
  ConfigurationFault(file: path, line: 0, reason: String(cString: strerror(error)))
}

/// The contents; `nil` if there is no such file.
private func read(_ path: String) throws(ConfigurationFault) -> String? {
  // Opening must not block: a FIFO put there must not hang the start.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    if let fault = fault(at: path, unlessNothing: errno) { throw fault }
    return nil
  }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw fault(at: path, errno) }
  // A pipe without a writer would read as an empty file.
  guard status.st_mode & S_IFMT != S_IFIFO else {
    throw ConfigurationFault(file: path, line: 0, reason: "is a pipe, and no file")
  }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 16_384)
  while bytes.count <= KeyFile.maximumBytes {
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count == 0 { break }
    guard count > 0 else {
      if errno == EINTR { continue }
      throw fault(at: path, errno)
    }
    bytes += chunk[..<count]
  }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw ConfigurationFault(file: path, line: bad + 1, reason: "is not UTF-8")
  }
  return text
}
