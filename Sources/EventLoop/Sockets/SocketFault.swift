/// Why a socket cannot be offered; each is told to the administrator as it stands.
package enum SocketFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something about a path is not as it must be.
  case unsafe(path: String, reason: String)
  case tooLong(path: String, limit: Int)
  /// Somebody listens there already.
  case inUse(path: String)
  /// Another daemon has the lock; `pid` where it is known.
  case otherInstance(path: String, pid: Int32?)
  case system(SystemError, path: String)

  package var description: String {
    switch self {
    case .unsafe(let path, let reason): "\(path) \(reason)"
    case .tooLong(let path, let limit):
      "\(path) is longer than \(limit) bytes, the most a socket's path can be"
    case .inUse(let path): "\(path) is in use by another process"
    case .otherInstance(let path, let pid?): "another daemon (pid \(pid)) runs and has locked \(path)"
    case .otherInstance(let path, nil): "another daemon runs and has locked \(path)"
    case .system(let error, let path): "\(path): \(error)"
    }
  }
}

/// `systemCall` about a path.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ name: StaticString, path: String, _ body: () -> Result
) throws(SocketFault) -> Result {
  do { return try systemCall(name, body) } catch { throw .system(error, path: path) }
}
