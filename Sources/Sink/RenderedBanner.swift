import Delivery
import NotificationModel
import SessionBus

/// A banner as one server is given it: only what it can show, in its own terms.
///
/// Invariant: hints have exactly the types that servers look for; some refuse the whole call over a wrong one.
struct RenderedBanner: Hashable, Sendable {
  struct Button: Hashable, Sendable {
    var key: String
    var label: String
  }

  var appName: String
  var title: String
  var body: String
  var buttons: [Button] = []
  var hints: [String: BusValue] = [:]
  /// What the server could not be given. No private text.
  var omitted: [String] = []

  /// `text` is the banner's own or its form for a locked screen.
  init(_ banner: Banner, text: BannerText, server: ServerDescription) {
    appName = banner.appName.isEmpty ? banner.app.text : banner.appName
    title = text.title
    body = ""
    renderBody(text, server)
    guard !banner.textOnly else {
      omitted.append("Shown as text only, because a server stopped while showing all of it.")
      return
    }
    hints["desktop-entry"] = .string(banner.app.text)
    hints["urgency"] = .byte(banner.urgency.rawValue)
    if let image = text.image { hints["image-path"] = .string(image.hasPrefix("/") ? fileURI(image) : image) }
    if let category = banner.category { hints["category"] = .string(category) }
    if let progress = banner.progress { hints["value"] = .int32(Int32(min(max(progress, 0), 100))) }
    renderSound(banner.sound, server)
    renderButtons(text.actions, open: banner.openLabel, server)
  }

  private mutating func renderBody(_ text: BannerText, _ server: ServerDescription) {
    guard !text.body.isEmpty else { return }
    guard server.capabilities.contains("body") else {
      omitted.append("The server shows no body.")
      return
    }
    body = server.capabilities.contains("body-markup") ? escapedMarkup(text.body) : text.body
  }

  private mutating func renderSound(_ sound: String?, _ server: ServerDescription) {
    switch (sound, server.capabilities.contains("sound")) {
    // "default" is no name of the sound theme; this one is what it stands for there.
    case (let sound?, true):
      hints["sound-name"] = .string(sound == "default" ? "message-new-instant" : sound)
    case (_?, false): omitted.append("The server plays no sounds.")
    // Some servers have a sound of their own for everything that asks for none.
    case (nil, true): hints["suppress-sound"] = .bool(true)
    case (nil, false): break
    }
  }

  private mutating func renderButtons(_ actions: [BannerAction], open: String, _ server: ServerDescription) {
    guard server.capabilities.contains("actions") else {
      if !actions.isEmpty { omitted.append("The server shows no buttons: \(Self.names(actions)).") }
      return
    }
    // A press on the banner itself; servers that show its label show it as an entry of a menu.
    buttons = [Button(key: ActionKey.key(for: .defaultAction), label: open)]
    let shown = actions.prefix(Self.buttonLimit(of: server))
    if shown.count < actions.count {
      let rest = actions.dropFirst(shown.count)
      omitted.append("The server shows \(shown.count) buttons at most: without \(Self.names(rest)).")
    }
    var canAsk = server.capabilities.contains("inline-reply")
    for action in shown {
      var key = ActionKey.key(for: action.id)
      if let input = action.input {
        if canAsk {
          key = ActionKey.inlineReply
          hints["x-kde-reply-placeholder-text"] = input.placeholder.map { .string($0) }
          hints["x-kde-reply-submit-button-text"] = input.button.map { .string($0) }
          canAsk = false
        } else {
          omitted.append("The server asks for no text here: \(action.id) is a plain button.")
        }
      }
      buttons.append(Button(key: key, label: action.title))
    }
  }

  /// GNOME Shell drops a fourth button without a word.
  private static func buttonLimit(of server: ServerDescription) -> Int {
    server.name == "gnome-shell" ? 3 : Limits.actions
  }

  private static func names(_ actions: some Sequence<BannerAction>) -> String {
    actions.map(\.id.text).joined(separator: ", ")
  }
}
