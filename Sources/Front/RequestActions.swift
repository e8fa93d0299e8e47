import Guidelines
import NotificationModel

/// A call's buttons as actions, with the app's key for each.
///
/// A key may be any text, an id only a few characters: so the actions' ids are "a.1", "a.2" and so on, in the app's
/// order, and `keys` maps them back. The interface does not say which buttons are destructive, so no action is marked.
struct RequestActions {
  /// The actions that a banner has room for.
  private(set) var actions: [Action] = []
  /// The other actions, which only the list shows.
  private(set) var further: [Action] = []
  private(set) var keys = ActionKeys()
  private(set) var pressLabel = ""

  private static let press = "default"
  private static let reply = "inline-reply"

  init(_ call: NotifyCall, _ repairs: inout Repairs) {
    var given = 0
    for button in call.buttons {
      if button.key == Self.press {
        keys[.defaultAction] = button.key
        pressLabel =
          repairs.fit(PlainText.label(button.label), .buttonLabel, within: Limits.label).ifReadable ?? ""
        continue
      }
      guard repairs.whole(button.key, .buttonKey, bytes: ActionKeys.bytes) != nil else { continue }
      given += 1
      if actions.count + further.count < Limits.desktopActions { add(button, call.hints, &repairs) }
    }
    if !further.isEmpty {
      repairs.note(.inListAlone(.buttons, onBanner: actions.count, further: further.count))
    }
    if given > Limits.desktopActions {
      repairs.note(.leftOut(.buttons, limit: Limits.desktopActions, given: given))
    }
  }

  private mutating func add(_ button: NotifyCall.Button, _ hints: NotifyHints, _ repairs: inout Repairs) {
    let input = button.key == Self.reply ? Self.input(hints, &repairs) : nil
    // A button needs some label; its key is often a word.
    let labels = [button.label, input?.button, input?.placeholder, button.key].compactMap(\.self)
    guard let label = labels.lazy.map(PlainText.label).first(where: \.isReadable),
      let id = ItemID("a.\(actions.count + further.count + 1)")
    else {
      repairs.note(.passedOver(.buttonLabel))
      return
    }
    let title = repairs.fit(label, .buttonLabel, within: Limits.label)
    let action = Action(id: id, title: title, input: input)
    if actions.count < Limits.actions { actions.append(action) } else { further.append(action) }
    keys[id] = button.key
  }

  private static func input(_ hints: NotifyHints, _ repairs: inout Repairs) -> TextInput {
    TextInput(
      placeholder: hints.replyPlaceholder.flatMap {
        repairs.fit(PlainText.label($0), .replyPlaceholder, within: Limits.line).ifReadable
      },
      button: hints.replyButton.flatMap {
        repairs.fit(PlainText.label($0), .replyButton, within: Limits.label).ifReadable
      })
  }
}
