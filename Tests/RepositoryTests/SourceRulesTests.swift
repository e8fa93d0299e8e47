import Testing

struct SourceRulesTests {
  @Test("The sources are there to be looked at")
  func sources() {
    #expect(SourceFile.all.count > 20)
  }

  @Test("No source file has more than 400 lines")
  func length() {
    for file in SourceFile.all { #expect(file.lines.count <= 401, "\(file.path)") }
  }

  @Test("What ends the process at a wrong guess is nowhere in the sources", arguments: ["try!", "as!"])
  func forbiddenCalls(call: String) {
    for file in SourceFile.all {
      for (number, text) in file.code { #expect(!text.contains(call), "\(file.path):\(number)") }
    }
  }

  @Test("What ends the process on purpose says above itself why no peer and no server can bring it about")
  func deliberateEnds() {
    for file in SourceFile.all {
      for (number, text) in file.code where text.contains("fatalError(") {
        #expect(number > 1 && file.lines[number - 2].trimmingBlanks.hasPrefix("//"), "\(file.path):\(number)")
      }
    }
  }

  @Test("No value is unwrapped by force")
  func forceUnwrap() {
    for file in SourceFile.all {
      for (number, text) in file.code {
        #expect(!isForceUnwrap(text), "\(file.path):\(number)")
      }
    }
  }

  @Test("The check for unwrapping by force knows it from negation and inequality")
  func forceUnwrapCheck() {
    #expect(isForceUnwrap("let a = b!") && isForceUnwrap("f(a)!.c") && isForceUnwrap("a[0]! + 1"))
    #expect(!isForceUnwrap("if !a, b != c, d !== e { f(!g) }"))
  }

  /// A name, a call or a subscript, and then an exclamation mark that is no part of an operator.
  private func isForceUnwrap(_ code: String) -> Bool {
    let characters = Array(code)
    return characters.indices.dropFirst().contains { index in
      guard characters[index] == "!" else { return false }
      let before = characters[index - 1]
      let isAfterValue = before.isLetter || before.isNumber || before == ")" || before == "]" || before == "_"
      return isAfterValue && (index + 1 == characters.count || characters[index + 1] != "=")
    }
  }

  @Test("What the compiler is told to trust is rare, and says above itself what makes it true")
  func unchecked() {
    var count = 0
    for file in SourceFile.all {
      for (number, text) in file.code where Self.isTrusted(text) {
        count += 1
        // One comment can serve several declarations that stand together.
        let above = file.lines[..<(number - 1)].last { line in
          !line.trimmingBlanks.hasPrefix("@") && !Self.isTrusted(line)
        }
        #expect(above?.trimmingBlanks.hasPrefix("//") == true, "\(file.path):\(number)")
      }
    }
    #expect(count <= 10)
  }

  private static func isTrusted(_ code: String) -> Bool {
    code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)")
  }
}

extension String {
  var trimmingBlanks: Substring { drop { $0 == " " } }
}
