import TestSupport
import Testing

/// `bellhop-failed@.service`, its command as the manager would run it, with a journal and a program that only record.
struct FailedUnitTests {
  private let directory = TemporaryDirectory()

  /// Runs the unit for a failed `unit` that started at `start` ("nothing": never), with `journal` as the journal's
  /// answer.
  private func tell(of unit: String, started start: String, journal: String, in language: String = "C.UTF-8")
    -> ShellResult
  {
    let record = "for one do printf '%s\\n' \"$one\"; done >>\(directory.path)/asked-$(basename $0)\n"
    directory.write("stubs/journalctl", "#!/bin/sh\n\(record)[ $1 = --sync ] || printf '\(journal)'\n".utf8)
    directory.write("stubs/systemctl", "#!/bin/sh\n\(record)echo \(start)\n".utf8)
    directory.write("stubs/bellhop", "#!/bin/sh\n\(record)cat >\(directory.path)/body\n".utf8)
    let lines = (PackageFiles.contents(of: "systemd/bellhop-failed@.service") ?? "")
      .replacing("\\\n", with: " ").split(separator: "\n")
    let command = (lines.first { $0.hasPrefix("ExecStart=") } ?? "").dropFirst("ExecStart=".count)
      .replacing("$$", with: "$").replacing("%i", with: unit)
      .replacing("/usr/bin/bellhop ", with: "\(directory.path)/stubs/bellhop ")
    let environment = "PATH=\(directory.path)/stubs:$PATH LANG=\(language); unset LC_ALL LC_MESSAGES"
    return shell("chmod +x \(directory.path)/stubs/*; export \(environment); \(command) 2>&1")
  }

  private func asked(_ program: String) -> [String] {
    shell("cat \(directory.path)/asked-\(program)").output.split(separator: "\n").map(String.init)
  }

  @Test("People are told the last lines since the unit started: its own, and the manager's that say why")
  func told() {
    let told = tell(of: "backup.service", started: "@1795508625", journal: "disk is full\\n")
    #expect(told.status == 0 && told.output == "", "\(told.output)")
    // A match list: the program's own messages, or those of the manager with a level above information.
    #expect(
      asked("journalctl") == [
        "--sync", "--quiet", "--no-pager", "--output=cat", "--lines=8", "--since=@1795508625",
        "_SYSTEMD_UNIT=backup.service", "+", "UNIT=backup.service", "_PID=1",
      ] + (0...5).map { "PRIORITY=\($0)" })
    #expect(asked("systemctl").last == "backup.service")
    #expect(asked("bellhop").suffix(3) == ["--", "backup.service Has Failed", "-"])
    #expect(asked("bellhop").contains("failed:backup.service"))
    // Whom systemd lets read it.
    #expect(asked("bellhop").contains("adm,systemd-journal"))
    #expect(shell("cat \(directory.path)/body").output == "disk is full\n")
  }

  @Test("The title is in the system's language")
  func language() {
    #expect(tell(of: "a.service", started: "@1", journal: "", in: "ko_KR.UTF-8").status == 0)
    #expect(asked("bellhop").suffix(3) == ["--", "a.service 실패", "-"])
  }

  @Test("Of a unit that never started, the last lines are told whenever they were written")
  func neverStarted() {
    #expect(tell(of: "a.mount", started: "", journal: "Dependency failed for a.mount.\\n").status == 0)
    #expect(!asked("journalctl").contains { $0.hasPrefix("--since") })
    #expect(shell("cat \(directory.path)/body").output == "Dependency failed for a.mount.\n")
  }

  @Test("Of more than a body may have the end is told, which says why")
  func long() {
    let lines = String(repeating: String(repeating: "é", count: 500) + "\\n", count: 7)
    #expect(tell(of: "a.service", started: "@1", journal: lines + "disk is full\\n").status == 0)
    let wide = shell("cat \(directory.path)/body").output
    #expect(wide.hasPrefix("é") && wide.hasSuffix("é\ndisk is full\n"))
    #expect((3_900...4_096).contains(wide.utf8.count))
    let trace = (0..<60).map { "at \($0)\\n" }.joined()
    #expect(tell(of: "a.service", started: "@1", journal: trace + "disk is full\\n").status == 0)
    let high = shell("cat \(directory.path)/body").output.split(separator: "\n")
    #expect(high.count == 40 && high.last == "disk is full")
  }

  @Test("Bytes that are no text are left out, and the rest is told")
  func notText() {
    #expect(tell(of: "a.service", started: "@1", journal: "a\\377b\\n").status == 0)
    #expect(shell("cat \(directory.path)/body").output == "ab\n")
  }
}
