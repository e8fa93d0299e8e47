import CLinux
import EventLoop
import Glibc
import NotificationModel

/// The daemons of everybody who is logged in, for root to tell them something.
///
/// A process is one where the kernel says so: it holds the lock of the file `lock` in a person's runtime directory, or,
/// started by their service manager with sockets of its, is in the control group of `bellhop.service` there and called
/// `bellhopd`. A person can have another process of theirs look so, and gains nothing: it is told only where all of it
/// is theirs.
struct RunningDaemons {
  /// What became of one.
  enum Outcome: Equatable {
    case told(process: Int32)
    /// Nobody holds the lock: their daemon does not run.
    case notRunning
    case failed(String)
  }

  private static let longestLocks = 1 << 22

  /// Where everybody's runtime directory is, by the number of their account.
  var base = "/run/user"

  /// Sends the signal to each, and says whom it has reached, by the numbers of their accounts.
  func send(_ signal: Int32) -> [(user: UInt32, outcome: Outcome)] {
    Self.numbers(in: base).map { ($0, send(signal, to: $0)) }
  }

  /// The names of files that are numbers.
  private static func numbers(in path: String) -> [UInt32] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var numbers: [UInt32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if let number = UInt32(String(decoding: name, as: UTF8.self)) { numbers.append(number) }
    }
    return numbers.sorted()
  }

  private func send(_ signal: Int32, to user: UInt32) -> Outcome {
    guard let process = process(of: user) else { return .notRunning }
    do throws(SystemError) {
      let descriptor = FileDescriptor(
        owning: try systemCall("pidfd_open") { clinux_open_process(process) })
      // Now that it can be no other process, it is looked at once more.
      guard self.process(of: user) == process else { return .notRunning }
      guard Self.belongs(process, to: user) else { return .failed("process \(process) is not all theirs") }
      try systemCall("pidfd_send_signal") { clinux_signal_process(descriptor.raw, signal) }
      return .told(process: process)
    } catch {
      return .failed("\(error)")
    }
  }

  private func process(of user: UInt32) -> Int32? {
    lock(of: user).flatMap(Self.holder) ?? Self.serviceProcess(of: user)
  }

  private static func serviceProcess(of user: UInt32) -> Int32? {
    numbers(in: "/proc").first { process in
      guard let groups = contents(of: "/proc/\(process)/cgroup") else { return false }
      return groups.split(separator: "\n").contains {
        String($0).holds("/user@\(user).service/") && $0.hasSuffix("/bellhop.service")
      } && contents(of: "/proc/\(process)/comm") == "bellhopd\n"
    }.flatMap { Int32(exactly: $0) }
  }

  /// As `/proc/locks` calls the file.
  private func lock(of user: UInt32) -> String? {
    var status = stat()
    guard lstat("\(base)/\(user)/bellhop-control/lock", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == user
    else { return nil }
    // As the C library's gnu_dev_major and gnu_dev_minor take it apart, which Swift does not see.
    let device = UInt64(status.st_dev)
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    let hexadecimal = { (number: UInt64) in (number < 16 ? "0" : "") + String(number, radix: 16) }
    return "\(hexadecimal(major)):\(hexadecimal(minor)):\(status.st_ino)"
  }

  /// Of `12: FLOCK  ADVISORY  WRITE 4711 00:2e:815 0 EOF`, the process.
  private static func holder(of lock: String) -> Int32? {
    guard let locks = contents(of: "/proc/locks") else { return nil }
    for line in locks.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[3] == "WRITE", words[5] == lock else { continue }
      return Int32(words[4]).flatMap { $0 > 0 ? $0 : nil }
    }
    return nil
  }

  /// Whether its real, effective, saved and file system's user are all this one.
  private static func belongs(_ process: Int32, to user: UInt32) -> Bool {
    guard let status = contents(of: "/proc/\(process)/status"),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Uid:") })
    else { return false }
    let users = line.split { $0 == "\t" || $0 == " " }.dropFirst()
    return users.count == 4 && users.allSatisfy { UInt32($0) == user }
  }

  private static func contents(of path: String) -> String? {
    let raw = open(path, O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { return nil }
    let file = FileDescriptor(owning: raw)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= longestLocks {
      let count = read(file.raw, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
