import Glibc
import TestSupport
import Testing

/// A shell in a terminal that tmux draws, and keys that are typed into it. Ended when it is let go of.
final class TmuxTerminal {
  private let directory = TemporaryDirectory()
  private var socket: String { "\(directory.path)/tmux" }

  init(_ rig: DaemonRig, columns: Int = 80, rows: Int = 24) async throws {
    let shell = ["env", "PS1=$ ", "PATH=\(PackageFiles.products):/usr/bin:/bin", "bash", "--norc"]
    let server = try rig.run([
      "/usr/bin/env", "-u", "TMUX", "LC_ALL=C.UTF-8", "/usr/bin/tmux", "-u", "-S", socket, "-f", "/dev/null",
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      shell.reduce("exec") { "\($0) \(quoted($1))" },
    ])
    #expect(try await server.exit() == 0, "\(server.output())")
    try await shows("$")
  }

  deinit { _ = command("kill-server") }

  private func command(_ words: String...) -> ShellResult {
    shell("LC_ALL=C.UTF-8 /usr/bin/tmux -u -S \(quoted(socket)) " + words.map(quoted).joined(separator: " "))
  }

  /// As tmux calls them; words of several letters are names of keys.
  func press(_ keys: String...) { for key in keys { _ = command("send-keys", key) } }

  func type(_ text: String) { _ = command("send-keys", "-l", text) }

  /// As a terminal does it, which says so to a program that has asked for that.
  func paste(_ text: String) {
    _ = command("set-buffer", text)
    _ = command("paste-buffer", "-p")
  }

  /// A line for the shell.
  func run(_ line: String) {
    type(line)
    press("Enter")
  }

  func resize(columns: Int, rows: Int) {
    _ = command("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  var screen: String { command("capture-pane", "-p").output }

  /// The screen with its escape sequences.
  var drawing: String { command("capture-pane", "-p", "-e").output }

  /// The process that the shell runs in front of itself.
  var process: pid_t? {
    let shell = command("display-message", "-p", "#{pane_pid}").output.filter(\.isNumber)
    let children = try? readFile("/proc/\(shell)/task/\(shell)/children")
    return children.flatMap { String(decoding: $0, as: UTF8.self).split(separator: " ").last }.flatMap {
      pid_t($0)
    }
  }

  /// Waits until this is on the screen, and that is not.
  func shows(
    _ parts: String..., butNot others: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    do {
      try await eventually("on the screen: \(parts)") {
        let screen = self.screen
        return parts.allSatisfy(screen.contains) && !others.contains(where: screen.contains)
      }
    } catch {
      Issue.record("\(parts) and not \(others):\n\(screen)", sourceLocation: sourceLocation)
      throw error
    }
  }
}
