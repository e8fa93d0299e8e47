import Delivery
import Desktop
import EventLoop
import Journal
import NotificationModel
import Sink
import TimeZones
import Wording

/// Connects the desktop's reports with the engine.
extension Daemon {
  var showsOnDesktop: Bool { type(of: sink).showsOnDesktop }

  /// Reports that banners go to the daemon's own sink, so that no notification server is looked for.
  func tellOwnSink() {
    let sink = type(of: sink).name
    engine.assumeIsolated { $0.receive(.finding(.bannersGoElsewhere(sink: sink))) }
  }

  func followDesktop(on thread: LoopThread) {
    let (loop, engine, lock) = (loop, engine, lock)
    let showsOnDesktop = showsOnDesktop
    desktop.start(on: thread) { report in
      // The presence of a server matters only to a sink that delivers to it.
      if case .server = report, !showsOnDesktop { return }
      // A banner that is leaving right now must see the lock without waiting for the engine's transaction.
      if case .lock(let screenLock) = report { lock.heard(screenLock) }
      if case .frontTakenBack(let failure?) = report {
        log(.warning, "'bellhop front off' could not be run: \(Wording.english.sentence(failure.reason))")
      }
      loop.post { engine.assumeIsolated { $0.receive(report) } }
    } missingBus: { kind in
      if showsOnDesktop { log(.warning, SinkChoice.withoutBus(kind)) }
    }
  }

  func tellConfiguration() {
    let fact = configurationFaults.map { DesktopFact.configurationFault("\($0)") } ?? .configurationIsSound
    engine.assumeIsolated { $0.receive(.finding(fact)) }
  }
}

/// The values of `--sink`.
enum SinkChoice {
  /// Why nothing is shown on the desktop for now: no bus answers at its address (`kind`), or it has no address (`nil`).
  static func withoutBus(_ kind: String?) -> String {
    let names = "DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR/bus"
    let missing =
      kind.map { "nobody answers at the session bus's address (\($0), by \(names))" }
      ?? "there is no session bus (\(names)) and no terminal to print to"
    return "\(missing): every banner waits until there is a bus; --sink console prints them"
  }

  private static let sinks: [any ChosenSink.Type] = [DesktopSink.self, ConsoleSink.self, NoSink.self]
  static let automatic = "auto"
  static let words = [automatic] + sinks.map { $0.name }

  /// The sink with that name; for `auto` the first that is available, else the first. `nil` for an unknown name.
  static func sink(_ word: String) -> (any ChosenSink.Type)? {
    word == automatic ? sinks.first { $0.isThere } ?? sinks.first : sinks.first { $0.name == word }
  }
}

/// Reports the computer's time zone, at once and whenever the setting may have changed.
struct ZoneMonitor: ~Copyable {
  private let monitor: NameMonitor

  /// `nil` if `TZ` sets the zone for the process's whole life, or if the directory cannot be monitored.
  init?(_ loop: EventLoop, _ tell: @escaping (SystemZones) -> Void) {
    guard SystemZones.variable == nil else { return nil }
    // The link may be gone for a moment while it is replaced: until it is back, the zone is the one before.
    let look = { if let zones = SystemZones() { tell(zones) } }
    do throws(SystemError) {
      monitor = try NameMonitor(SystemZones.linkName, in: [SystemZones.linkDirectory], loop, look)
    } catch {
      log(.warning, "a change of the time zone will not be noticed: \(error)")
      return nil
    }
    // After the monitor has begun, so that no change is missed.
    look()
  }
}
