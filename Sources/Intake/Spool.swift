internal import EventLoop
internal import Glibc
import NotificationProtocol

/// The directory in which root leaves what nobody was there to take, as the person's daemon reads it: nothing that
/// somebody else could have put there or changed.
package struct Spool {
  /// Why a file, or the directory, is not read. Holds nothing of what is in it.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Whether it may be read a moment later: the system is at fault, not the file.
    let mayPass: Bool

    init(_ description: String, mayPass: Bool = false) {
      self.description = description
      self.mayPass = mayPass
    }

    init(_ error: SystemError) { self.init("\(error)", mayPass: true) }
  }

  /// More names than root ever leaves there. Which files are gone is known only where all names are.
  private static let mostNames = 1_000

  package let path: String
  private let owner: UInt32

  /// `base`: where each person has a directory; `owner`: whose all of it has to be.
  package init(in base: String = KeptName.directory, for user: UInt32 = geteuid(), owner: UInt32 = 0) {
    path = "\(base)/\(user)"
    self.owner = owner
  }

  /// The files in it, the oldest first; `nil` where there is no such directory.
  func files() throws(Fault) -> [KeptName]? {
    guard let directory = try directory() else { return nil }
    let names: [String]
    do throws(SystemError) { names = try directory.names(atMost: Self.mostNames + 1) } catch {
      throw Fault(error)
    }
    guard names.count <= Self.mostNames else { throw Fault("more than \(Self.mostNames) files are in it") }
    return names.compactMap(KeptName.init).sorted()
  }

  /// What the file says; `nil` where it is gone.
  func bytes(of file: KeptName) throws(Fault) -> [UInt8]? {
    guard let directory = try directory() else { return nil }
    // Opening does nothing, whatever it is that has this name.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = try Self.unlessGone({ openat(directory.raw, file.text, flags) }) else { return nil }
    let status = try status(of: file)
    guard status.st_mode & S_IFMT == S_IFREG else { throw Fault("it is not a regular file") }
    guard status.st_size <= KeptName.bytes else { throw Self.tooLong }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    do throws(SystemError) {
      while bytes.count <= KeptName.bytes {
        let count = try systemCall("read") { read(file.raw, &part, part.count) }
        guard count > 0 else { break }
        bytes += part[..<count]
      }
    } catch {
      throw Fault(error)
    }
    guard bytes.count <= KeptName.bytes else { throw Self.tooLong }
    return bytes
  }

  private static var tooLong: Fault { Fault("it is longer than \(KeptName.bytes) bytes") }

  private func directory() throws(Fault) -> FileDescriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    guard let directory = try Self.unlessGone({ open(path, flags) }) else { return nil }
    _ = try status(of: directory)
    return directory
  }

  /// Of what nobody but root can change.
  private func status(of file: borrowing FileDescriptor) throws(Fault) -> stat {
    var status = stat()
    let raw = file.raw
    do throws(SystemError) { try systemCall("fstat") { fstat(raw, &status) } } catch { throw Fault(error) }
    guard status.st_uid == owner else { throw Fault("it belongs to another user") }
    guard status.st_mode & 0o022 == 0 else { throw Fault("others can write to it") }
    return status
  }

  private static func unlessGone(_ open: () -> Int32) throws(Fault) -> FileDescriptor? {
    do throws(SystemError) { return FileDescriptor(owning: try systemCall("open", open)) } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: throw Fault("it is a link")
      // Of what is to be a directory the system tells no link apart.
      case ENOTDIR: throw Fault("it is a link, or no directory")
      case ENXIO: throw Fault("it is not a regular file")
      default: throw Fault(error)
      }
    }
  }
}
