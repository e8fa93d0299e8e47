import Locks

/// A program on a bus that obeys commands; `scripted-client.py` lists them.
package final class ScriptedClient: Sendable {
  package let process: ChildProcess
  private let asked = Mutex(0)

  /// Returns when it is connected. `command`: the words before the script, its interpreter last.
  package init(_ command: [String] = [NamedPython.usual], address: String) async throws {
    let script = try TemporaryDirectory.shared.file("scripted-client.py")
    writeFile(script, String(decoding: PackageResources.scripted_client_py, as: UTF8.self))
    process = try ChildProcess(command + [script], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
    try await ask("me")
  }

  /// Its answer in JSON; a text without its quotation marks.
  @discardableResult
  package func ask(_ words: String...) async throws -> String { try await answer(to: words) }

  /// Waits for the answer to become one that this holds for.
  package func waits(_ words: String..., until holds: (String) -> Bool) async throws {
    try await eventually("\(words)", holds: { holds(try await answer(to: words)) })
  }

  private func answer(to words: [String]) async throws -> String {
    let line = words.joined(separator: "\t")
    let number = asked.withLock { asked in
      asked += 1
      return asked
    }
    process.send(line)
    let answer = try await eventually("an answer to \(line)") { () -> String? in
      let output = process.output()
      let written = output[..<(output.lastIndex(of: "\n") ?? output.startIndex)]
      // GLib complains there of a call that comes while it still connects.
      let answers = written.split(separator: "\n").filter { !$0.hasPrefix("(process:") }
      guard answers.count >= number else {
        guard process.isRunning else { throw TimedOut(description: "\(line): \(output)") }
        return nil
      }
      return String(answers[number - 1])
    }
    return answer.hasPrefix("\"") ? String(answer.dropFirst().dropLast()) : answer
  }
}
