import BusSocket
import BusWire
import CLinux
import EventLoop
import Glibc
import Journal

/// The roles of the processes connected here. The kernel names the process of a connection (SO_PEERCRED); child
/// processes have ids of their own, and are strangers even on inherited connections.
final class Processes {
  private final class Entry {
    var role = Role.stranger
    var links = 0
    /// The one in the process's environment, while that lives.
    var address: OwnAddress?
    /// The pidfd of a process that registered with `exec`; its role lasts until it exits.
    var monitor: (process: PassedDescriptor, registration: Registration)?
  }

  /// Processes that may register with `bellhop-bus exec` at once: far more than a session has servers.
  private static let mostMonitored = 64

  /// The addresses of ended processes that stay for what these have started.
  private static let mostLeft = 64

  private let loop: EventLoop
  /// Those addresses, the oldest first.
  private var left: [OwnAddress] = []
  private var entries: [Int32: Entry] = [:] { didSet { if entries.isEmpty != oldValue.isEmpty { turned() } } }
  /// Called when the first process has come, or the last one has gone.
  private let turned: () -> Void

  init(_ loop: EventLoop, turned: @escaping () -> Void) {
    self.loop = loop
    self.turned = turned
  }

  var isEmpty: Bool { entries.isEmpty }

  func role(of pid: Int32) -> Role { entries[pid]?.role ?? .stranger }

  func arrive(_ pid: Int32) { entry(pid).links += 1 }

  func leave(_ pid: Int32) {
    guard let entry = entries[pid] else { return }
    entry.links -= 1
    guard entry.links == 0 else { return }
    if entry.monitor == nil { entries[pid] = nil } else { lead(entry, to: .bus) }
  }

  /// Gives a process a role for as long as it has a connection.
  func mark(_ pid: Int32, _ role: Role) { entry(pid).role = role }

  /// Remembers the role until the process exits, also across execve(2); `false` if that is impossible. The process must
  /// be waiting for an answer of ours, so that its id cannot have been given to another process.
  func markForLife(_ pid: Int32, _ role: Role) -> Bool {
    let entry = entry(pid)
    if entry.monitor == nil {
      guard entries.values.count(where: { $0.monitor != nil }) < Self.mostMonitored else { return false }
      do throws(SystemError) {
        let process = PassedDescriptor(try systemCall("pidfd_open") { clinux_open_process(pid) })
        let registration = try loop.monitor(process.file.raw, for: .readable) { [unowned self] _ in died(pid)
        }
        entry.monitor = (process, registration)
      } catch {
        log(.warning, "process \(pid) cannot be followed: \(error)")
        return false
      }
    }
    entry.role = role
    return true
  }

  // MARK: Addresses

  func give(_ address: OwnAddress, to pid: Int32) {
    left.removeAll { $0.path == address.path }
    entry(pid).address = address
  }

  /// Until its last connection here has gone, all that the process starts is on the session bus.
  func hasName(_ pid: Int32) { if let entry = entries[pid] { lead(entry, to: .session) } }

  /// After the removal of their directory.
  func makeAddressesAgain() {
    for address in entries.values.compactMap(\.address) {
      do throws(SystemError) { try address.make() } catch { Self.warn(of: address, error) }
    }
  }

  /// When this bus ends, what the processes have started stays on the session bus.
  func giveUpAddresses() {
    for entry in entries.values {
      lead(entry, to: .session)
      entry.address = nil
    }
  }

  private func lead(_ entry: Entry, to target: OwnAddress.Target) {
    do throws(SystemError) { try entry.address?.lead(to: target) } catch {
      if let address = entry.address { Self.warn(of: address, error) }
    }
  }

  private static func warn(of address: OwnAddress, _ error: SystemError) {
    log(
      .warning,
      "\(address.path) does not lead to \(address.target == .bus ? "this" : "the session") bus: \(error)")
  }

  private func died(_ pid: Int32) {
    guard let entry = entries[pid], let monitor = entry.monitor else { return }
    loop.cancel(monitor.registration)
    entry.monitor = nil
    lead(entry, to: .session)
    if let address = entry.address { left.append(address) }
    if left.count > Self.mostLeft { left.removeFirst().remove() }
    entry.address = nil
    if entry.links == 0 { entries[pid] = nil }
  }

  private func entry(_ pid: Int32) -> Entry {
    if let entry = entries[pid] { return entry }
    let entry = Entry()
    entries[pid] = entry
    return entry
  }
}
