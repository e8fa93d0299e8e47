import Delivery
import Glibc
import NotificationModel
import SessionBus

/// Asks who owns the notification server's name, whether that answers, and what it can.
///
/// Invariant: every probe ends in one finding, however long the server keeps silent.
final class ServerProbe: BusFollower {
  private static let answerMilliseconds: Int32 = 2_000
  private static let install =
    "Install a notification server, such as dunst, mako-notifier or xfce4-notifyd, and start it with your session."
  private static let start = "Start it anew, as it was started before."

  private let reporting: (DesktopFinding) -> Void
  private var address = ServerAddress(.usual)
  private var connection: BusConnection?
  /// At bellhop-bus, and how long it is waited for.
  private var attempt: BusAttempt?
  private var patience: Delay?

  init(reporting: @escaping (DesktopFinding) -> Void) { self.reporting = reporting }

  func arrived(on connection: BusConnection) { self.connection = connection }
  func left() { connection = nil }
  func take(_ route: ServerRoute) { address = ServerAddress(route) }

  func begin() {
    guard let connection else {
      return report(
        .missing, "There is no session bus.",
        remedy: "Start bellhopd in the session, or install dbus-user-session and log in again.")
    }
    connection.call(.bus("GetNameOwner"), [.string(address.name)]) { [self] answer in
      guard case .success(let values) = answer, case .string(let owner)? = values.first else {
        return lookForService(connection)
      }
      OtherOwner.isOurselves(owner, on: connection) { [self] isOurs in
        if isOurs { lookForService(connection) } else { identify(owner, connection) }
      }
    }
  }

  private func lookForService(_ connection: BusConnection) {
    guard address.isStartable else { return reportNobody() }
    connection.call(.bus("ListActivatableNames")) { [self, address] answer in
      if case .success(let values) = answer, case .strings(let names)? = values.first,
        names.contains(address.name)
      {
        report(.works, "No notification server runs, and the bus can start one.")
      } else if address.bus != nil {
        reportNobody()
      } else {
        report(
          .missing, "No notification server runs, and the bus knows of none that it could start.",
          remedy: Self.install)
      }
    }
  }

  private func reportNobody() {
    report(
      .missing, "No notification server runs where Bellhop looks for it (\(address.name)).",
      remedy: Self.start)
  }

  private func identify(_ owner: String, _ connection: BusConnection) {
    if let bus = address.bus { return askBus(bus, owner, connection) }
    connection.call(.bus("GetConnectionUnixProcessID"), [.string(owner)]) { [self] answer in
      ask(owner, Self.description(ofProcessIn: answer), connection)
    }
  }

  /// The session bus takes the server for bellhop-bus, which knows better.
  private func askBus(_ bus: BusAddress, _ owner: String, _ connection: BusConnection) {
    let attempt = BusAttempt()
    self.attempt = attempt
    patience = Delay(milliseconds: UInt32(Self.answerMilliseconds)) { [weak self] in self?.attempt = nil }
    BusConnection.open(bus, attempt: attempt) { [self] result in
      patience = nil
      self.attempt = nil
      guard case .success(let bus) = result else { return ask(owner, Self.unknownProcess, connection) }
      let question = BusMethod(
        "GetServer", of: "io.bellhop.Bus1", at: "/io/bellhop/Bus", on: "io.bellhop.Bus")
      bus.call(question, timeoutMilliseconds: Self.answerMilliseconds) { [self] answer in
        let isSame = (try? answer.get())?.last == .string(owner)
        ask(owner, isSame ? Self.description(ofProcessIn: answer) : Self.unknownProcess, connection)
      }
    }
  }

  private func ask(_ owner: String, _ process: String, _ connection: BusConnection) {
    let began = Self.milliseconds
    connection.call(question("GetServerInformation", owner), timeoutMilliseconds: Self.answerMilliseconds) {
      [self] answer in
      switch answer {
      case .success(let values):
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == 4 else { return reportStranger(process) }
        askCapabilities(
          owner,
          "\(texts[0]) \(texts[2]) (\(process)) \(address.standing) and answers in "
            + "\(max(1, Self.milliseconds - began)) ms", connection)
      case .failure(.refused(let error)) where error != "org.freedesktop.DBus.Error.NoReply":
        reportStranger(process)
      case .failure: reportSilence(process)
      }
    }
  }

  private func askCapabilities(_ owner: String, _ who: String, _ connection: BusConnection) {
    connection.call(question("GetCapabilities", owner), timeoutMilliseconds: Self.answerMilliseconds) {
      [self] answer in
      guard case .success(let values) = answer, case .strings(let names)? = values.first else {
        return report(.limited, "\(who); it does not say what it can.", remedy: nil)
      }
      let lacks = ["actions", "body"].filter { !names.contains($0) }
      let can = names.isEmpty ? "nothing beyond titles" : names.sorted().joined(separator: ", ")
      guard lacks.isEmpty else {
        return report(
          .limited, "\(who). It can: \(can). It lacks: \(lacks.joined(separator: ", ")).",
          remedy: "Switch these on in its configuration, or use another server.")
      }
      report(.works, "\(who). It can: \(can).")
    }
  }

  private func reportSilence(_ process: String) {
    report(
      .missing,
      "\(process) \(address.standing) and has not answered within \(Self.answerMilliseconds / 1_000) s.",
      remedy: "Start it anew; what was posted meanwhile is held, and shown then.")
  }

  private func reportStranger(_ process: String) {
    report(
      .missing, "\(process) owns the name and is no notification server.", remedy: "End it. \(Self.install)")
  }

  private func question(_ member: String, _ owner: String) -> BusMethod {
    BusMethod(member, of: address.interface, at: ServerAddress.path, on: owner)
  }

  private func report(_ verdict: DesktopFinding.Verdict, _ text: String, remedy: String? = nil) {
    reporting(DesktopFinding(.server, verdict, text, remedy: remedy))
  }

  private static let unknownProcess = "a process that the bus cannot name"

  private static func description(ofProcessIn answer: Result<[BusValue], BusError>) -> String {
    guard case .success(let values) = answer, case .uint32(let number)? = values.first else {
      return unknownProcess
    }
    return description(ofProcess: number)
  }

  /// Its number, and what it runs where that can be read.
  private static func description(ofProcess number: UInt32) -> String {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/\(number)/exe", &path, path.count)
    guard count > 0 else { return "process \(number)" }
    let program = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "process \(number), \(program)"
  }

  private static var milliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
