import Configuration
import Delivery
import NotificationModel
import Store
import Varlink

/// The configuration, as it is now and as it last was without a fault.
struct ConfigurationSource {
  /// The store's key for the files of the last configuration without a fault.
  private static let remembered = DeliveryEngine.rememberedConfiguration

  private let files: ConfigurationFiles

  init(_ arguments: DaemonArguments) {
    files = ConfigurationFiles(only: arguments.configuration.map { [$0] } ?? [])
  }

  /// The policy, and the text to remember it by.
  func read() throws(ConfigurationFaults) -> (policy: Policy, text: String) {
    let (layers, policy, faults) = files.read()
    if let faults = ConfigurationFaults(faults) { throw faults }
    return (policy, JSON(layers).text)
  }

  /// A fault must not keep the daemon from starting: the last good configuration holds until it is mended,
  /// else the strictest.
  func read(remembering store: SQLiteStore) -> (policy: Policy, faults: ConfigurationFaults?) {
    do throws(ConfigurationFaults) {
      let (policy, text) = try read()
      try? store.set(Self.remembered, to: text)
      try? store.commit()
      return (policy, nil)
    } catch {
      let text = (try? store.value(Self.remembered)) ?? nil
      let layers = text.flatMap { try? JSON(parsing: Array($0.utf8)) }.flatMap { [LayerFile]($0) }
      return (layers.flatMap { try? policy(from: $0) } ?? .strictest, error)
    }
  }
}

extension JSON {
  fileprivate init(_ layers: [LayerFile]) {
    self = .array(
      layers.map { layer in
        .object([
          Field("path", .string(layer.path)), Field("text", .string(layer.text)),
          Field("isSystem", .bool(layer.isSystem)),
        ])
      })
  }
}

extension [LayerFile] {
  fileprivate init?(_ json: JSON) {
    guard case .array(let values) = json else { return nil }
    self = values.compactMap { value in
      guard case .string(let path)? = value["path"], case .string(let text)? = value["text"],
        case .bool(let isSystem)? = value["isSystem"]
      else { return nil }
      return LayerFile(path: path, text: text, isSystem: isSystem)
    }
    guard count == values.count else { return nil }
  }
}
