extension VirtualScreen {
  /// The visible windows of a process that are large enough to read.
  func banners(of process: ChildProcess) async throws -> [ScreenArea] {
    let search = ["/usr/bin/xdotool", "search", "--onlyvisible", "--pid", "\(process.pid)", "--name", "."]
    // xdotool fails when it finds no window.
    guard let found = try? await run(search, ["DISPLAY": display]) else { return [] }
    var areas: [ScreenArea] = []
    for window in found.split(separator: "\n") {
      let question = ["/usr/bin/xdotool", "getwindowgeometry", "--shell", String(window)]
      // The window may be gone already.
      guard let geometry = try? await run(question, ["DISPLAY": display]),
        let area = ScreenArea(geometry: geometry), area.height > 1
      else { continue }
      areas.append(area)
    }
    return areas
  }
}

/// The place of a window on the screen.
struct ScreenArea: Hashable {
  var x: Int
  var y: Int
  var height: Int

  /// Reads the output of `xdotool getwindowgeometry --shell`.
  init?(geometry: String) {
    let lines = geometry.split(separator: "\n").map { $0.split(separator: "=") }
    func value(_ name: String) -> Int? {
      lines.first { $0.count == 2 && $0[0] == name }.flatMap { Int($0[1]) }
    }
    guard let x = value("X"), let y = value("Y"), let height = value("HEIGHT") else { return nil }
    (self.x, self.y, self.height) = (x, y, height)
  }
}
