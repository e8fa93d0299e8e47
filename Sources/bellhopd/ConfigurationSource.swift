import Configuration
import Delivery
import NotificationModel
import NotificationProtocol
import Store
import Varlink

/// The configuration as it is now; of a layer with a fault, as it last was without one.
struct ConfigurationSource {
  /// The store's key for the files of each layer as they last were without a fault.
  private static let remembered = DeliveryEngine.rememberedConfiguration
  /// The log's words for the rule that holds while there are faults.
  static let consequence =
    "in the place of a layer with a fault its last good files hold; if there never were any, "
    + "none of a person's, and for /etc the strictest configuration"

  private let files: ConfigurationFiles
  private var sound = SoundLayers()

  init(_ arguments: DaemonArguments) {
    files = ConfigurationFiles(only: arguments.configuration.map { [$0] } ?? [])
  }

  /// The policy, the text to remember its layers by, and the faults.
  mutating func read() -> (policy: Policy, text: String, faults: ConfigurationFaults?) {
    let (policy, faults) = files.read(orElse: &sound)
    return (policy, JSON(sound).text, ConfigurationFaults(faults))
  }

  /// Reads them at a start, when the last good files are those that the store remembers.
  mutating func read(remembering store: SQLiteStore) -> (policy: Policy, faults: ConfigurationFaults?) {
    let known = (try? store.value(Self.remembered)) ?? nil
    sound = known.flatMap { try? JSON(parsing: Array($0.utf8)) }.map(SoundLayers.init) ?? SoundLayers()
    let (policy, text, faults) = read()
    if text != known {
      try? store.set(Self.remembered, to: text)
      try? store.commit()
    }
    return (policy, faults)
  }
}

extension SoundLayers {
  fileprivate init(_ json: JSON) {
    // Earlier versions have one list, of both layers.
    let isOneList = json["administrators"] == nil && json["persons"] == nil
    self.init(
      administrators: (isOneList ? json : json["administrators"]).flatMap { [LayerFile]($0, isSystem: true) },
      persons: (isOneList ? json : json["persons"]).flatMap { [LayerFile]($0, isSystem: false) })
  }
}

extension JSON {
  fileprivate init(_ layers: SoundLayers) {
    self.init(fields: [
      "administrators": layers.administrators.map { JSON($0) }, "persons": layers.persons.map { JSON($0) },
    ])
  }

  private init(_ files: [LayerFile]) {
    self = .array(
      files.map { file in
        .object([
          Field("path", .string(file.path)), Field("text", .string(file.text)),
          Field("isSystem", .bool(file.isSystem)),
        ])
      })
  }
}

extension [LayerFile] {
  /// The files of one layer; `nil` if it is no list of files.
  fileprivate init?(_ json: JSON, isSystem: Bool) {
    guard case .array(let values) = json else { return nil }
    let all = values.compactMap { value -> LayerFile? in
      guard case .string(let path)? = value["path"], case .string(let text)? = value["text"],
        case .bool(let isSystem)? = value["isSystem"]
      else { return nil }
      return LayerFile(path: path, text: text, isSystem: isSystem)
    }
    guard all.count == values.count else { return nil }
    self = all.filter { $0.isSystem == isSystem }
  }
}

extension ControlError {
  init(_ faults: ConfigurationFaults) {
    let (first, further) = faults.told
    self = .badConfiguration(FileFault(first), further: further.map { FileFault($0) })
  }
}

extension FileFault {
  fileprivate init(_ fault: ConfigurationFault) {
    self.init(file: fault.file, line: fault.line, reason: fault.reason)
  }
}
