import BusWire
import CNotify
import Delivery
import NotificationModel
import TestSupport
import Varlink

@testable import Front
@testable import Guidelines
@testable import Sink
@testable import Store

/// The rules for every call of `Notify` that was read: for its request, for the origin that is stored, and for the call
/// that goes on to the server.
struct PostCheck {
  let call: NotifyCall
  let poster: Poster
  var isSandboxed = false

  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  func check() throws {
    let app = poster.app(among: InstalledApps())
    try checkAttribution(app)
    var post = FrontPost(call, from: app, isSandboxed: isSandboxed, visibleID: 1_000_001, now: Self.now)
    try checkRequest(post.request)
    try checkOrigin(post.origin, of: app)
    try require(post.notes.count == post.repairs.count && post.repairs.count <= 64, "a repair has no note")
    let stored = try JSON(parsing: Array(post.origin.json.text.utf8))
    var read = DesktopOrigin(json: stored)
    read?.hints = post.origin.hints
    try require(read == post.origin, "the stored origin reads as another")
    try checkHandedOn(post)
    post.replaceMissingPicture()
    try checkRequest(post.request)
    try require(
      !post.origin.isSandboxed || !post.origin.icon.hasPrefix("/"), "a path from inside a sandbox goes on")
  }

  /// No app is shown under another's name: a claim is never an installed app or Bellhop, and a sandbox says whose a call
  /// is.
  private func checkAttribution(_ app: PostingApp) throws {
    let entries = InstalledApps()
    if app.ground == .claim {
      try require(!entries.hasEntry(app.app), "a claim is taken for an installed app")
    }
    if let sandbox = poster.sandbox, !poster.isUnverified {
      try require(app.app == sandbox, "a sandbox is passed over")
    }
    guard app.app != .shell else {
      return try require(poster.isOwnCommand, "a call is taken for Bellhop's own")
    }
    try require(!OwnName.isTaken(by: app.app.text), "a call is taken for Bellhop's own")
  }

  /// The repaired request is one that every other door would take, and there is something to read.
  private func checkRequest(_ request: NotificationRequest) throws {
    try require(RequestFault.first(in: request) == nil, "the repaired request has a fault")
    try require(PlainText.cleaned(request) == request, "the repaired request is not clean")
    try require(PlainText.isVisible(request), "there is nothing to read")
    for text in [request.title, request.body].compactMap(\.self) {
      try require(text.utf8.count <= RequestText.bytes, "a text is longer than a message")
      try require(!text.unicodeScalars.contains { Self.isForbidden($0) }, "a forbidden character is left")
    }
    try require(request.title?.contains { $0.isNewline } != true, "a title has two lines")
    try require(request.identifier.map { OpaqueName($0.text) == $0 } ?? true, "an identifier is no name")
    try require((request.image ?? "").utf8.count <= Limits.pathBytes, "an image's name is too long")
    try require((request.sound ?? "").utf8.count <= Limits.wordBytes, "a sound's name is too long")
    try require((0...100).contains(request.progress ?? 0), "a progress is no percentage")
    try checkActions(request.actions ?? [], most: Limits.actions)
  }

  private func checkActions(_ actions: [Action], most: Int) throws {
    try require(
      actions.count <= most && Set(actions.map(\.id)).count == actions.count, "there are too many buttons")
    for action in actions {
      try require(
        !action.title.isEmpty && Limits.label.excess(of: action.title) == nil, "a label is empty or too long")
      try require(Limits.line.excess(of: action.input?.placeholder ?? "") == nil, "a placeholder is too long")
      try require(Limits.label.excess(of: action.input?.button ?? "") == nil, "a reply's button is too long")
    }
  }

  private func checkOrigin(_ origin: DesktopOrigin, of app: PostingApp) throws {
    try checkActions(origin.furtherActions, most: Limits.desktopActions)
    let entries = InstalledApps()
    let seen = origin.appName.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    let named = entries.apps(named: String(seen))
    try require(named.isEmpty || named.contains(app.app), "another app's name goes on")
    let hints = try Self.hints(of: origin)
    if case .string(let text)? = hints["desktop-entry"], let id = AppID(text) {
      try require(id == app.app || !entries.hasEntry(id), "another app's desktop entry goes on")
    }
    for text in [origin.title, origin.body, origin.appName].compactMap(\.self) {
      try require(!text.unicodeScalars.contains { Self.isForbidden($0) }, "a forbidden character is left")
    }
    try require(
      origin.json.text.utf8.count + origin.hints.count < 5 * RequestText.bytes, "what is stored has no bound")
    // A hint that our own writer has a form for, GLib and so libnotify has one for, too.
    for (name, hint) in hints {
      let variant = hint.variant().flatMap(g_variant_ref_sink)
      defer { if let variant { g_variant_unref(variant) } }
      let type = variant.map { String(cString: g_variant_get_type_string($0)) }
      try require(type == hint.signature, "the hint \(name) changes its type")
    }
  }

  private static func hints(of origin: DesktopOrigin) throws -> [String: BusValue] {
    origin.hints.isEmpty ? [:] : try [String: BusValue](bytes: origin.hints)
  }

