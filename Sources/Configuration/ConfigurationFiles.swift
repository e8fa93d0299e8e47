import Glibc
import NotificationModel

/// Where the configuration is read from.
package struct ConfigurationFiles: Sendable {
  /// The directory of the administrator's layer.
  package var systemDirectory: String
  /// The directory of the person's own layer, where their home is known.
  package var userDirectory: String?
  /// Replaces all layers and counts as the administrator's; unlike theirs it must exist.
  package var only: String?

  package init(systemDirectory: String = "/etc/bellhop", userDirectory: String?, only: String? = nil) {
    self.systemDirectory = systemDirectory
    self.userDirectory = userDirectory
    self.only = only
  }

  /// The usual places: `/etc/bellhop`, and `bellhop` in `$XDG_CONFIG_HOME` or else in `$HOME/.config`.
  package init(only: String? = nil) {
    let directory = { (name: String) in baseDirectory(getenv(name).map { String(cString: $0) }) }
    let base = directory("XDG_CONFIG_HOME") ?? directory("HOME").map { "\($0)/.config" }
    self.init(userDirectory: base.map { "\($0)/bellhop" }, only: only)
  }

  /// Reads whatever there is, in the order in which `policy(from:)` wants it. Missing files are fine, unreadable
  /// ones are faults.
  package func load() throws(ConfigurationFault) -> [LayerFile] {
    if let only {
      guard let text = try read(only) else {
        throw ConfigurationFault(file: only, line: 0, reason: String(cString: strerror(ENOENT)))
      }
      return [LayerFile(path: only, text: text, isSystem: true)]
    }
    var files = try layer(systemDirectory, isSystem: true)
    if let userDirectory { files += try layer(userDirectory, isSystem: false) }
    return files
  }

  private func layer(_ directory: String, isSystem: Bool) throws(ConfigurationFault) -> [LayerFile] {
    guard access("\(directory)/.", F_OK) == 0 else {
      try expectNothing(at: directory)
      return []
    }
    let dropIns = "\(directory)/bellhop.conf.d"
    var files: [LayerFile] = []
    for path in ["\(directory)/bellhop.conf"] + (try names(in: dropIns).map { "\(dropIns)/\($0)" }) {
      guard let text = try read(path) else { continue }
      files.append(LayerFile(path: path, text: text, isSystem: isSystem))
    }
    return files
  }
}

/// The names that end in `.conf` and are not hidden, in the order of their bytes.
private func names(in directory: String) throws(ConfigurationFault) -> [String] {
  guard let stream = opendir(directory) else {
    try expectNothing(at: directory)
    return []
  }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name.first != UInt8(ascii: "."), name.ends(with: ".conf".utf8) { names.append(name) }
  }
  return try names.sorted { $0.lexicographicallyPrecedes($1) }.map { (bytes) throws(ConfigurationFault) in
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationFault(file: directory, line: 0, reason: "holds a file whose name is not UTF-8")
    }
    return name
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
    self.suffix(suffix.count).elementsEqual(suffix)
  }
}

/// After opening has failed: throws why, unless nothing has this name. A link that leads nowhere has it, and was to
/// lead to settings.
private func expectNothing(at path: String) throws(ConfigurationFault) {
  let error = errno
  var status = stat()
  guard lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR else { throw fault(at: path, error) }
}

private func fault(at path: String, _ error: CInt) -> ConfigurationFault {
  ConfigurationFault(file: path, line: 0, reason: String(cString: strerror(error)))
}

/// `nil` when there is no such file.
private func read(_ path: String) throws(ConfigurationFault) -> String? {
  // Not blocking: a FIFO put there must not hang the start.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    try expectNothing(at: path)
    return nil
  }
  defer { close(descriptor) }
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
