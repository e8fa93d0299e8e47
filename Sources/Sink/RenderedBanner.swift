import BusWire
import Delivery
import NotificationModel
import Records

/// A banner rendered for one server in two forms: plain, and redacted for a locked screen.
struct BannerForms: Sendable {
  let subject: BannerSubject
  let replaces: BannerHandle?
  private let plain: RenderedBanner
  private let redacted: RenderedBanner?

  /// `images`: the directory of the image files that the banner names.
  init(_ banner: Banner, for server: ServerDescription, images: String) {
    subject = banner.subject
    replaces = banner.replaces
    plain = RenderedBanner(banner, text: banner.text, server: server, images: images)
    redacted = banner.textWhenLocked.map {
      RenderedBanner(banner, text: $0, server: server, images: images)
    }
  }

  var dependOnCapabilities: Bool { plain.dependsOnCapabilities || redacted?.dependsOnCapabilities == true }

  /// The form that may be seen now; sent at once, before the lock can change. `call`: a number of its own.
  func form(isLocked: Bool, call: Int) -> (banner: RenderedBanner, sent: SentBanner) {
    let hidden = isLocked ? redacted : nil
    var form = hidden ?? plain
    form.tellApart(call)
    return (form, SentBanner(subject: subject, hidden: hidden != nil, omitted: form.omitted))
  }
}

