import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// The directory in which root leaves notifications for a person without a running daemon, as that daemon reads it:
/// only files that no other user could have written or changed.
package struct Spool {
  /// The reason for not reading a file or the directory. Holds no value of the file, at most the name of a field.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// True if a later attempt may succeed: the system is at fault, not the file.
    let isTransient: Bool

    init(_ description: String, isTransient: Bool = false) {
      self.description = description
      self.isTransient = isTransient
    }

    init(_ error: SystemError) { self.init("\(error)", isTransient: true) }
  }

  /// More than root ever leaves there. All names must be known to tell which files are gone.
  private static let mostNames = 1_000

  package let path: String
  private let owner: UInt32

  /// `base`: the parent of each person's directory; `owner`: the user that must own the directory and its files.
  package init(in base: String = KeptName.directory, for user: UInt32 = geteuid(), owner: UInt32 = 0) {
    path = "\(base)/\(user)"
    self.owner = owner
  }

  /// The files in it, the oldest first; `nil` without the directory.
  func files() throws(Fault) -> [KeptName]? {
    guard let directory = try directory() else { return nil }
    let names: [String]
    do throws(SystemError) { names = try directory.names(atMost: Self.mostNames + 1) } catch {
      throw Fault(error)
    }
    guard names.count <= Self.mostNames else { throw Fault("more than \(Self.mostNames) files are in it") }
    return names.compactMap(KeptName.init).sorted()
  }

  /// The bytes of the file; `nil` if it is gone.
  func bytes(of file: KeptName) throws(Fault) -> [UInt8]? {
    guard let directory = try directory() else { return nil }
    // These flags keep the opening of a FIFO, a device or a link from having a side effect.
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

  /// The request in the bytes of a file: a notification as the socket takes it.
  static func request(in bytes: [UInt8]) throws(Fault) -> NotificationRequest {
    let json: JSON
    do throws(JSONFault) { json = try JSON(parsing: bytes) } catch {
      throw Fault("byte \(error.offset): \(error.reason)")
    }
    do throws(FieldFault) {
      return try NotificationRequest(json: json, path: "notification")
    } catch {
      throw Fault(error.reason)
    }
  }

  private static var tooLong: Fault { Fault("it is longer than \(KeptName.bytes) bytes") }

  private func directory() throws(Fault) -> FileDescriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    guard let directory = try Self.unlessGone({ open(path, flags) }) else { return nil }
    _ = try status(of: directory)
    return directory
  }

  /// The status of a file that only its owner can change.
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
      // The system reports a link like any file that is no directory, because of O_DIRECTORY.
      case ENOTDIR: throw Fault("it is a link, or no directory")
      case ENXIO: throw Fault("it is not a regular file")
      default: throw Fault(error)
      }
    }
  }
}
