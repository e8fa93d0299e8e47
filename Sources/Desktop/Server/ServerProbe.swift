import Delivery
import Glibc
import NotificationModel
import SessionBus

/// Asks who owns the notification server's name, whether that answers, and what it can.
///
/// Invariant: every probe ends in one finding, however long the server keeps silent.
final class ServerProbe: BusFollower {
  private static let serverName = "org.freedesktop.Notifications"
  private static let answerMilliseconds: Int32 = 2_000
  private static let install =
    "Install a notification server, such as dunst, mako-notifier or xfce4-notifyd, and start it with your session."

  private let reporting: (DesktopFinding) -> Void
  private var connection: BusConnection?

  init(reporting: @escaping (DesktopFinding) -> Void) { self.reporting = reporting }

  func arrived(on connection: BusConnection) { self.connection = connection }
  func left() { connection = nil }

  func begin() {
    guard let connection else {
      return report(
        .missing, "There is no session bus.",
        remedy: "Start bellhopd in the session, or install dbus-user-session and log in again.")
    }
    connection.call(.bus("GetNameOwner"), [.string(Self.serverName)]) { [self] answer in
      if case .success(let values) = answer, case .string(let owner)? = values.first {
        identify(owner, connection)
      } else {
        lookForService(connection)
      }
    }
  }

  private func lookForService(_ connection: BusConnection) {
    connection.call(.bus("ListActivatableNames")) { [self] answer in
      if case .success(let values) = answer, case .strings(let names)? = values.first,
        names.contains(Self.serverName)
      {
        report(.works, "No notification server runs, and the bus can start one.")
      } else {
        report(
          .missing, "No notification server runs, and the bus knows of none that it could start.",
          remedy: Self.install)
      }
    }
  }

  private func identify(_ owner: String, _ connection: BusConnection) {
    connection.call(.bus("GetConnectionUnixProcessID"), [.string(owner)]) { [self] answer in
      var process = "a process that the bus cannot name"
      if case .success(let values) = answer, case .uint32(let number)? = values.first {
        process = Self.description(ofProcess: number)
      }
      ask(owner, process, connection)
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
          "\(texts[0]) \(texts[2]) (\(process)) owns the name and answers in "
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
      .missing, "\(process) owns the name and has not answered within \(Self.answerMilliseconds / 1_000) s.",
      remedy: "Start it anew; what was posted meanwhile is held, and shown then.")
  }

  private func reportStranger(_ process: String) {
    report(
      .missing, "\(process) owns the name and is no notification server.", remedy: "End it. \(Self.install)")
  }

  private func question(_ member: String, _ owner: String) -> BusMethod {
    BusMethod(member, of: Self.serverName, at: "/org/freedesktop/Notifications", on: owner)
  }

  private func report(_ verdict: DesktopFinding.Verdict, _ text: String, remedy: String? = nil) {
    reporting(DesktopFinding(.server, verdict, text, remedy: remedy))
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
