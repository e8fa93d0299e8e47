import Glibc

/// The paths of files and directories that this process has the disk keep in `body`, in their order, by strace(1). For
/// a process with no other test in it: all its threads are slow meanwhile.
package func syncedPaths(_ body: () throws -> Void) async throws -> [String] {
  let trace = try TemporaryDirectory.shared.file("calls")
  let tracer = try ChildProcess([
    "/usr/bin/strace", "-f", "-qq", "-y", "-o", trace, "-e", "trace=fsync,fdatasync", "-p", "\(getpid())",
  ])
  try await eventually("a tracer of every thread") {
    guard tracer.isRunning else { throw TimedOut(description: "strace: \(tracer.output())") }
    return threads().allSatisfy(isTraced)
  }
  try body()
  tracer.signal(SIGINT)
  try await tracer.exit()
  // "17 fsync(5</tmp/a>) = 0"
  return String(decoding: try readFile(trace), as: UTF8.self).split(separator: "\n").compactMap { line in
    guard let begin = line.firstIndex(of: "<"), let end = line.lastIndex(of: ">") else { return nil }
    return String(line[line.index(after: begin)..<end])
  }
}

private func threads() -> [String] {
  guard let listing = opendir("/proc/self/task") else { return [] }
  defer { closedir(listing) }
  var found: [String] = []
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name.first != UInt8(ascii: ".") { found.append(String(decoding: name, as: UTF8.self)) }
  }
  return found
}

/// A thread that has ended since is none.
private func isTraced(_ thread: String) -> Bool {
  guard let status = try? readFile("/proc/self/task/\(thread)/status") else { return true }
  return !String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n")
}