  /// Controls other than tabs and line feeds, and overrides of the writing direction.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n": false
    case "\u{202D}", "\u{202E}": true
    default: scalar.properties.generalCategory == .control
    }
  }
}

extension PostCheck {
  /// The call that goes on to the server keeps texts, buttons and hints, and can be read again.
  private func checkHandedOn(_ post: FrontPost) throws {
    let (request, origin) = (post.request, post.origin)
    let title = request.title ?? "Any"
    let actions = (request.actions ?? []).map { BannerAction(id: $0.id, title: $0.title, input: $0.input) }
    var banner = Banner(
      subject: .notification(NotificationID(1)), app: request.app, appName: "Any",
      text: BannerText(title: title, body: request.body ?? "", image: request.image, actions: actions),
      openLabel: "Open")
    banner.origin = Origin(origin)
    let everything: Set = [
      "body", "body-markup", "body-hyperlinks", "body-images", "actions", "inline-reply", "sound",
    ]
    let again = try reread(
      RenderedBanner(banner, text: banner.text, server: Self.server(everything), images: "/i"))
    try require(again.call.summary == origin.title ?? title, "another title goes on")
    let written = origin.body ?? request.body ?? ""
    try require(again.call.body == written, "another body goes on: \(again.call.body)")
    let labels = actions.map(\.title)
    try require(again.call.buttons.map(\.label).suffix(labels.count) == labels[...], "other buttons go on")
    try require(again.call.expireTimeout == origin.expiry.milliseconds, "another expiry goes on")
    for (name, hint) in try Self.hints(of: origin) {
      // By their bytes, since numbers that are none are unequal to themselves.
      let (given, sent) = (["": hint], again.hints[name].map { ["": $0] })
      try require(sent?.bytes() == given.bytes(), "the hint \(name) does not go on")
    }
    try require(NotifyHints.tagNames.isDisjoint(with: again.hints.keys), "a tag goes on")

    let plain = try reread(
      RenderedBanner(banner, text: banner.text, server: Self.server(["body"]), images: "/i"))
    try require(plain.call.body == written, "a server without markup gets another text")
    try checkHidden(banner)
  }

  /// A hidden banner has no text of the app in it.
  private func checkHidden(_ banner: Banner) throws {
    let text = BannerText(title: "Notification", body: "Message", isHidden: true)
    let hidden = try reread(
      RenderedBanner(banner, text: text, server: Self.server(["body", "sound"]), images: "/i"))
    let call = hidden.call
    try require(
      call.summary == "Notification" && call.body == "Message" && call.icon.isEmpty, "a private text goes on")
    let known: Set = ["urgency", "desktop-entry", "resident", "transient", "suppress-sound", "sound-name"]
    let own: Set = ["sender-pid", "x-shell-sender-pid", "x-shell-sender"]
    try require(known.union(own).isSuperset(of: hidden.hints.keys), "a private hint goes on")
    if let entry = hidden.hints["desktop-entry"] {
      try require(entry == .string(banner.app.text), "a private name goes on")
    }
  }

  private static func server(_ capabilities: Set<String>) -> ServerDescription {
    ServerDescription(server: "bus/:1.1", name: "any", version: "1", capabilities: capabilities)
  }

  /// The call as its server reads it.
  private func reread(_ banner: RenderedBanner) throws -> (call: NotifyCall, hints: [String: BusValue]) {
    let method = BusMethod("Notify", of: "a.b", at: "/a", on: "a.b")
    let bytes = try OutgoingMessage(method, banner.arguments(replacing: 0, sender: ":1.2")).bytes(serial: 1)
    var (framer, rest) = (Framer(.bus), bytes[...])
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }),
      case .dictionary(let hints)? = try message.values().dropFirst(6).first
    else { throw Violation("the call that goes on cannot be read") }
    return (try NotifyCall(message), hints)
  }
}

extension DesktopOrigin.Expiry {
  fileprivate var milliseconds: Int32 {
    switch self {
    case .serverDecides: -1
    case .never: 0
    case .after(let milliseconds): milliseconds
    }
  }
}

private struct InstalledApps: DesktopEntryTable {
  private static let names = [
    "org.mozilla.firefox": "Firefox", "org.gnome.Terminal": "Terminal", "com.example.Mail": "Mail",
    "org.telegram.desktop": "Telegram",
  ]
  private static let programs = [
    "com.example.Mail": "/opt/mail/mail", "org.gnome.Terminal": "/usr/bin/settings",
  ]

  func hasEntry(_ app: AppID) -> Bool { Self.names[app.text] != nil }
  func showsOthers(_ app: AppID) -> Bool { ["org.mozilla.firefox", "org.gnome.Terminal"].contains(app.text) }
  func apps(named name: String) -> [AppID] {
    Self.names.filter { $0.value == name }.keys.compactMap { AppID($0) }
  }
  func apps(running program: String) -> [AppID] {
    Self.programs.filter { $0.value == program }.keys.compactMap { AppID($0) }
  }
}