/// A banner rendered for one server: only the parts that this server can show, as it expects them.
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
  /// The app's icon: a name in the theme, or a file's path.
  var icon: String?
  var buttons: [Button] = []
  /// In milliseconds. Below 0 the server decides; at 0 the banner never expires.
  var timeout: Int32 = -1
  var hints: [String: BusValue] = [:]
  /// The parts that the server cannot show. Contains no private text.
  var omitted: [Reason] = []
  /// Whether Plasma is given it with its text hidden.
  private var isHiddenOnPlasma = false
  /// Given as the process that posts; `nil` for Bellhop's own.
  private(set) var process: UInt32?
  /// Whether the banner uses capabilities that a server may gain or lose while it runs: buttons, sounds, markup.
  private(set) var dependsOnCapabilities = false

  /// `text` is the banner's own or its form for a locked screen; `images`, the directory of the files it names.
  init(_ banner: Banner, text: BannerText, server: ServerDescription, images: String) {
    let sender = banner.sender(of: text)
    appName = sender.name
    title = text.title
    body = ""
    isHiddenOnPlasma = text.isHidden && server.name == "Plasma"
    if server.isGNOME {
      process = banner.poster?.standInProcess
      // GNOME Shell 48 writes "Unknown App" then, in the person's language; 43 writes no app's name.
      if banner.app == .unknown, !text.isHidden { appName = "" }
    }
    let isEverClosed =
      server.name != Self.closesOnlyInTime || banner.stay == .untilAnswered && banner.replaces == nil
    if banner.stay != .asLongAsUsual, isEverClosed { timeout = 0 }
    let origin = banner.origin.desktop
    if let origin, !text.isHidden, !banner.textOnly {
      // As without Bellhop: the server does with it what it does.
      body = origin.body ?? text.body
    } else {
      renderBody(text.body, below: needsName(banner, text, sender, server) ? sender.name : nil, server)
    }
    guard !banner.textOnly else {
      omitted.append(Reason(.asTextOnly))
      return
    }
    hints["desktop-entry"] = sender.id.map { .string($0.text) }
    // A server cannot tell whether a name that an app of the desktop's own interface claims is its own.
    let isClaimed = origin.map { !text.isHidden || !$0.isVouchedFor } ?? false
    if banner.isOwn || sender.id != nil && !isClaimed && !server.drawsEntryIcon { icon = banner.icon }
    hints["urgency"] = .byte(banner.urgency.rawValue)
    let isDrawn = text.image.map { renderImage($0, server, images, isIcon: origin?.isPictureIcon == true) }
    if banner.replaces != nil, isDrawn == false || isDrawn == nil && text.isHidden {
      clearImage(server, namesApp: sender.id != nil)
    }
    if let category = banner.category { hints["category"] = .string(category) }
    if let progress = banner.progress { hints["value"] = .int32(Int32(min(max(progress, 0), 100))) }
    renderSound(banner.sound, server)
    // An app's own buttons need not include the one for a press on the banner itself.
    let canBeOpened = origin.map { $0.keys[.defaultAction] != nil } ?? true
    renderButtons(
      text.actions, open: canBeOpened ? banner.openLabel : nil, isQuestion: banner.subject.isQuestion, server)
    if let origin { handOn(origin, of: banner, isHidden: text.isHidden) }
    if server.isSwaync, banner.onlyFollowsLock {
      hints["SWAYNC_NO_SCRIPT"] = .bool(true)
      if banner.stay != .untilAnswered { timeout = 1 }
    }
    // What came behind a lock comes up at the unlock, and is seen then: GNOME Shell 43 takes low urgency for unseen.
    let keepsUrgency = banner.onlyFollowsLock && (server.losesEntryByUrgency || banner.isMissed)
    if server.isGNOME, !banner.alerts, !keepsUrgency, hints["urgency"] != .byte(Urgency.critical.rawValue) {
      hints["urgency"] = .byte(Urgency.low.rawValue)
    }
  }

  /// Plasma refuses a call that looks like the last one, within a second, and hidden forms all do (server_p.cpp, 5.27 to
  /// 6.7). It compares this hint as well, which it reads for nothing else without a file of events (`x-kde-appname`).
  fileprivate mutating func tellApart(_ call: Int) {
    if isHiddenOnPlasma { hints["x-kde-eventId"] = .string("bellhop-\(call)") }
  }

  /// Whether neither the server nor a picture says which app the banner is from, so that the name stands above the body.
  private func needsName(
    _ banner: Banner, _ text: BannerText, _ sender: (name: String, id: AppID?), _ server: ServerDescription
  ) -> Bool {
    guard banner.origin.desktop == nil, !banner.isOwn, sender.id != nil, !server.drawsName,
      text.title != sender.name
    else { return false }
    return text.image != nil || banner.icon == nil || banner.textOnly
  }

  /// `name`: the app's, as the first line.
  private mutating func renderBody(_ body: String, below name: String?, _ server: ServerDescription) {
    let text = [name ?? "", body].filter { !$0.isEmpty }.joined(separator: "\n")
    guard !text.isEmpty else { return }
    guard server.capabilities.contains("body") else {
      if !body.isEmpty { omitted.append(Reason(.noBody)) }
      dependsOnCapabilities = true
      return
    }
    let markup = Markup.escaped(text)
    self.body = server.capabilities.contains("body-markup") ? markup : text
    if markup != text { dependsOnCapabilities = true }
  }

  /// Returns whether the server draws a file of that kind.
  private mutating func renderImage(
    _ image: String, _ server: ServerDescription, _ directory: String, isIcon: Bool
  ) -> Bool {
    let file = image.hasPrefix("/") ? directory + image : nil
    if file != nil, let kind = server.kindNotDrawn(of: image) {
      omitted.append(Reason(.pictureNotDrawn, .name(server.name), .name(kind)))
      return false
    }
    guard !isIcon else {
      icon = file ?? image
      return true
    }
    hints["image-path"] = .string(file.map(fileURI) ?? image)
    // SwayNotificationCenter reads the URI's text as the file's name, and draws no theme icon from this hint (0.7.3).
    guard server.name == "SwayNotificationCenter" else { return true }
    if let file { hints["image-path"] = .string(file) } else { icon = image }
    return true
  }

  /// Servers that drop the earlier picture when a banner without a picture replaces one with a picture. These are
  /// spared the space that a clear picture occupies. notification-daemon, MATE's, fnott, LXQt's and Plasma (6.2 and
  /// later) go on drawing the earlier picture.
  private static let dropsPicture: Set = [
    "dunst", "gnome-shell", "mako", "SwayNotificationCenter", "Xfce Notify Daemon",
  ]

  /// This server does not close a banner that was updated, until its time is over.
  private static let closesOnlyInTime = "Notification Daemon"

  /// This server draws the icon of the app's desktop entry instead of the picture; without a desktop entry it keeps the
  /// earlier picture.
  private static let dropsForIcon = "Xfce Notify Daemon"

  /// Sends the app's icon as the picture, or a clear one: the earlier one may be private, and a server may draw it until
  /// another replaces it.
  private mutating func clearImage(_ server: ServerDescription, namesApp: Bool) {
    let drops = Self.dropsPicture.contains(server.name)
    guard !drops || (server.name == Self.dropsForIcon && !namesApp) else { return }
    if let icon, icon.hasPrefix("/") { return hints["image-path"] = .string(fileURI(icon)) }
    let pixel = BusValue.array(of: "y", Array(repeating: .byte(0), count: 4))
    // Width, height, bytes in a row, an alpha channel, bits in a sample, channels.
    hints["image-data"] = .structure(
      [.int32(1), .int32(1), .int32(4), .bool(true), .int32(8), .int32(4), pixel])
  }

  private mutating func renderSound(_ sound: String?, _ server: ServerDescription) {
    if sound != nil { dependsOnCapabilities = true }
    // For a server without sounds Delivery plays them itself.
    guard server.capabilities.contains("sound") else { return }
    if let sound {
      hints["sound-name"] = .string(sound)
    } else {
      // Some servers play a default sound for every banner without a sound hint.
      hints["suppress-sound"] = .bool(true)
    }
  }

  private mutating func renderButtons(
    _ actions: [BannerAction], open: String?, isQuestion: Bool, _ server: ServerDescription
  ) {
    if actions.isEmpty, open == nil { return }
    if !actions.isEmpty { dependsOnCapabilities = true }
    let asked = actions.filter { !$0.isExtra }
    guard server.capabilities.contains("actions") else {
      dependsOnCapabilities = true
      if !asked.isEmpty { omitted.append(Reason(.noButtons, Self.names(asked))) }
      return
    }
    // The button for a press on the banner itself; servers that show its label show it as a menu entry.
    buttons = open.map { [Button(key: ActionKey.key(for: .defaultAction), label: $0)] } ?? []
    let limit = Self.buttonLimit(of: server, isQuestion: isQuestion)
    // A menu has room for all.
    let room = server.drawsButtons ? max(0, limit - asked.count) : actions.count
    let shown = asked.prefix(limit) + actions.filter(\.isExtra).prefix(room)
    if shown.count < asked.count {
      let rest = asked.dropFirst(shown.count)
      omitted.append(Reason(.fewButtons, .count(shown.count), Self.names(rest)))
    }
    let asks = server.capabilities.contains("inline-reply")
    var canAsk = asks
    for action in shown {
      var key = ActionKey.key(for: action.id)
      if let input = action.input {
        if canAsk {
          key = ActionKey.inlineReply
          hints["x-kde-reply-placeholder-text"] = input.placeholder.map { .string($0) }
          hints["x-kde-reply-submit-button-text"] = input.button.map { .string($0) }
          canAsk = false
        } else {
          omitted.append(Reason(asks ? .asksTextOnce : .asksNoText, .name(action.id.text)))
        }
      }
      buttons.append(Button(key: key, label: action.title))
    }
  }

  /// GNOME Shell drops a fourth button without a word. A question has four answers, and the choice to be asked later.
  private static func buttonLimit(of server: ServerDescription, isQuestion: Bool) -> Int {
    server.name == "gnome-shell" ? 3 : Limits.actions + (isQuestion ? 1 : 0)
  }

  private static func names(_ actions: some Sequence<BannerAction>) -> Reason.Argument {
    .name(actions.map(\.id.text).joined(separator: ", "))
  }
}

/// The URI of a file by its absolute path (RFC 8089, RFC 3986 §2.3): every byte that is not unreserved is encoded.
func fileURI(_ path: String) -> String {
  path.utf8.reduce(into: "file://") { uri, byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      uri.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      uri += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
}
