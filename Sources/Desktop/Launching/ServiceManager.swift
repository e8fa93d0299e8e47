import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel

/// Starts transient units at the person's service manager (`systemd --user`), where there is one on the bus.
///
/// Invariant: each start is answered once; answers of an earlier connection are ignored.
final class ServiceManager: BusFollower {
  /// Called with the failure, or `nil` once the program runs.
  typealias Answer = (AppStartFailure?) -> Void

  private static let name = "org.freedesktop.systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  private static let path = "/org/freedesktop/systemd1"
  private static let patienceMilliseconds: Int64 = 25_000

  private let loop: EventLoop
  private let reporting: (DesktopFact) -> Void
  private var connection: BusClient?
  private var names: NameOwner?
  private var jobs: BusSubscription?
  private var reported: DesktopFact?
  /// The unanswered starts, by the name of the unit.
  private var pending: [String: Pending] = [:]

  private struct Pending {
    let answer: Answer
    let patience: Delay
  }

  init(_ loop: EventLoop, reporting: @escaping (DesktopFact) -> Void) {
    self.loop = loop
    self.reporting = reporting
  }

  func arrived(on connection: BusClient) {
    self.connection = connection
    names = NameOwner(of: Self.name, on: connection) { [unowned self] in found(owner: $0) }
  }

  func left() {
    names = nil
    jobs = nil
    connection = nil
    abandon(.noBus)
    report(.noBusForApps)
  }

  /// `then` is called once the program runs or has failed to start.
  func start(_ unit: TransientUnit, then: @escaping Answer) {
    guard let connection else { return then(.noBus) }
    let method = BusMethod("StartTransientUnit", of: Self.interface, at: Self.path, on: Self.name)
    connection.call(method, unit.arguments) { [self] answer in
      switch answer {
      // The result of the job comes by the signal JobRemoved.
      case .success: break
      case .failure(.refused("org.freedesktop.DBus.Error.ServiceUnknown")),
        .failure(.refused("org.freedesktop.DBus.Error.NameHasNoOwner")):
        conclude(unit.name, .noServiceManager)
      case .failure(.refused(let error)): conclude(unit.name, .refusedByServiceManager(error))
      case .failure(.timedOut): conclude(unit.name, .unanswered)
      case .failure(.disconnected): conclude(unit.name, .noBus)
      }
    }
    pending[unit.name] = Pending(
      answer: then,
      patience: Delay(Self.patienceMilliseconds, loop) { [weak self] in self?.conclude(unit.name, .unanswered)
      })
  }

  private func found(owner: String?) {
    guard let connection else { return }
    jobs = owner.map { owner in
      // The client that has queued a job gets its JobRemoved without a call of Subscribe.
      BusSubscription(connection, sender: owner, interface: Self.interface, member: "JobRemoved") {
        [self] signal in
        guard signal.arguments.count == 4, case .string(let unit) = signal.arguments[2],
          case .string(let result) = signal.arguments[3]
        else { return }
        conclude(unit, result == "done" ? nil : .notRun)
      }
    }
    if owner == nil { abandon(.noServiceManager) }
    report(owner != nil ? .appsStart : .appsStartByBusAlone)
  }

  private func conclude(_ unit: String, _ failure: AppStartFailure?) {
    pending.removeValue(forKey: unit)?.answer(failure)
  }

  private func abandon(_ failure: AppStartFailure) {
    for name in Array(pending.keys) { conclude(name, failure) }
  }

  private func report(_ fact: DesktopFact) {
    guard fact != reported else { return }
    reported = fact
    reporting(fact)
  }
}
