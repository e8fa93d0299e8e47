import Configuration
import NotificationModel
import NotificationProtocol
import Varlink

extension Subcommand {
  static let checkConfiguration = Subcommand(
    name: "check-config", summary: "Check the configuration, and print what it comes to.",
    operands: [Operand("FILE", isOptional: true, repeats: true)], options: [.json],
    notes: """
      Without FILE, what the daemon would read; with FILEs, those in place of all layers, as an
      administrator's, and as a daemon with --config FILE does. Each fault is printed as FILE:LINE: REASON.
      Above a value stands the file that it comes from, the one that locks it, and where the person's own files say in
      vain what it overrules; what has none is built in. What a person has switched stands in the daemon's database, above
      all that is not locked, and is not told here: 'bellhop front', 'bellhop quiet-hours', 'bellhop ratings' and
      'bellhop apps APP' tell it. Above what denies apps stands what becomes of what they have in the
      lists. With --json a configuration with faults is
      {"faults":[{"file":…,"line":…,"reason":…},…]}; line is missing where the whole file is at fault. Needs no daemon.
      """
  ) { (arguments, session) throws(Failure) in
    let (files, policy, faults) = ConfigurationFiles(only: arguments.operands).read()
    guard faults.isEmpty else {
      if arguments.has(.json) { session.print(JSON(faults)) }
      throw Failure.badConfiguration(faults)
    }
    if arguments.has(.json) {
      session.print(configurationJSON(policy, files: files))
    } else {
      session.terminal.write(configurationText(policy, files: files))
    }
  }
}

/// The configuration as a key file, with the source files as comments.
func configurationText(_ policy: Policy, files: [LayerFile]) -> String {
  let sources =
    files.isEmpty ? "# no files: everything as built in\n" : files.map { "# \($0.path)\n" }.joined()
  return sources
    + policy.configuredValues.map { group, values in
      "\n[\(group)]\n"
        + values.map {
          "\(origin(of: $0.key, in: group, policy))\(consequence(of: $0.key, $0.value))\($0.key)=\($0.value)\n"
        }.joined()
    }.joined()
}

/// The consequence of a denial, as a comment line; empty for any other value.
private func consequence(of key: String, _ value: String) -> String {
  guard (key, value) == ("Authorization", "denied") || (key, value) == ("Default", "deny") else { return "" }
  return "# what is unread or to come is in no list until the app is allowed again; private ones are gone\n"
}

private func origin(of key: String, in group: String, _ policy: Policy) -> String {
  let origin = policy.origin(of: key, in: group)
  let wider = origin.group.map { " [App \($0)]" } ?? ""
  let overruled = origin.overrules.map(\.description).joined(separator: " and ")
  let parts =
    (origin.files.isEmpty ? [] : ["from \(origin.files.joined(separator: " and "))\(wider)"])
    + (origin.lockedBy.map { ["locked by \($0)"] } ?? [])
    + (overruled.isEmpty ? [] : ["overrules \(overruled)"])
  return parts.isEmpty ? "" : "# \(parts.joined(separator: ", "))\n"
}

func configurationJSON(_ policy: Policy, files: [LayerFile]) -> JSON {
  let groups = policy.configuredValues
  let values = groups.map { group, values in
    JSON.Field(group, .object(values.map { JSON.Field($0.key, .string($0.value)) }))
  }
  let origins = groups.map { group, values in
    JSON.Field(
      group,
      .object(values.map { key, _ in JSON.Field(key, JSON(policy.origin(of: key, in: group))) }))
  }
  return .object([
    JSON.Field("files", .array(files.map { .string($0.path) })), JSON.Field("configuration", .object(values)),
    JSON.Field("origins", .object(origins)),
  ])
}

extension JSON {
  /// `files` only if there are several.
  fileprivate init(_ origin: ValueOrigin) {
    let overruled = origin.overrules.map { JSON(fields: ["file": $0.file.json, "line": $0.line.json]) }
    self.init(fields: [
      "file": origin.files.last?.json,
      "files": origin.files.count > 1 ? .array(origin.files.map(\.json)) : nil,
      "group": origin.group.map { "App \($0)".json }, "lockedBy": origin.lockedBy?.json,
      "overrules": overruled.isEmpty ? nil : .array(overruled),
    ])
  }

  /// Every fault; without a line if it concerns the whole file.
  init(_ faults: [ConfigurationFault]) {
    let each = faults.map { fault in
      JSON(fields: [
        "file": fault.file.json, "line": fault.line > 0 ? fault.line.json : nil, "reason": fault.reason.json,
      ])
    }
    self = .object([Field("faults", .array(each))])
  }
}
