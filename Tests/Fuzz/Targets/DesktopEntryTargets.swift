import CNotify
import Glibc
import Guidelines
import NotificationModel
import TestSupport

@testable import Desktop

/// The entries of installed apps, and their command lines.
let desktopEntryTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "desktop-entry",
    parsers: [
      "Desktop/Apps/DesktopEntries.swift", "Desktop/Apps/DesktopEntryIndex.swift",
      "Desktop/Launching/LaunchEntry.swift",
    ], check: { [rig = EntryRig()] in try rig.check($0) }),
  FuzzTarget(name: "exec-line", parsers: ["Desktop/Launching/ExecLine.swift"], check: checkExecLine),
]

// MARK: Entries

/// The text of one entry in a directory of its own. All readers of it agree on whether there is an app; what is read is fit
/// to be shown and to be started, and is the same when it is written into an entry of its own and read again.
private struct EntryRig: Sendable {
  private let directory = TemporaryDirectory(inMemory: true)
  private let app = AppID(literal: "org.example.Mail")

  init() {
    mkdir("\(directory.path)/applications", 0o755)
  }

  func check(_ input: [UInt8]) throws {
    let entries = try entries(with: input)
    let entry = entries.entry(for: app)
    let launch = entries.launchEntry(for: app)
    try require(
      launch?.name == entry?.name, "\(entry?.name ?? "no app") is started as \(launch?.name ?? "none")")
    let table = entries.table()
    try require(table.ids == (entry == nil ? [] : [app]), "the table of apps has \(table.ids)")
    if let entry {
      try require(
        table.byName[PlainText.asSeen(entry.name)] == [app], "the table has no \(entry.name)")
      let index = entries.index()
      for name in [app.text, app.text.uppercased()] {
        try require(
          index.contains(app) && index.apps(named: ["none", name]) == [app],
          "windows called \(name) are not those of \(entry.name)")
      }
      try checkShown(entry)
    }
    if let launch { try check(launch, table) }
  }

  private func entries(with text: [UInt8]) throws -> DesktopEntries {
    try writeFile(text, to: "\(directory.path)/applications/\(app.text).desktop")
    return DesktopEntries.from([
      "XDG_DATA_HOME": directory.path, "XDG_DATA_DIRS": "relative:/nowhere", "LANG": "de_AT.UTF-8",
      "LANGUAGE": "de_AT.UTF-8:fr",
    ])
  }

  private func checkShown(_ entry: DesktopEntry) throws {
    for text in [entry.name, entry.icon ?? "mail"] {
      try require(!text.isEmpty && text.count <= 256 && text.utf8.count <= 2_048, "\(text.count) characters")
      let breaking: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
      try require(
        !text.unicodeScalars.contains { breaking.contains($0.properties.generalCategory) },
        "\(text) is not one line")
    }
    var written = "[Desktop Entry]\nName=\(escaped(entry.name))\n"
    if let icon = entry.icon { written += "Icon=\(escaped(icon))\n" }
    if entry.showsOthers { written += "Categories=Network;WebBrowser;\n" }
    let again = try entries(with: Array(written.utf8)).entry(for: app)
    try require(again == entry, "\(entry) is \(String(describing: again)) when it is written and read again")
  }

  /// Blanks at the beginning of a value are left out, and backslashes escape.
  private func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { $0 == "\\" ? #"\\"# : $0 == " " ? #"\s"# : String($0) }
    return escaped.joined()
  }

  private func check(_ launch: LaunchEntry, _ table: DesktopEntries.Table) throws {
    if let directory = launch.directory {
      try require(directory.hasPrefix("/"), "\(directory) depends on where this process runs")
    }
    guard case .success(let command) = launch.command else { return }
    try require(access(command.program, X_OK) == 0, "\(command.program) is no program")
    try require(command.program.hasPrefix("/"), "\(command.program) depends on where this process runs")
    let name = command.arguments.first ?? ""
    try require(
      name == command.program || command.program.hasSuffix("/\(name)"), "\(command.program) runs for \(name)")
    // Behind these, the program of the app is another.
    guard !["env", "sh", "bash", "dash"].contains(name.split(separator: "/").last) else { return }
    let file = realpath(command.program, nil)
    defer { free(file) }
    try require(
      file.map { table.byProgram[String(cString: $0)] } == [app], "the table has no \(command.program)")
  }
}

// MARK: Command lines

/// A text's words are those that GLib's shell parser finds, with the field codes replaced by the entry's own values. Lines
/// in which a shell sees more than the specification has are left out: comments, continued lines, carriage returns.
@Sendable private func checkExecLine(_ input: [UInt8]) throws {
  let line = String(decoding: input, as: UTF8.self)
  let fields = ExecLine.Fields(icon: "mail", name: "My Mail", path: "/apps/a.desktop")
  let arguments = ExecLine.arguments(of: line, fields)
  if let arguments {
    let program = Array((arguments.first ?? "").utf8)
    try require(!program.isEmpty && !program.contains(UInt8(ascii: "=")), "\(arguments) has no program")
    try require(
      program[0] == UInt8(ascii: "/") || !program.contains(UInt8(ascii: "/")),
      "\(arguments) depends on where this process runs")
  }
  let scalars = Array(line.unicodeScalars)
  let isContinued = zip(scalars, scalars.dropFirst()).contains { $0 == "\\" && $1 == "\n" }
  guard !isContinued, !scalars.contains("#"), !scalars.contains("\r"), !scalars.contains("\0") else { return }
  let expected = shellWords(line).flatMap { expanded($0, fields) }
  let expectedProgram = expected?.first ?? ""
  let isProgram =
    !expectedProgram.isEmpty && !expectedProgram.utf8.contains(UInt8(ascii: "="))
    && (expectedProgram.utf8.first == UInt8(ascii: "/") || !expectedProgram.utf8.contains(UInt8(ascii: "/")))
  try require(
    arguments == (isProgram ? expected : nil),
    "\(String(describing: arguments)), where a shell sees \(String(describing: expected))")
}

private func shellWords(_ line: String) -> [String]? {
  var (count, words) = (gint(), UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?.none)
  guard g_shell_parse_argv(line, &count, &words, nil) != 0 else { return nil }
  defer { g_strfreev(words) }
  return (0..<Int(count)).compactMap { words?[$0].map { String(cString: $0) } }
}

/// Nil for a code that the specification does not have.
private func expanded(_ words: [String], _ fields: ExecLine.Fields) -> [String]? {
  let nothing: [UInt8: String] = Dictionary(uniqueKeysWithValues: "fFuUidDnNvm".utf8.map { ($0, "") })
  let values = nothing.merging([
    UInt8(ascii: "%"): "%", UInt8(ascii: "c"): fields.name, UInt8(ascii: "k"): fields.path,
  ]) { $1 }
  var expanded: [String] = []
  for word in words {
    if word == "%i" {
      expanded += ["--icon", fields.icon ?? ""]
      continue
    }
    var (rest, argument) = (Array(word.utf8)[...], [UInt8]())
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      argument += rest[..<percent]
      guard percent + 1 < rest.endIndex, let value = values[rest[percent + 1]] else { return nil }
      argument += Array(value.utf8)
      rest = rest[(percent + 2)...]
    }
    argument += rest
    if word.isEmpty || !argument.isEmpty { expanded.append(String(decoding: argument, as: UTF8.self)) }
  }
  return expanded
}
