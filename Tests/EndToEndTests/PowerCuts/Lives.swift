import BellhopClient
import Glibc
import TestSupport
import Testing

/// The lives whose power is cut.
enum Life: String, CaseIterable {
  case plain = "a plain life"
  case calls = "each kind of call"
  case front = "the desktop's own interface"
  case pictures
  case spool = "what root leaves"
  case salvage = "a salvage of a file without its beginning"
  case recount = "a salvage of a file that counts wrong"
  case earlier = "a database of an earlier version"

  func recorded() async throws -> PowerCuts {
    switch self {
    case .plain: try await Self.plain()
    case .calls: try await Self.calls()
    case .front: try await Self.front()
    case .pictures: try await Self.pictures()
    case .spool: try await Self.spool()
    case .salvage:
      try await Self.salvage { database in
        let file = open(database, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        try #require(pwrite(file, [UInt8](repeating: 0, count: 100), 100, 0) == 100)
      }
    case .recount:
      try await Self.salvage { database in
        try #require(shell("sqlite3 \(quoted(database)) 'UPDATE tallies SET unread = 41'").status == 0)
        // As a daemon leaves it that doubts its database.
        writeFile("\(database.dropLast("bellhop.db".count))bellhop.lock", "suspect 1")
      }
    case .earlier: try await Self.earlier()
    }
  }

  /// With these directories.
  private static func life(_ configuration: String = "", in made: [String] = []) throws -> RecordedLife {
    let rig = DaemonRig(configuration: DaemonRig.unlimited + configuration)
    for name in made { try #require(mkdir("\(rig.directory.path)/\(name)", 0o700) == 0) }
    return try RecordedLife(rig)
  }

  /// Two days: the first one ends in order, and the second does not.
  static func plain(_ configuration: String = "", in made: [String] = []) async throws -> PowerCuts {
    let life = try life(configuration, in: made)
    try await life.daemon(ends: true) {
      for number in 1...5 {
        _ = try life.app("Post") {
          try $0.post(request(identifier: "\(number % 3)", title: "Number \(number)", body: "text"))
        }
      }
      _ = try life.person("MarkRead") { try $0.markRead([NotificationID(1)]) }
    }
    try await life.daemon {
      _ = try life.app("Post") { try $0.post(request(title: "The second day")) }
      _ = try life.person("Dismiss") { try $0.dismiss([NotificationID(2)]) }
      _ = try life.person("Undo") { try $0.undo() }
    }
    return try life.cuts()
  }

  private static func calls() async throws -> PowerCuts {
    let life = try life()
    let (mail, chat) = (AppID.mail, AppID.literal("org.example.Chat"))
    let reply = Action(id: .literal("reply"), title: "Reply")
    func id(_ number: Int64) -> NotificationID { NotificationID(number) }
    try await life.daemon(ends: true) {
      _ = try life.app("RegisterCategories") {
        try $0.registerCategories([Category(id: .literal("letter"), actions: [reply])], app: mail)
      }
      let requests = [
        request(identifier: "a", title: "First"), request(identifier: "a", title: "First, changed"),
        request(title: "Second", actions: [reply]), request(category: "letter", title: "Third"),
        request(title: "Later", trigger: .after(seconds: 3_600, repeats: false)),
        request(title: "Not for long", expiresAfter: 3_600), request(title: "Private", isPrivate: true),
        request("org.example.Chat", title: "Of another app"), request(title: "Fourth"),
        request(title: "Fifth"),
      ]
      for request in requests { _ = try life.app("Post") { try $0.post(request) } }
      _ = try life.app("MarkRead") { try $0.markRead(app: mail, identifiers: [.literal("a")]) }
      _ = try life.app("Withdraw") { try $0.withdraw(app: mail, ids: [id(4)]) }
    }
    try await life.daemon(ends: true) {
      _ = try life.person("SetAuthorization") { try $0.setAuthorization(.denied, app: chat) }
      _ = try life.person("ForgetApp") { try $0.forget(chat) }
      _ = try life.person("SetAppSettings") { try $0.change(AppSettings(banners: false), app: mail) }
      _ = try life.person("SetDoNotDisturb") { try $0.setDoNotDisturb(true) }
      _ = try life.person("SetQuietHours") { try $0.setQuietHours(WeeklySpans("22:00-07:00")) }
      _ = try life.person("SetSilent") { try $0.setSilent(true) }
      _ = try life.person("SetRatingPrompts") { try $0.setRatingPrompts(false) }
      _ = try life.person("SetFront") {
        try $0.setFront(.on, until: .at(Timestamp(milliseconds: Int64(time(nil) + 3_600) * 1_000)))
      }
      _ = try life.person("SetLocked") { try $0.setLocked(true) }
      _ = try life.person("SetLocked") { try $0.setLocked(false) }
    }
    try await life.daemon(ends: true) {
      _ = try life.person("Activate") { try $0.activate(id(2), action: reply.id) }
      _ = try life.app("Acknowledge") { try $0.acknowledge(app: mail, through: EventSequence(1)) }
      _ = try life.person("Snooze") {
        try $0.snooze(id(3), until: .at(Timestamp(milliseconds: Int64(time(nil) + 3_600) * 1_000)))
      }
      _ = try life.person("Dismiss") { try $0.dismiss([id(8)]) }
      _ = try life.person("Undo") { try $0.undo() }
      _ = try life.person("MarkRead") { try $0.markRead(nil) }
      _ = try life.person("Clear") { try $0.clear() }
      _ = try life.person("Erase") { try $0.erase(.everything) }
    }
    return try life.cuts()
  }

  private static func front() async throws -> PowerCuts {
    let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
    let server = try await ScriptedServer(on: desk.renaming.bus)
    let life = try RecordedLife(desk.rig)
    try await life.daemon {
      try await desk.ownsName()
      let number = try await desk.notifySend("First")
      try await desk.notifySend("Second")
      try await desk.notifySend("-r", "\(number)", "First, changed")
      _ = try await desk.output(
        "/usr/bin/busctl", "--address=\(desk.renaming.bus.address)", "call", RenamingBus.a,
        "/org/freedesktop/Notifications", RenamingBus.a, "CloseNotification", "u", "\(number)")
    }
    let cuts = try life.cuts(isAlone: false)
    // That it runs, three posts and the closing.
    #expect(cuts.answers.count >= 5)
    let titles = cuts.rows.map { rows in
      ["First", "Second", "First, changed"].filter { rows.contains("'\($0)'") }
    }
    #expect(
      titles.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        == [[], ["First"], ["First", "Second"], ["Second", "First, changed"]])
    _ = server
    return cuts
  }

  static func pictures(in made: [String] = []) async throws -> PowerCuts {
    let life = try life(in: made)
    func picture(_ name: String, _ bytes: Int) -> String {
      life.rig.directory.write(
        "\(name).png", SampleImage.png(String(repeating: name, count: bytes / name.utf8.count)))
      return "\(life.rig.directory.path)/\(name).png"
    }
    try await life.daemon {
      _ = try life.app("Post") { try $0.post(request(title: "One", image: picture("One", 3_000))) }
      _ = try life.app("Post") { try $0.post(request(title: "Two", image: picture("Two", 100))) }
      _ = try life.app("Withdraw") { try $0.withdraw(app: .mail, ids: [NotificationID(1)]) }
      _ = try life.app("Post") { try $0.post(request(title: "Three", image: picture("Three", 1_500))) }
    }
    try await life.daemon {
      _ = try life.app("Post") { try $0.post(request(title: "Four", image: picture("Four", 600))) }
    }
    return try life.cuts()
  }

  /// A database with twenty notifications, partly in its log, that is damaged.
  private static func salvage(_ damage: (String) throws -> Void) async throws -> PowerCuts {
    let rig = DaemonRig(configuration: DaemonRig.unlimited)
    for day in 1...2 {
      try await rig.start()
      for number in 1...10 { try rig.post("Day \(day), number \(number)") }
      if day == 1 { #expect(try await rig.terminate() == 0) } else { try rig.crash() }
    }
    try damage("\(rig.state)/bellhop.db")
    let life = try RecordedLife(rig)
    try await life.daemon {
      _ = try life.app("Post") { try $0.post(request(title: "Afterwards")) }
    }
    let cuts = try life.cuts(maySetAside: true)
    let titles = (1...2).flatMap { day in (1...10).map { "'Day \(day), number \($0)'" } }
    #expect(cuts.rows.allSatisfy { rows in titles.allSatisfy(rows.contains) })
    return cuts
  }

  /// Its rows are partly in its log.
  private static func earlier() async throws -> PowerCuts {
    let rig = DaemonRig(configuration: DaemonRig.unlimited)
    mkdir(rig.state, 0o700)
    let database = "\(rig.state)/bellhop.db"
    try #require(
      shell(
        """
        sqlite3 \(quoted(database)) 'PRAGMA journal_mode = WAL; PRAGMA application_id = 1113943148;
          CREATE TABLE notifications (id INTEGER PRIMARY KEY, title TEXT); PRAGMA user_version = 14;
          PRAGMA wal_checkpoint(TRUNCATE);' '.dbconfig no_ckpt_on_close on' \
          "INSERT INTO notifications (title) VALUES ('One'), ('Two')"
        """
      ).status == 0)
    let life = try RecordedLife(rig)
    try await life.daemon { _ = try life.app("Post") { try $0.post(request(title: "Afterwards")) } }
    let cuts = try life.cuts(maySetAside: true)
    #expect(cuts.rows.allSatisfy { $0.contains("'One'") && $0.contains("'Two'") })
    return cuts
  }
}

extension Life {
  /// Two messages of root's before their reader's daemon runs, and one after it has. `isMade`: with the directories.
  static func spool(isMade: Bool = false) async throws -> PowerCuts {
    let program = TemporaryDirectory()
    let people = "\(program.path)/people"
    let runtime = "\(people)/65534"
    // The build directory is closed to other users.
    let rig = DaemonRig(
      configuration: try #require(PackageFiles.contents(of: "config/bellhop.conf.d/50-system.conf")),
      program: "\(program.path)/bellhopd", runtime: runtime)
    try #require(
      shell(
        "chmod 755 \(quoted(program.path)) \(quoted(rig.directory.path)) && mkdir -p \(quoted(runtime)) && "
          + "cp \(quoted(DaemonRig.daemonPath)) \(quoted(program.path)) && chmod 755 \(quoted(program.path))/bellhopd"
          + " && chown 65534 \(quoted(runtime)) && chmod 700 \(quoted(runtime))"
          + " && mkdir -m 700 \(quoted(rig.state)) && chown 65534 \(quoted(rig.state))"
      ).status == 0)
    let spool = "\(rig.directory.path)/spool"
    let command = [
      DaemonRig.toolPath, "post", "--to", "nobody", "--keep", "--people", people, "--spool", spool,
    ]
    if isMade {
      let made = shell(
        "\((command + ["Title"]).map(quoted).joined(separator: " ")) && rm \(quoted(spool))/*/*")
      try #require(made.status == 0)
    }
    let life = try RecordedLife(rig)
    func keep(_ title: String) async throws {
      let kept = try await life.run(command + [title])
      #expect(kept == (0, "nobody: kept\n"))
    }
    try await keep("First")
    try await keep("Second")
    try await life.daemon(of: 65_534, with: ["--spool-directory", spool], until: "Second")
    try await keep("Third")
    // The daemon alone asks for what it stores.
    let cuts = try life.cuts(isAlone: false)
    // A message and the name of its file, by which it is known: neither without the other.
    #expect(
      cuts.rows.allSatisfy { rows in
        let lines = rows.split(separator: "\n")
        let files = lines.count { $0.hasPrefix("kept_files: ") }
        return lines.count { $0.hasPrefix("notifications: ") } == files
      })
    return cuts
  }
}
