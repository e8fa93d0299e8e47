import Glibc
import NotificationModel
import NotificationProtocol
import TestSupport
import Testing
import Varlink

@testable import bellhop

/// The files that root leaves. The tests' user stands for root.
struct SpoolForPeopleTests {
  private let base = TemporaryDirectory()
  private let now = Timestamp(milliseconds: 1_795_176_000_000)
  private var path: String { "\(base.path)/spool" }
  private var spool: SpoolForPeople { SpoolForPeople(path: path) }
  private let tea = JSON.object([JSON.Field("title", .string("Tea"))])

  private func names(_ user: UInt32 = 42) -> [String] {
    shell("ls -A \(quoted("\(path)/\(user)")) 2>/dev/null").output.split(separator: "\n").map(String.init)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func list(_ path: String) -> [String] {
    // As the kernel keeps it: a version, then tag, permissions and number of each entry.
    shell(
      """
      python3 -c 'import os, struct, sys
      for tag, may, user in struct.iter_unpack("<HHI", os.getxattr(sys.argv[1], "system.posix_acl_access")[4:]):
        print({1: "owner", 2: user, 4: "group", 16: "mask", 32: "other"}[tag], may)' \(quoted(path)) 2>&1
      """
    ).output.split(separator: "\n").map(String.init)
  }

  @Test("A file is whole, root's, and for one user to read; whatever the umask")
  func kept() throws {
    let before = umask(0o077)
    defer { umask(before) }
    try spool.keep(tea, for: 42, at: now)
    let name = try #require(names().first)
    #expect(KeptName(name)?.time == now && names().count == 1)
    #expect(try readFile("\(path)/42/\(name)") == Array(#"{"title":"Tea"}"#.utf8))
    #expect(mode("") == 0o755)
    #expect(mode("42") == 0o750 && mode("42/\(name)") == 0o640)
    #expect(
      list("\(path)/42") == ["owner 7", "42 5", "group 0", "mask 5", "other 0"])
    #expect(
      list("\(path)/42/\(name)") == ["owner 6", "42 4", "group 0", "mask 4", "other 0"])
  }

  @Test(
    "A second one, for the same user and for others, goes beside it, and a list that was masked holds again")
  func more() throws {
    try spool.keep(tea, for: 42, at: now)
    _ = shell("chmod 700 \(quoted("\(path)/42"))")
    try spool.keep(tea, for: 42, at: now)
    try spool.keep(tea, for: 43, at: now)
    #expect(names().count == 2 && names(43).count == 1)
    #expect(list("\(path)/42").contains("42 5") && mode("42") == 0o750)
    #expect(shell("ls -A \(quoted(path))").output == "42\n43\n")
  }

  @Test("Nothing is left in a directory that is a link, no directory, or others' to write to")
  func hostile() throws {
    mkdir(path, 0o755)
    mkdir("\(base.path)/elsewhere", 0o755)
    symlink("../elsewhere", "\(path)/42")
    #expect(throws: Failure.failed("nothing can be left in \(path): it is a link, or no directory")) {
      try spool.keep(tea, for: 42, at: now)
    }
    writeFile("\(path)/43", "")
    #expect(throws: Failure.self) { try spool.keep(tea, for: 43, at: now) }
    mkdir("\(path)/44", 0o755)
    chmod("\(path)/44", 0o777)
    #expect(
      throws: Failure.failed("nothing can be left in \(path): it is not root's, or others can write to it")
    ) { try spool.keep(tea, for: 44, at: now) }
    chmod(path, 0o777)
    #expect(throws: Failure.self) { try spool.keep(tea, for: 45, at: now) }
    rename(path, "\(base.path)/moved")
    symlink("moved", path)
    #expect(throws: Failure.self) { try spool.keep(tea, for: 45, at: now) }
    #expect(shell("ls -A \(quoted("\(base.path)/elsewhere"))").output == "")
  }

  @Test("What is longer than the socket takes is refused with its size")
  func long() {
    let body = JSON.object([JSON.Field("body", .string(String(repeating: "x", count: 65_536)))])
    #expect(throws: Failure(.tooLarge(field: "notification", limit: 65_536, given: 65_547))) {
      try spool.keep(body, for: 42, at: now)
    }
    #expect(names() == [])
  }

  @Test("What is over goes from everybody's directory, and drafts that somebody died of; the rest stays")
  func over() throws {
    try spool.keep(tea, for: 42, at: now)
    for index in 0..<120 as Range<Int64> {
      try spool.keep(tea, for: 43, at: now.advanced(bySeconds: -index))
    }
    try spool.keep(tea, for: 44, at: now.advanced(bySeconds: -8 * 86_400))
    let drafts = [-4_000, -60].map { "." + KeptName(at: now.advanced(bySeconds: $0), number: 1).text }
    for name in drafts + ["of-somebody-else"] { writeFile("\(path)/42/\(name)", "") }
    let kept = names(43)
    spool.removeExpired(now)
    #expect(names(43) == Array(kept.suffix(100)))
    #expect(names(44) == [])
    #expect(names().count == 3 && !names().contains(drafts[0]))
  }
}
