import Delivery
import Desktop
import EventLoop
import NotificationModel

/// What the daemon hears from the desktop, and what it says in the desktop's place.
extension Daemon {
  var showsOnDesktop: Bool { type(of: sink).showsOnDesktop }

  /// There is no notification server to be asked.
  func tellOwnSink() {
    let sink = type(of: sink).name
    engine.assumeIsolated { $0.receive(.finding(.bannersGoElsewhere(sink: sink))) }
  }

  func watchDesktop(on thread: LoopThread) {
    let (loop, engine, lock) = (loop, engine, lock)
    let showsOnDesktop = showsOnDesktop
    desktop.start(on: thread) { report in
      // Whether there is a server on the bus matters to nobody who does not deliver to it.
      if case .server = report, !showsOnDesktop { return }
      // What leaves at this moment must not wait for the engine's transaction.
      if case .lock(let screenLock) = report { lock.heard(screenLock) }
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
