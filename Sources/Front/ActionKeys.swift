package import NotificationModel

/// What the app of a call calls each action. The press on the notification itself is among them where the app has one.
package struct ActionKeys: Hashable, Sendable {
  /// Of a key: it is the app's own business, as a target is.
  package static let bytes = Limits.targetBytes

  private var keys: [ItemID: String] = [:]

  package init() {}

  package internal(set) subscript(action: ItemID) -> String? {
    get { keys[action] }
    set { keys[action] = newValue }
  }

  /// As they are stored: a line for each.
  package var text: String {
    var lines = FieldLines()
    for (action, key) in keys.sorted(by: { $0.key.text < $1.key.text }) { lines.add(action.text, key) }
    return lines.text
  }

  package init(text: String) {
    for (name, value) in FieldLines.fields(of: text) {
      if let action = ItemID(name) { keys[action] = value }
    }
  }
}
