import TestSupport
import Testing

/// `swift format lint` holds that nothing is unwrapped, cast or tried by force.
struct SourceRulesTests {
  @Test("The sources are there to be looked at")
  func sources() {
    #expect(SourceFile.all.count > 20)
  }

  @Test("No source file has more than 400 lines")
  func length() {
    for file in SourceFile.all { #expect(file.lines.count <= 401, "\(file.path)") }
  }

  @Test("What ends the process on purpose says above itself why no peer and no server can bring it about")
  func deliberateEnds() {
    for file in SourceFile.all {
      for (number, text) in file.code where text.contains("fatalError(") {
        #expect(number > 1 && file.lines[number - 2].trimmingBlanks.hasPrefix("//"), "\(file.path):\(number)")
      }
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

  @Test("Each written break of a guarantee fits the lines that it changes")
  func breaks() {
    let misfits = shell("/usr/bin/python3 -B \(PackageFiles.root)/Tests/Mutants/changes.py")
    #expect(misfits.status == 0 && misfits.output.isEmpty, "\(misfits.output)")
  }

  private static func isTrusted(_ code: String) -> Bool {
    code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)")
  }
}

extension String {
  var trimmingBlanks: Substring { drop { $0 == " " } }
}
