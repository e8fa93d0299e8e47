import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Clients without support for Bellhop, each by the front and with the server alone. The differences stand in the
  /// table of Clients.md, each cell of which is compared with the observation here.
  ///
  /// `BELLHOP_CLIENTS=FILE` runs all of them, and writes the observations to the file; otherwise the two most frequent
  /// clients run.
  @Suite struct EveryClient {
    struct Cell: CustomStringConvertible, Sendable {
      let client: ClientMatrix.Client
      let server: ServerMatrix.Server
      var description: String { "\(client) on \(server)" }
    }

    private static let file = getenv("BELLHOP_CLIENTS").map { String(cString: $0) }

    private static let cells =
      ClientMatrix.Client.allCases.flatMap { client in
        ClientMatrix.servers.map { Cell(client: client, server: $0) }
      }.filter { file != nil || $0.server == .dunst && [.firefox, .notifySend].contains($0.client) }

    @Test(arguments: cells)
    func `does with the front on what it does without it, but for what the table says`(cell: Cell)
      async throws
    {
      guard access(cell.client.program, R_OK) == 0 else {
        print("\(cell.client) is not installed (\(cell.client.program)), and not tried")
        return
      }
      let alone = try await play(cell, isFronted: false)
      let fronted = try await play(cell, isFronted: true)
      let comparison = ClientComparison(alone: alone, fronted: fronted)
      if let path = Self.file, let file = fopen(path, "a") {
        fputs("\(cell.client) | \(cell.server) | \(comparison.cell)\n", file)
        for example in comparison.examples { fputs("    \(example)\n", file) }
        fclose(file)
      }
      #expect(
        comparison.cell == ClientMatrix.cell(cell.client, cell.server),
        "\(cell): \(comparison.examples.joined(separator: "\n"))")
    }

    private func play(_ cell: Cell, isFronted: Bool) async throws -> ClientComparison.Run {
      let stage = try await ClientStage(cell.server, isFronted: isFronted)
      let name = "\(cell.client)-\(stage.server.name)\(isFronted ? "" : "-alone")"
      switch cell.client {
      case .firefox: try await stage.play(.firefox, screenshot: name)
      case .chromium: try await stage.play(.chromium, screenshot: name)
      case .notifySend: try await stage.playNotifySend()
      case .dunstify: try await stage.playDunstify()
      case .zenity: try await stage.playZenity()
      case .notify2: try await stage.playNotify2()
      case .gNotification: try await stage.playGNotification()
      case .kNotifications: try await stage.playKNotifications()
      case .volume: try await stage.playVolumeKey()
      }
      let given = try await stage.settledNotifications()
      try await stage.end()
      return ClientComparison.Run(given: given, heard: stage.heard, counts: stage.counts)
    }
  }
}
