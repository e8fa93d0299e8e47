import Glibc

/// Those who could log in: with an account that login.defs(5) counts among people's, and a shell that shells(5) names.
/// Where accounts come from a directory service that does not list them, it is those of this computer alone.
struct Accounts {
  /// The numbers that people's accounts have.
  let range: ClosedRange<UInt32>

  init(definitions path: String = "/etc/login.defs") { self.init(text: SmallFile.text(of: path) ?? "") }

  init(text: String) {
    let first = Self.number("UID_MIN", in: text) ?? 1_000
    range = first...max(first, Self.number("UID_MAX", in: text) ?? 60_000)
  }

  var people: [Person] {
    let shells = Self.shells
    var found: [UInt32] = []
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      let user = entry.pointee.pw_uid
      let shell = entry.pointee.pw_shell.map { String(cString: $0) } ?? ""
      // None given is /bin/sh (passwd(5)).
      if range.contains(user), shell.isEmpty || shells.contains(shell) { found.append(user) }
    }
    return Set(found).sorted().map(Person.init(uid:))
  }

  private static var shells: Set<String> {
    var shells: Set<String> = []
    setusershell()
    defer { endusershell() }
    while let shell = getusershell() { shells.insert(String(cString: shell)) }
    return shells
  }

  /// Of `UID_MIN 1000`, the number.
  private static func number(_ name: String, in text: String) -> UInt32? {
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count > 1, words[0] == name { return UInt32(words[1]) }
    }
    return nil
  }
}
