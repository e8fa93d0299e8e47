import Glibc
import Locks
import NotificationModel
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

  @Test(
    "What is sent to it alone reaches the command, and both end by it",
    arguments: ["TERM", "HUP", "ABRT", "ALRM", "VTALRM", "PROF", "IO", "PWR", "XCPU", "PIPE", "34", "64"])
  func signals(name: String) {
    let result = run(
      "trap : TERM; \"$bellhop\" run sh -c 'trap \"echo told; exit 9\" \(name); echo ready; while :; do sleep 0.05; done' "
        + ">out & p=$!; n=0; until grep -q ready out 2>/dev/null || [ $n -gt 3000 ]; do n=$((n + 1)); sleep 0.01; done; kill -\(name) $p; wait $p; echo $?; cat out"
    )
    #expect(result.output == "9\nready\ntold\n")
  }

  @Test("A timer that was set before ends the command, too", .timeLimit(.minutes(1)))
  func timer() {
    let start =
      "signal.pthread_sigmask(signal.SIG_SETMASK, []); signal.setitimer(signal.ITIMER_REAL, 2); os.execv(sys.argv[1], sys.argv[1:])"
    let told = "trap \"echo told; exit 9\" ALRM; while :; do sleep 0.05; done"
    let result = run(
      "/usr/bin/python3 -c 'import os, signal, sys; \(start)' \"$bellhop\" run sh -c '\(told)'")
    #expect(result.status == 9 && result.output == "told\n")
  }

  @Test("Bytes that are no text reach the command as they were given, and may be its name")
  func bytes() {
    let byte = "\"$(printf '\\377')\""
    #expect(run("\"$bellhop\" run -- printf %s \(byte) | od -An -tx1").output == " ff\n")
    #expect(run("cp /bin/true ./\(byte); \"$bellhop\" run --after 0 ./\(byte) 2>/dev/null").status == 0)
    // Such bytes are invalid in the subcommand's own options.
    #expect(run("\"$bellhop\" run --after \(byte) true 2>/dev/null").status == 2)
    #expect(run("\"$bellhop\" --runtime-directory \(byte) run true 2>&1").output.contains("is not UTF-8"))
    #expect(run("\"$bellhop\" post \(byte) 2>&1").output.contains("argument 2 is not UTF-8"))
  }

  @Test("A script that names nobody who reads it is one for the shell, in the path as elsewhere")
  func script() {
    let made = "printf 'echo \"$@\"; exit 3' >script; chmod +x script; "
    for command in ["./script", "script"] {
      let result = run(made + "PATH=$PWD:$PATH \"$bellhop\" run \(command) 'a b' c")
      #expect(result.status == 3 && result.output == "a b c\n")
    }
  }

  @Test("What ended sooner is not told, whatever the second it began in")
  func short() {
    // Of those that a busy machine has not kept for a second.
    let result = run(
      "for i in 1 2 3 4 5 6; do start=$(date +%s%N); \"$bellhop\" run --after 1 sleep 0.3 >out 2>&1; "
        + "[ $(($(date +%s%N) - start)) -ge 1000000000 ] || cat out; done")
    #expect(result.output == "")
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

  @Test("A daemon that does not answer how the desktop stands is told of the end all the same")
  func toldWithoutStatus() throws {
    let sockets = directory.path + "/bellhop-control"
    try #require(mkdir(sockets, 0o700) == 0)
    let listener = try #require(listeningSocket(sockets + "/control.sock"))
    defer { close(listener) }
    let calls = Mutex<[String]>([])
    let daemon = TestThread {
      var connections: [Int32] = []
      defer { connections.forEach { close($0) } }
      for _ in 0..<2 {
        connections.append(accept(listener, nil, nil))
        var message = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connections.last ?? -1, &message, message.count, 0)
        let call = String(decoding: message.prefix(max(count, 0)), as: UTF8.self)
        calls.withLock { $0.append(call) }
      }
      let receipt =
        #"{"parameters":{"receipt":{"id":7,"outcome":"presented","repeats":0,"unread":1,"decisions":[]}}}"#
      let reply = Array(receipt.utf8) + [0]
      _ = send(connections.last ?? -1, reply, reply.count, Int32(MSG_NOSIGNAL))
    }
    #expect(run("\"$bellhop\" run --after 0 true 2>&1").output == "")
    // Ends the daemon's wait for connections that did not come.
    for _ in 0..<2 { _ = connects(sockets + "/control.sock") }
    daemon.join()
    #expect(calls.withLock { $0.first }?.contains("GetStatus") == true)
    #expect(calls.withLock { $0.last }?.contains("Notifications.Post") == true)
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
    #expect(programName("/opt/bin/make") == "make")
    let longest = String(repeating: "b", count: 255)
    let cut = CommandEnd(program: programName("./\(longest)"), way: .status(0), seconds: 0)
    #expect(Wording.english.notification(of: cut).title.hasSuffix("b… Has Finished"))
    #expect(Wording.english.notification(of: cut).title.count <= 256)
  }

  @Test(
    "The directory is told as shells write it",
    arguments: [
      ("/home/ada/src/app", "~/src/app"), ("/home/ada", "~"), ("/home/adam", "/home/adam"), ("/srv", "/srv"),
      ("/" + String(repeating: "b", count: 100), "…" + String(repeating: "b", count: 79)),
    ])
  func directories(path: String, shown: String) {
    #expect(shownDirectory(path, home: "/home/ada") == shown)
    #expect(shownDirectory("/srv", home: "/") == "/srv")
  }

  @Test("What the person has seen is put into the list alone")
  func seen() {
    let end = CommandEnd(program: "make", way: .status(2), seconds: 12)
    let posted = notification(
      of: end, in: "~/src", isSeen: true, process: 42, wording: .english, language: nil)
    #expect(posted["level"] == .string("passive") && posted["subtitle"] == .string("~/src"))
  }

  /// A terminal, 10, with a shell of its own, 11, in which make runs, 12, and this program, 13.
  private static let below: [Int32: ProcessLine] = [
    10: ProcessLine(name: "gnome-terminal-", parent: 1, terminal: 0),
    11: ProcessLine(name: "bash", parent: 10, terminal: 5),
    12: ProcessLine(name: "make", parent: 11, terminal: 5),
    13: ProcessLine(name: "bellhop", parent: 12, terminal: 5),
  ]

  private static func line(_ name: String = "bash", parent: Int32, terminal: Int32) -> ProcessLine {
    ProcessLine(name: name, parent: parent, terminal: terminal)
  }

  @Test(
    "A terminal in front is this one only if it can show no other, and no editor",
    arguments: [
      (Int32(10), [11], [:], true), (10, [11, 20], [20: line(parent: 10, terminal: 0)], true),
      (10, [11, 20], [20: line(parent: 10, terminal: 6)], false), (9, [11], [:], false),
      (10, nil, [:], false), (10, [11], [13: line(parent: 12, terminal: 7)], false),
      (10, [11], [13: line(parent: 12, terminal: 0)], false),
      (10, [11], [12: line(parent: 1, terminal: 5)], false), (12, [], [:], false),
      (10, [11, 20], [10: line("xterm", parent: 2, terminal: 3), 20: line(parent: 10, terminal: 3)], true),
      (10, [11], [10: line("code", parent: 1, terminal: 0)], false),
    ] as [(Int32, [Int32]?, [Int32: ProcessLine], Bool)])
  func front(process: Int32, children: [Int32]?, others: [Int32: ProcessLine], isShown: Bool) {
    let lines = Self.below.merging(others) { $1 }
    let terminal = OwnTerminal(process: 13, line: { lines[$0] }, children: { _ in children })
    #expect(terminal.isShown(by: process) == isShown)
    var status = DaemonStatus()
    status.foregroundProcess = Int(process)
    #expect(status.isSeen(terminal) == isShown)
    status.present = false
    #expect(!status.isSeen(terminal))
    (status.present, status.locked) = (true, true)
    #expect(!status.isSeen(terminal))
  }

  @Test("A process is read whatever its name is")
  func processes() {
    #expect(ProcessLine("7 (a) b (c) S 6 7 7 34816 9") == Self.line("a) b (c", parent: 6, terminal: 34_816))
    #expect(ProcessLine("7 (a") == nil && ProcessLine(") (") == nil && ProcessLine("") == nil)
    #expect(OwnTerminal.present.line(OwnTerminal.present.process) != nil)
    #expect(OwnTerminal.present.children(OwnTerminal.present.process) != nil)
  }
}
