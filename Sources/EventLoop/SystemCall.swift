internal import Glibc

/// The one way to the kernel: runs a system call that returns -1 on failure, again for as long as a signal
/// interrupts it, and takes `errno` before anything else can change it.
@discardableResult
package func systemCall<Result: SignedInteger>(
  _ name: StaticString, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: "\(name)", code: code) }
  }
}
