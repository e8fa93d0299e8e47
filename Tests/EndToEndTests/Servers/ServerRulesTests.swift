import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// What a person has set up at their notification server holds with the front on as without it: each rule runs a
  /// command, which writes down that it matched.
  @Suite struct ServerRules {
    enum Server: String, CaseIterable, CustomStringConvertible {
      case dunst, mako, swaync
      var description: String { rawValue }
    }

    /// A rule, and the call that it is about.
    private struct Rule {
      let name: String
      /// By dunst's name for the field of the call, which mako and swaync call otherwise.
      let field: String
      let value: String
      let post: [String]
    }

    private static let icon = "/usr/share/icons/hicolor/48x48/apps/firefox-esr.png"

    private static let rules = [
      Rule(name: "summary", field: "summary", value: "Meeting", post: ["Meeting", "At noon"]),
      Rule(name: "plain", field: "body", value: "Starts at noon", post: ["Plain", "Starts at noon"]),
      Rule(name: "ampersand", field: "body", value: "Q&A starts", post: ["Ampersand", "Q&A starts"]),
      Rule(name: "entity", field: "body", value: "Q&amp;A ends", post: ["Entity", "Q&amp;A ends"]),
      Rule(name: "less", field: "body", value: "battery <10%", post: ["Less", "battery <10%"]),
      Rule(
        name: "markup", field: "body", value: "<b>Build</b> failed", post: ["Markup", "<b>Build</b> failed"]),
      Rule(name: "file", field: "icon", value: icon, post: ["-i", icon, "File"]),
      Rule(name: "theme", field: "icon", value: "mail-unread", post: ["-i", "mail-unread", "Theme"]),
      Rule(
        name: "category", field: "category", value: "im.received", post: ["-c", "im.received", "Category"]),
      Rule(name: "name", field: "appname", value: "Solaar", post: ["-a", "Solaar", "Name"]),
      Rule(
        name: "entry", field: "desktop_entry", value: "org.example.Entry",
        post: ["-h", "string:desktop-entry:org.example.Entry", "Entry"]),
      Rule(name: "last", field: "summary", value: "Last", post: ["Last"]),
    ]

    /// A server with these rules, called past us or behind the front.
    private struct Desk {
      let front: FrontDesk?
      let server: any ObservedServer
      private let bus: PrivateBus
      private let directory = TemporaryDirectory()
      private let log: String

      init(_ kind: Server, isFronted: Bool) async throws {
        front = isFronted ? try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited) : nil
        if let front { bus = front.renaming.bus } else { bus = try await PrivateBus() }
        let directory = directory.path
        chmod(directory, 0o777)
        let log = "\(directory)/log"
        self.log = log
        for rule in rules {
          let script = "\(directory)/\(rule.name)"
          writeFile(script, "#!/bin/sh\necho \(rule.name) >> \(log)\n")
          chmod(script, 0o755)
        }
        server =
          switch kind {
          case .dunst:
            try await DunstServer(on: bus, screen: VirtualScreen(), settings: ServerRules.dunst(directory))
          case .mako: try await MakoServer(on: bus, settings: ServerRules.mako(directory))
          case .swaync: try await SwayNotificationCenter(on: bus, settings: ServerRules.swaync(directory))
          }
        try await front?.open()
      }

      func post(_ arguments: [String]) async throws {
        _ = try await TestSupport.run(
          ["/usr/bin/notify-send"] + arguments,
          ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      }

      /// The rules that matched, once the last has.
      func matched() async throws -> Set<Substring> {
        for rule in rules { try await post(["-t", "2000"] + rule.post) }
        return try await eventually("the rule of the last call") {
          let lines = String(decoding: (try? readFile(log)) ?? [], as: UTF8.self).split(separator: "\n")
          return lines.contains("last") ? Set(lines) : nil
        }
      }
    }

    /// In dunst's words; a critical one is up for a second.
    private static func dunst(_ directory: String) -> String {
      let sections = rules.map { rule in
        "[\(rule.name)]\n\(rule.field) = \"\(rule.value)\"\nscript = \(directory)/\(rule.name)\n"
      }
      return "[urgency_critical]\ntimeout = 1\n" + sections.joined()
    }

    /// Bellhop's word about the first urgent one of an app ends too.
    private static func mako(_ directory: String) -> String {
      let fields = ["appname": "app-name", "desktop_entry": "desktop-entry", "icon": "app-icon"]
      let sections = rules.map { rule in
        "[\(fields[rule.field] ?? rule.field)=\"\(rule.value)\"]\non-notify=exec \(directory)/\(rule.name)\n"
      }
      return "default-timeout=1000\n" + sections.joined() + "[urgency=critical]\ndefault-timeout=1000\n"
    }

    /// swaync knows no rules by icon and entry.
    private static func swaync(_ directory: String) -> String {
      let fields = ["appname": "app-name"]
      let scripts = rules.filter { !["icon", "desktop_entry"].contains($0.field) }.map { rule in
        """
        "\(rule.name)": {"exec": "\(directory)/\(rule.name)", "\(fields[rule.field] ?? rule.field)": "^\(rule.value)$"}
        """
      }
      return "{\"scripts\": {\(scripts.joined(separator: ","))}}"
    }

    @Test(arguments: Server.allCases)
    func `rules match the same calls`(_ kind: Server) async throws {
      let alone = try await Desk(kind, isFronted: false).matched()
      let fronted = try await Desk(kind, isFronted: true).matched()
      #expect(fronted == alone)
      print("the rules that \(kind) matched: \(alone.sorted().joined(separator: ", "))")
    }

    @Test(arguments: [Server.dunst, .mako])
    func `the server's own time for a critical one ends it`(_ kind: Server) async throws {
      for isFronted in [false, true] {
        let desk = try await Desk(kind, isFronted: isFronted)
        try await desk.post(["-u", "critical", "Disk Full"])
        try await eventually("a critical one that is up", holds: { try await desk.server.count() == 1 })
        try await eventually("its end", holds: { try await desk.server.count() == 0 })
      }
    }
  }
}
