import TestSupport

/// Callgrind's counts: the instructions of each function with its callees, and its calls.
///
/// The format is <https://valgrind.org/docs/manual/cl-format.html>, as callgrind writes it: names in brackets once,
/// then by number; a line of costs belongs to the function itself, or, behind `calls=`, to the callee.
struct CallgrindProfile {
  struct Cost {
    var instructions = 0
    var calls = 0
  }

  /// The instructions of all functions together.
  private(set) var instructions = 0
  /// The cost by the function's Swift name. Recursive calls count once.
  private var costs: [String: Cost] = [:]

  init(at path: String) async throws {
    let lines = String(decoding: try readFile(path), as: UTF8.self).split(separator: "\n")
    var names: [Substring: String] = [:]
    func name(_ text: Substring, in names: inout [Substring: String]) -> String {
      let parts = text.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { names[parts[0]] = String(parts[1]) }
      return names[parts[0]] ?? ""
    }
    // By caller, so that overloads which call each other are told apart from their callers.
    var called: [String: [String: Cost]] = [:]
    var (caller, callee) = ("", "")
    var calls: Int?
    for line in lines {
      if line.hasPrefix("fn=") {
        caller = name(line.dropFirst(3), in: &names)
      } else if line.hasPrefix("cfn=") {
        callee = name(line.dropFirst(4), in: &names)
      } else if line.hasPrefix("calls=") {
        calls = line.dropFirst(6).split(separator: " ").first.flatMap { Int($0) }
      } else if let first = line.utf8.first, "0123456789+-*".utf8.contains(first),
        let cost = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      {
        guard let count = calls else {
          instructions += cost
          continue
        }
        called[callee, default: [:]][caller, default: Cost()].instructions += cost
        called[callee, default: [:]][caller, default: Cost()].calls += count
        calls = nil
      }
    }
    let plain = try await Self.inSwift(Array(called.keys))
    for (name, callers) in called {
      for (caller, cost) in callers where plain[caller] != plain[name] {
        costs[plain[name] ?? name, default: Cost()].instructions += cost.instructions
        costs[plain[name] ?? name, default: Cost()].calls += cost.calls
      }
    }
  }

  /// `function`: such as `SQLiteStore.commit()`, or its beginning up to the first parenthesis.
  func cost(of function: String) -> Cost {
    costs.reduce(into: Cost()) { sum, entry in
      guard entry.key == function || entry.key.hasPrefix("\(function)(") else { return }
      sum.instructions += entry.value.instructions
      sum.calls += entry.value.calls
    }
  }

  private static func inSwift(_ names: [String]) async throws -> [String: String] {
    let directory = TemporaryDirectory()
    let file = "\(directory.path)/names"
    writeFile(file, names.joined(separator: "\n"))
    let lines = shell("swift demangle --compact --simplified < \(file)").output.split(separator: "\n")
    guard lines.count == names.count else { throw Unmeasurable("swift demangle reads no names") }
    return Dictionary(
      uniqueKeysWithValues: zip(names, lines).map { name, line in
        // Specialised copies and protocol witnesses count as the function itself.
        var plain = line[...]
        for prefix in ["specialized ", "static ", "protocol witness for "] where plain.hasPrefix(prefix) {
          plain = plain.dropFirst(prefix.count)
        }
        return (name, String(plain))
      })
  }
}
