// A strict reader of GLib's key-file grammar that keeps line numbers. GLib's own reader silently uses the last of two
// equal keys, and its errors name neither file nor line.
//
// Invariant: no two entries of a group have one name, and all text is free of control characters but tabs.
//
// Marks of the grammar are scalars, as in GLib: one with a combining accent behind it is no other mark.

/// A file as written: groups of `key=value` lines. A group that appears twice is one group.
struct KeyFile {
  /// Far more than a file written by hand has; a larger file is there by mistake.
  static let maximumBytes = 256 * 1024

  struct Entry {
    let group: String
    let name: String
    /// The value as written, without the blanks around it.
    let raw: String
    /// Counted from 1.
    let line: Int
  }

  struct Group {
    let name: String
    let line: Int
  }

  let path: String
  private(set) var groups: [Group] = []
  private(set) var entries: [Entry] = []

  init(path: String, text: String) throws(ConfigurationFault) {
    var faults: [ConfigurationFault] = []
    self.init(path: path, text: text, faults: &faults)
    if let first = faults.first { throw first }
  }

  /// Parses the text. Lines with a fault are left out, and the fault is added to `faults`.
  init(path: String, text: String, faults: inout [ConfigurationFault]) {
    self.path = path
    guard text.utf8.count <= Self.maximumBytes else {
      faults.append(
        ConfigurationFault(file: path, line: 0, reason: "is larger than \(Self.maximumBytes) bytes"))
      return
    }
    // The mark is invisible in an editor, and the group after it would look valid.
    guard text.unicodeScalars.first != "\u{FEFF}" else {
      faults.append(fault(1, "begins with a byte order mark; save the file without one"))
      return
    }
    var lineOfKey: [[String]: Int] = [:]
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let written = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      let content = trimmed(String(Substring(written)))
      guard let first = content.unicodeScalars.first, first != "#" else { continue }
      do throws(ConfigurationFault) { try read(content, line: index + 1, &lineOfKey) } catch {
        faults.append(error)
      }
    }
  }

  private mutating func read(
    _ content: String, line: Int, _ lineOfKey: inout [[String]: Int]
  ) throws(ConfigurationFault) {
    guard
      !content.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" })
    else { throw fault(line, "has a control character") }
    guard content.unicodeScalars.first != "[" else { return groups.append(try group(content, line: line)) }
    let entry = try entry(content, line: line)
    let key = [entry.group, entry.name]
    if let earlier = lineOfKey[key] { throw fault(line, "\(entry.name) stands in line \(earlier) already") }
    lineOfKey[key] = line
    entries.append(entry)
  }

  func fault(_ line: Int, _ reason: String) -> ConfigurationFault {
    ConfigurationFault(file: path, line: line, reason: reason)
  }

  private func group(_ content: String, line: Int) throws(ConfigurationFault) -> Group {
    let scalars = content.unicodeScalars
    let name = scalars.dropFirst().dropLast()
    guard scalars.last == "]", !name.isEmpty, !name.contains("["), !name.contains("]") else {
      throw fault(line, "is no group; write [Name]")
    }
    return Group(name: String(name), line: line)
  }

  private func entry(_ content: String, line: Int) throws(ConfigurationFault) -> Entry {
    guard let equals = content.unicodeScalars.firstIndex(of: "=") else {
      throw fault(line, "is neither a group nor key=value; a comment begins with #")
    }
    let name = trimmed(String(content[..<equals]))
    guard !name.isEmpty else { throw fault(line, "has no key before the =") }
    guard let group = groups.last else { throw fault(line, "\(name) stands before the first group") }
    let raw = trimmed(String(content.unicodeScalars[equals...].dropFirst()))
    return Entry(group: group.name, name: name, raw: raw, line: line)
  }
}

extension KeyFile {
  /// The value with its escapes (`\s \n \t \r \\`) replaced.
  func string(_ entry: Entry) throws(ConfigurationFault) -> String {
    try elements(entry, separator: nil).first ?? ""
  }

  /// The elements of a `;` list; one `;` at the end belongs to the list, `\;` to an element.
  func list(_ entry: Entry) throws(ConfigurationFault) -> [String] {
    try elements(entry, separator: ";")
  }

  private func elements(_ entry: Entry, separator: Unicode.Scalar?) throws(ConfigurationFault) -> [String] {
    var elements: [String] = []
    var element = String.UnicodeScalarView()
    var scalars = entry.raw.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == separator {
        elements.append(trimmed(String(element)))
        element = String.UnicodeScalarView()
      } else if scalar == "\\" {
        switch scalars.next() {
        case "s": element.append(" ")
        case "n": element.append("\n")
        case "t": element.append("\t")
        case "r": element.append("\r")
        case "\\": element.append("\\")
        case ";" where separator == ";": element.append(";")
        default:
          let list = separator == nil ? "" : #" \;"#
          throw fault(entry.line, #"\#(entry.name) has an unknown escape; there are \s \n \t \r \\"# + list)
        }
      } else {
        element.append(scalar)
      }
    }
    if separator == nil { return [String(element)] }
    return element.isEmpty ? elements : elements + [trimmed(String(element))]
  }
}

/// The text without blanks and tabs at both ends.
private func trimmed(_ text: String) -> String {
  let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
  let start = text.unicodeScalars.drop(while: isBlank)
  guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
  return String(start[...last])
}
