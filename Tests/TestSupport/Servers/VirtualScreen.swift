/// Xvfb: an X11 screen in memory.
public final class VirtualScreen: Sendable {
  /// As in `DISPLAY`.
  public let display: String
  private let process: ChildProcess
  private let directory = TemporaryDirectory()

  public init() async throws {
    let number = "\(directory.path)/display"
    let options = "-screen 0 1280x720x24 -nolisten tcp -fbdir \(directory.path)"
    // Xvfb looks for a free display itself, and says which it took.
    let process = try ChildProcess([
      "/bin/sh", "-c", "exec Xvfb -displayfd 3 \(options) 3>\(number)",
    ])
    self.process = process
    display = try await eventually("a display") {
      guard let text = try? readFile(number), text.last == UInt8(ascii: "\n") else { return nil }
      return ":" + String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  /// What a program on this screen and this bus finds the two by. Its files go where the bus's are.
  func environment(on bus: PrivateBus) -> [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path, "XDG_DATA_HOME": bus.directory.path,
      "XDG_CACHE_HOME": bus.directory.path,
    ]
  }

  /// All of it, as Xvfb itself keeps it in a file.
  func picture() throws -> [UInt8] { try readFile("\(directory.path)/Xvfb_screen0") }

  /// The windows of a process that can be seen, and are of a size to read.
  func banners(of process: ChildProcess) async throws -> [ScreenArea] {
    let search = ["/usr/bin/xdotool", "search", "--onlyvisible", "--pid", "\(process.pid)", "--name", "."]
    // It fails when it finds none.
    guard let found = try? await run(search, ["DISPLAY": display]) else { return [] }
    var areas: [ScreenArea] = []
    for window in found.split(separator: "\n") {
      let question = ["/usr/bin/xdotool", "getwindowgeometry", "--shell", String(window)]
      // It may have gone meanwhile.
      guard let geometry = try? await run(question, ["DISPLAY": display]),
        let area = ScreenArea(geometry: geometry), area.height > 1
      else { continue }
      areas.append(area)
    }
    return areas
  }

  func click(x: Int, y: Int) async throws {
    _ = try await run(
      ["/usr/bin/xdotool", "mousemove", "--sync", "\(x)", "\(y)", "click", "1"], ["DISPLAY": display])
  }

  func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    _ = try await run(["/usr/bin/import", "-window", "root", path], ["DISPLAY": display])
  }
}

/// Where a window is.
struct ScreenArea: Hashable {
  var x: Int
  var y: Int
  var height: Int

  /// As `xdotool getwindowgeometry --shell` prints it.
  init?(geometry: String) {
    let lines = geometry.split(separator: "\n").map { $0.split(separator: "=") }
    func value(_ name: String) -> Int? {
      lines.first { $0.count == 2 && $0[0] == name }.flatMap { Int($0[1]) }
    }
    guard let x = value("X"), let y = value("Y"), let height = value("HEIGHT") else { return nil }
    (self.x, self.y, self.height) = (x, y, height)
  }
}
