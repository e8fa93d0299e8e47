import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The servers' own command line tools print and do the same with the front on as without it.
  @Suite struct ServerTools {
    /// A server that is called past us, or behind the front.
    private struct Desk {
      let bus: PrivateBus
      let front: FrontDesk?
      let server: any ObservedServer
      private let directory = TemporaryDirectory()

      init(_ kind: ServerMatrix.Server, isFronted: Bool) async throws {
        front = isFronted ? try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited) : nil
        if let front { bus = front.renaming.bus } else { bus = try await PrivateBus() }
        server = try await kind.start(on: bus)
        try await front?.open()
      }

      /// Runs a command on the ordinary session bus. Returns its output and status.
      func run(_ command: String) async throws -> String {
        let process = try ChildProcess(
          ["/bin/sh", "-c", command],
          environment: [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": directory.path, "DISPLAY": nil,
            "WAYLAND_DISPLAY": nil,
          ])
        let status = try await process.exit()
        return "\(process.output())\(status)"
      }
    }

    /// A command, and how many banners are up after it.
    private typealias Step = (command: String, shows: Int)

    private func isTheSame(_ kind: ServerMatrix.Server, _ steps: [Step]) async throws {
      let alone = try await Desk(kind, isFronted: false)
      let fronted = try await Desk(kind, isFronted: true)
      for step in steps {
        var seen: [String] = []
        for desk in [alone, fronted] {
          seen.append(Self.timeless(try await desk.run(step.command)))
          try await eventually(
            "\(step.shows) banners on \(kind) after '\(step.command)'",
            holds: { try await desk.server.count() == step.shows })
        }
        #expect(seen[0] == seen[1], "\(step.command)")
      }
    }

    /// Without the parts that differ: in every run the time of day, and behind the front the numbers, which are
    /// Bellhop's.
    private static func timeless(_ output: String) -> String {
      output.replacing(#/("(?:id|timestamp)"\s*:\s*{\s*"type"\s*:\s*"."\s*,\s*"data"\s*:\s*)\d+/#) {
        "\($0.1)SOME"
      }
    }

    /// Without tags, which are taken out of texts.
    private static let posts: [Step] = [
      ("notify-send -t 60000 -c im.received -i dialog-information 'Lunch?' 'At noon &amp; more'", 1),
      ("notify-send -u low -t 60000 -h int:value:40 -a Mailer Copying", 2),
      ("notify-send -t 60000 'Disk Full' 'Nothing can be saved.'", 3),
    ]

    @Test func `dunstctl tells and closes the same`() async throws {
      try await isTheSame(
        .dunst,
        Self.posts + [
          ("dunstctl count", 3), ("dunstctl count displayed", 3), ("dunstctl count history", 3),
          ("dunstctl count waiting", 3), ("dunstctl is-paused", 3), ("dunstctl history", 3),
          ("dunstctl debug", 3), ("dunstctl help", 3), ("dunstctl nonsense", 3),
          ("dunstctl close", 2), ("dunstctl count", 2), ("dunstctl history", 2),
          ("dunstctl history-pop", 3), ("dunstctl count", 3), ("dunstctl close-all", 0),
          ("dunstctl history", 0), ("dunstctl history-pop 2", 1), ("dunstctl close-all", 0),
          ("dunstctl set-paused true", 0), ("dunstctl is-paused", 0), ("notify-send -t 60000 Waiting", 0),
          ("sleep 0.2; dunstctl count", 0), ("dunstctl set-paused toggle", 1), ("dunstctl is-paused", 1),
          ("dunstctl rule nonsense enable", 1), ("dunstctl close-all", 0),
        ])
    }

    @Test func `makoctl tells and closes the same`() async throws {
      try await isTheSame(
        .mako,
        Self.posts + [
          ("makoctl list", 3), ("makoctl mode", 3), ("makoctl help", 3), ("makoctl nonsense", 3),
          ("makoctl dismiss", 2), ("makoctl list", 2), ("makoctl restore", 3), ("makoctl list", 3),
          ("makoctl dismiss -n 1", 2), ("makoctl dismiss -n 99", 2), ("makoctl list", 2),
          ("makoctl mode -a away", 2), ("makoctl mode", 2), ("makoctl mode -r away", 2),
          ("makoctl mode -s default", 2), ("makoctl mode", 2), ("makoctl reload", 2),
          ("makoctl dismiss -g", 1), ("makoctl dismiss -a", 0), ("makoctl list", 0),
          ("makoctl restore", 1), ("makoctl dismiss --all", 0),
        ])
    }

    /// Except its Do Not Disturb: without dconf on the bus it falls back within moments.
    @Test func `swaync-client tells and closes the same`() async throws {
      try await isTheSame(
        .swaync,
        Self.posts + [
          ("swaync-client -c", 3), ("swaync-client --count", 3), ("swaync-client -D", 3),
          ("swaync-client -v", 3), ("swaync-client -h", 3), ("swaync-client --nonsense", 3),
          ("swaync-client --hide-latest", 3), ("swaync-client --close-latest", 2), ("swaync-client -c", 2),
          ("swaync-client -t", 2),
          ("swaync-client -op", 2), ("swaync-client -cp", 2), ("swaync-client -R", 2),
          ("swaync-client -rs", 2), ("swaync-client --close-all", 0), ("swaync-client -c", 0),
        ])
    }
  }
}
