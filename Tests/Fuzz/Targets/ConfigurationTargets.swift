import CNotify
import NotificationModel
import TestSupport

@testable import Configuration

/// Files that administrators and people write by hand.
let configurationTargets: [FuzzTarget] = [
  FuzzTarget(name: "key-file", parsers: ["Configuration/KeyFile.swift"], check: checkKeyFile),
  FuzzTarget(
    name: "configuration",
    parsers: [
      "Configuration/AppLayers.swift", "Configuration/PolicyReader.swift", "Configuration/PolicyText.swift",
      "NotificationModel/WeeklySpans.swift",
    ], check: checkConfiguration),
]

/// The input is a file. One without a fault is one for GLib, too, which finds the same texts in it.
@Sendable private func checkKeyFile(_ bytes: [UInt8]) throws {
  let text = String(decoding: bytes, as: UTF8.self)
  var faults: [ConfigurationFault] = []
  let file = KeyFile(path: "/a", text: text, faults: &faults)
  let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
  for fault in faults { try check(fault, lines: lines) }
  var seen: Set<[String]> = []
  for entry in file.entries {
    try require((1...lines).contains(entry.line), "an entry is on no line")
    try require(seen.insert([entry.group, entry.name]).inserted, "a key is read twice")
    try require(
      !entry.name.isEmpty && !entry.name.utf8.contains(UInt8(ascii: "=")), "a key has an equals sign")
    // Without escapes the elements of a list, put together again, are the value.
    guard !entry.raw.contains("\\"), let list = try? file.list(entry) else { continue }
    func squeezed(_ text: String) -> String { String(text.unicodeScalars.filter { $0 != " " && $0 != "\t" }) }
    let whole = list.joined(separator: ";")
    try require(
      [squeezed(entry.raw), squeezed(entry.raw).dropLast().description].contains(squeezed(whole)),
      "a list is another")
  }
  guard faults.isEmpty, !text.utf8.contains(0) else { return }
  try compareWithGLib(file, text)
}

/// The same groups, keys and values. GLib keeps the blanks at the end of a line in the value, and refuses some names: a
/// group's with a tab, and a key's with brackets that name no locale.
private func compareWithGLib(_ file: KeyFile, _ text: String) throws {
  let known = g_key_file_new()
  defer { g_key_file_unref(known) }
  guard g_key_file_load_from_data(known, text, gsize(text.utf8.count), G_KEY_FILE_KEEP_TRANSLATIONS, nil) != 0
  else { return }
  // As bytes: two texts of one look are two names.
  let groups = names { g_key_file_get_groups(known, $0) }
  try require(
    Set(groups.map(bytes)) == Set(file.groups.map { bytes($0.name) }), "GLib finds groups \(groups)")
  for group in groups {
    let entries = file.entries.filter { bytes($0.group) == bytes(group) }
    let keys = names { g_key_file_get_keys(known, group, $0, nil) }
    try require(keys.map(bytes) == entries.map { bytes($0.name) }, "GLib finds \(keys) in \(group)")
    for entry in entries { try compare(entry, of: file, with: known) }
  }
}

private func compare(_ entry: KeyFile.Entry, of file: KeyFile, with known: OpaquePointer?) throws {
  let value = g_key_file_get_value(known, entry.group, entry.name, nil)
  defer { g_free(value) }
  try require(
    value.map { bytes(String(cString: $0).trimmedOfBlanks) } == bytes(entry.raw.trimmedOfBlanks),
    "GLib reads another value of \(entry.name)")
  guard let ours = try? file.string(entry),
    let theirs = g_key_file_get_string(known, entry.group, entry.name, nil)
  else { return }
  defer { g_free(theirs) }
  try require(
    bytes(String(cString: theirs).trimmedOfBlanks) == bytes(ours.trimmedOfBlanks), "GLib reads another text")
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private typealias GLibNames = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

private func names(_ read: (UnsafeMutablePointer<gsize>) -> GLibNames?) -> [String] {
  var count = gsize(0)
  let names = read(&count)
  defer { g_strfreev(names) }
  return (0..<Int(count)).compactMap { names?[$0].map { String(cString: $0) } }
}

/// The input is files, each ended by a NUL: an administrator's begins with `e`, and the others are the person's. What the
/// merged policy says of itself reads as the same policy.
@Sendable private func checkConfiguration(_ bytes: [UInt8]) throws {
  let parts = bytes.split(separator: 0)
  let files = parts.enumerated().map { index, part in
    LayerFile(
      path: "/\(index)", text: String(decoding: part.dropFirst(), as: UTF8.self),
      isSystem: part.first == UInt8(ascii: "e")
    )
  }
  let merged = reading(files)
  let (policy, faults) = (merged.policy, merged.faults)
  for fault in faults {
    let file = files.first { $0.path == fault.file }
    try require(file != nil, "a fault is in no file")
    try check(fault, lines: (file?.text ?? "").utf8.count { $0 == UInt8(ascii: "\n") } + 1)
  }
  let order = faults.map { fault in (files.firstIndex { $0.path == fault.file } ?? 0, fault.line) }
  try require(zip(order, order.dropFirst()).allSatisfy { $0 <= $1 }, "the faults are out of order")
  guard faults.isEmpty else {
    return try require((try? Configuration.policy(from: files)) == nil, "a policy with a fault is accepted")
  }
  let again = try reread(policy)
  try require(overall(again) == overall(policy), "another policy is read from what was written")
  for id in ["a", "org.a", "org.example.Mail", "org.example.mail.x", "com.a"].compactMap({ AppID($0) }) {
    let (now, then) = (
      policy.settings(of: id, chosen: AppSettings()), again.settings(of: id, chosen: AppSettings())
    )
    for setting in AppSetting.allCases {
      try require(now.word(for: setting) == then.word(for: setting), "\(id) has another \(setting.key)")
      try require(
        (policy.locks(setting, of: id) == nil) == (again.locks(setting, of: id) == nil),
        "\(setting.key) is locked")
    }
  }
}

private func reread(_ policy: Policy) throws -> Policy {
  let text = policy.configuredValues.map { group, values in
    "[\(group)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined()
  }.joined()
  do {
    return try Configuration.policy(from: [LayerFile(path: "/etc", text: text, isSystem: true)])
  } catch { throw Violation("what is written cannot be read: \(error)") }
}

/// The values that are no app's own, and the locks.
private func overall(_ policy: Policy) -> [String] {
  policy.configuredValues.filter { !$0.group.hasPrefix("App ") }.flatMap { group, values in
    values.map { "\(group)/\($0.key)=\($0.value)" }
  }
}

/// A fault names a line, and is one line itself.
private func check(_ fault: ConfigurationFault, lines: Int) throws {
  try require((0...lines).contains(fault.line), "a fault is on no line")
  try require(
    !fault.reason.unicodeScalars.contains { $0 != "\t" && $0.properties.generalCategory == .control },
    "a fault has a control character")
}

extension String {
  fileprivate var trimmedOfBlanks: String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.value == 0x20 || (0x09...0x0D).contains($0.value) }
    let start = unicodeScalars.drop(while: isBlank)
    return String(String.UnicodeScalarView(start.reversed().drop(while: isBlank).reversed()))
  }
}
