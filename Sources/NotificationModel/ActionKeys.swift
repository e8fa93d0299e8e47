/// What the app of a call calls each action. The press on the notification itself is among them where the app has one.
package struct ActionKeys: Hashable, Sendable {
  /// Of a key: it is the app's own business, as a target is.
  package static let bytes = Limits.targetBytes

  private var keys: [ItemID: String] = [:]

  package init() {}

  package subscript(action: ItemID) -> String? {
    get { keys[action] }
    set { keys[action] = newValue }
  }

  package var isEmpty: Bool { keys.isEmpty }

  /// The action that the app calls so; the first of several.
  package func action(called key: String) -> ItemID? { all.first { $0.1 == key }?.0 }

  /// In the order of the actions' names.
  var all: [(ItemID, String)] { keys.sorted { $0.key.text < $1.key.text }.map { ($0.key, $0.value) } }
}
