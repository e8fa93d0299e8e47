import TestSupport
import Testing
import Wording

@testable import bellhop

/// Runs the built program.
struct RunTests {
  private let directory = TemporaryDirectory()

  private func run(_ words: String) -> ShellResult {
    shell(
      "cd \(quoted(directory.path)); export XDG_RUNTIME_DIR=\(quoted(directory.path)); "
        + "bellhop=\(quoted("\(PackageFiles.products)/bellhop")); \(words)")
  }

  @Test(
    "The exit status is the command's, also by a signal, and where it cannot be started as in shells",
    arguments: [
      ("true", Int32(0)), ("false", 1), ("sh -c 'exit 77'", 77), ("sh -c 'kill -TERM $$'", 143),
      ("sh -c 'kill -KILL $$'", 137), ("./nothing-here", 127), ("nothing-anywhere", 127), (".", 126),
    ])
  func status(command: String, status: Int32) {
    #expect(run("sh -c '\"$0\" \"$@\"' \"$bellhop\" run \(command) 2>/dev/null").status == status)
  }

  @Test("Its streams are the command's, and what stands behind its name is its own")
  func streams() {
    #expect(run("echo in | \"$bellhop\" run tr i o").output == "on\n")
    #expect(run("\"$bellhop\" run sh -c 'echo out; echo err >&2' 2>/dev/null").output == "out\n")
    #expect(run("\"$bellhop\" run echo --help -- --after 3 -h").output == "--help -- --after 3 -h\n")
    #expect(run("\"$bellhop\" run -- echo --after").output == "--after\n")
  }

  @Test("Whoever writes to the command or reads from it hears of its end", .timeLimit(.minutes(1)))
  func ends() {
    // yes would write for ever to a pipe that is still held open.
    #expect(run("yes | \"$bellhop\" run head -n 1").output == "y\n")
    #expect(run("\"$bellhop\" run yes | head -n 1").output == "y\n")
  }

  @Test("What is sent to it alone reaches the command, and both end by it")
  func signals() {
    let result = run(
      "trap : TERM; \"$bellhop\" run sh -c 'trap \"echo told; exit 9\" TERM; echo ready; while :; do sleep 0.05; done' "
        + ">out & p=$!; until grep -q ready out 2>/dev/null; do sleep 0.01; done; kill -TERM $p; wait $p; echo $?; cat out"
    )
    #expect(result.output == "9\nready\ntold\n")
  }

  @Test(
    "A notification that cannot be posted changes nothing but a line on standard error, and not even that if quiet"
  )
  func notTold() {
    let told = run("\"$bellhop\" run --after 0 sh -c 'exit 5' 2>&1")
    #expect(told.status == 5)
    #expect(told.output.hasPrefix("bellhop run: not told: no daemon at \(directory.path)/"), "\(told.output)")
    #expect(run("\"$bellhop\" run --quiet --after 0 sh -c 'exit 5' 2>&1").output == "")
    #expect(run("\"$bellhop\" run sh -c 'exit 5' 2>&1").output == "")
  }

  @Test("What is posted holds the program's name, and each run is a thing of its own of one thread")
  func content() {
    let end = CommandEnd(program: "make", way: .status(2), seconds: 12)
    let posted = notification(of: end, process: 42, wording: .english, language: nil)
    #expect(
      posted.text
        == #"{"app":"io.bellhop.Shell","title":"make Has Failed","body":"It ended with status 2 after 12 s.","#
        + #""identifier":"run:make:42","thread":"run:make"}"#)
    let long = CommandEnd(program: String(repeating: "é", count: 4_000), way: .status(0), seconds: 0)
    guard
      case .string(let name)? = notification(of: long, process: .max, wording: .english, language: nil)[
        "identifier"]
    else {
      Issue.record("no identifier")
      return
    }
    #expect(name.utf8.count <= 255)
  }
}
