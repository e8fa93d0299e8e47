import BusSocket
import BusWire
import CLinux
import EventLoop
import Glibc
import Journal

/// What the processes here are. The kernel says which one a connection is from (SO_PEERCRED); children have numbers of
/// their own, and are strangers whatever they have inherited.
final class Processes {
  private final class Entry {
    var role = Role.stranger
    var links = 0
    /// The pidfd of a process that registered with `exec`; its role lasts until it exits.
    var monitor: (process: PassedDescriptor, registration: Registration)?
  }

  /// More programs than anybody has become a server by `bellhop-bus exec`.
  private static let mostMonitored = 64

  private let loop: EventLoop
  private var entries: [Int32: Entry] = [:]

  init(_ loop: EventLoop) { self.loop = loop }

  func role(of pid: Int32) -> Role { entries[pid]?.role ?? .stranger }

  func arrive(_ pid: Int32) { entry(pid).links += 1 }

  func leave(_ pid: Int32) {
    guard let entry = entries[pid] else { return }
    entry.links -= 1
    if entry.links == 0, entry.monitor == nil { entries[pid] = nil }
  }

  /// For as long as a connection of it is open.
  func mark(_ pid: Int32, _ role: Role) { entry(pid).role = role }

  /// Remembers the role until the process exits, also across execve(2). It must be waiting for an answer of ours, so
  /// that its number is its own. Whether that can be done.
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

  private func died(_ pid: Int32) {
    guard let entry = entries[pid], let monitor = entry.monitor else { return }
    loop.cancel(monitor.registration)
    entry.monitor = nil
    if entry.links == 0 { entries[pid] = nil }
  }

  private func entry(_ pid: Int32) -> Entry {
    if let entry = entries[pid] { return entry }
    let entry = Entry()
    entries[pid] = entry
    return entry
  }
}
