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
      Above a value stands the file that it comes from, and the one that locks it; what has none is built in. With
      --json a configuration with faults is {"faults":[{"file":…,"line":…,"reason":…},…]}. Needs no daemon.
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

/// A key file again, with the files it came from as comments.
func configurationText(_ policy: Policy, files: [LayerFile]) -> String {
  let sources =
    files.isEmpty ? "# no files: everything as built in\n" : files.map { "# \($0.path)\n" }.joined()
  return sources
    + policy.configuredValues.map { group, values in
      "\n[\(group)]\n"
        + values.map { "\(origin(of: $0.key, in: group, policy))\($0.key)=\($0.value)\n" }.joined()
    }.joined()
}

private func origin(of key: String, in group: String, _ policy: Policy) -> String {
  let (file, lock) = policy.origin(of: key, in: group)
  let wider = policy.widerGroups["\(group)/\(key)"].map { " [App \($0)]" } ?? ""
  let parts = [file.map { "from \($0)\(wider)" }, lock.map { "locked by \($0)" }].compactMap { $0 }
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
      .object(
        values.map { key, _ in
          let (file, lock) = policy.origin(of: key, in: group)
          return JSON.Field(
            key,
            JSON(fields: [
              "file": file?.json, "group": policy.widerGroups["\(group)/\(key)"].map { "App \($0)".json },
              "lockedBy": lock?.json,
            ]))
        }))
  }
  return .object([
    JSON.Field("files", .array(files.map { .string($0.path) })), JSON.Field("configuration", .object(values)),
    JSON.Field("origins", .object(origins)),
  ])
}

extension JSON {
  /// Every fault.
  init(_ faults: [ConfigurationFault]) {
    let each = faults.map { fault in
      JSON(fields: ["file": fault.file.json, "line": fault.line.json, "reason": fault.reason.json])
    }
    self = .object([Field("faults", .array(each))])
  }
}
