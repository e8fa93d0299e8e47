import Configuration
import NotificationModel
import Varlink

extension Subcommand {
  static let checkConfiguration = Subcommand(
    name: "check-config", summary: "Check the configuration, and print what it comes to.",
    operands: [Operand("FILE", isOptional: true, repeats: true)], options: [.json],
    notes: """
      Without FILE, what the daemon would read; with FILEs, those in place of all layers, as an
      administrator's. A fault is printed as FILE:LINE: REASON. Needs no daemon.
      """
  ) { (arguments, session) throws(Failure) in
    do throws(ConfigurationFault) {
      let files = try layerFiles(arguments.operands)
      let policy = try policy(from: files)
      if arguments.has(.json) {
        session.print(configurationJSON(policy, files: files))
      } else {
        session.terminal.write(configurationText(policy, files: files))
      }
    } catch {
      throw Failure.badConfiguration(error)
    }
  }
}

private func layerFiles(_ paths: [String]) throws(ConfigurationFault) -> [LayerFile] {
  guard !paths.isEmpty else { return try ConfigurationFiles().load() }
  var files: [LayerFile] = []
  for path in paths { files += try ConfigurationFiles(only: path).load() }
  return files
}

/// A key file again, with the files it came from as comments.
func configurationText(_ policy: Policy, files: [LayerFile]) -> String {
  let sources =
    files.isEmpty ? "# no files: everything as built in\n" : files.map { "# \($0.path)\n" }.joined()
  return sources
    + policy.configuredValues.map { group, values in
      "\n[\(group)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
}

private func configurationJSON(_ policy: Policy, files: [LayerFile]) -> JSON {
  let groups = policy.configuredValues.map { group, values in
    JSON.Field(group, .object(values.map { JSON.Field($0.key, .string($0.value)) }))
  }
  return .object([
    JSON.Field("files", .array(files.map { .string($0.path) })), JSON.Field("configuration", .object(groups)),
  ])
}
