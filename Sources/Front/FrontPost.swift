import BusWire
import Guidelines
package import NotificationModel

/// A `Notify` call turned into a request of Bellhop's own, with the origin that is handed on to the notification server.
package struct FrontPost: Hashable, Sendable {
  /// Always within all limits, in plain text, and with a readable title or body.
  package var request: NotificationRequest
  package var origin: DesktopOrigin
  /// The connection that made the call, to which the signals about it go.
  package var caller = BusCaller()
  /// The pixels of the call. A picture that is a file or a theme's icon is the request's `image`; such a file belongs to
  /// the app, which may soon delete it.
  package var picture: PictureData?
  package private(set) var repairs: [Repair]
  /// The hint or argument that gave the picture.
  private var pictureField: Repair.Field?

  /// `visibleID`: the number by which the app knows the notification; `nil` where the app waits for no number.
  /// `isSandboxed`: whether the app's process may be in a sandbox, also when its name is verified.
  package init(
    _ call: NotifyCall, from poster: PostingApp, isSandboxed: Bool = false, visibleID: UInt32?, now: Timestamp
  ) {
    var repairs = Repairs()
    var request = NotificationRequest(app: poster.app)
    var origin = DesktopOrigin()
    let hints = call.hints

    request.identifier = Self.identifier(visibleID, tag: hints.tag, &repairs)

    origin.isSandboxed = poster.ground == .sandbox || isSandboxed
    let text = RequestText(call, from: poster, isSandboxed: origin.isSandboxed, &repairs)
    request.title = text.title
    request.body = text.body

    let isBrowser = KnownApps.isBrowser(poster.app.text) || KnownApps.isBrowser(call.appName)
    let urgency = AskedUrgency(call, isBrowser: isBrowser, now: now, &repairs)
    request.level = urgency.level
    request.relevantDate = urgency.relevantDate
    origin.urgency = urgency.handedOn

    origin.expiry = urgency.expiry
    origin.isResident = hints.isResident
    origin.isTransient = hints.isTransient

    let buttons = RequestActions(call, &repairs)
    request.actions = buttons.actions.isEmpty ? nil : buttons.actions
    origin.furtherActions = buttons.further
    origin.pressLabel = buttons.pressLabel

    request.progress = Self.progress(hints.value)

    if urgency.mayBeHeard, !hints.suppressesSound {
      request.sound = repairs.meaning(of: hints.soundName, .soundName, FileName.ofTheme)
      origin.soundFile = repairs.meaning(of: hints.soundFile, .soundFile, FileName.path)
      // A sound file without a name needs a named sound, so that the guidelines for sounds apply.
      if origin.soundFile != nil { request.sound = request.sound ?? "default" }
    }
    origin.suppressesSound = hints.suppressesSound

    let pictures = RequestPicture(call, &repairs)
    switch pictures.picture?.0 {
    case .data(let data): picture = data
    case .named(let name):
      request.image = name.meaning
      // The path is one inside the sandbox: outside, it names another file.
      if name.isFile, !origin.isSandboxed { origin.pictureName = name.written }
    case nil: break
    }
    pictureField = pictures.picture?.field
    origin.isPictureIcon = pictureField == .appIcon
    if let icon = pictures.icon {
      if icon.isFile, origin.isSandboxed {
        repairs.note(.pictureMissing(.appIcon))
      } else {
        origin.icon = icon.written
      }
    }

    request.kind = CategoryKind.kind(of: hints.category, isVouchedFor: poster.isVouchedFor)
    var handedOn = hints.handedOn.noted(in: &repairs)
    if poster.hintNamesAnotherApp {
      handedOn["desktop-entry"] = nil
      repairs.note(.anothersName(.desktopEntry))
    }
    // An overlong hint was judged by its beginning, so that it does not go on.
    if handedOn["desktop-entry"] != hints.desktopEntry.map({ .string(HandedOnText($0).text) }),
      handedOn.removeValue(forKey: "desktop-entry") != nil
    {
      repairs.note(.passedOver(.desktopEntry))
    }
    if !handedOn.isEmpty, let bytes = try? handedOn.bytes() { origin.hints = bytes }
    if poster.nameIsOfAnotherApp {
      repairs.note(.anothersName(.appName))
    } else {
      origin.appName = repairs.fit(PlainText.label(call.appName), .appName, within: Limits.line)
    }
    origin.keys = buttons.keys
    origin.isVouchedFor = poster.isVouchedFor
    origin.followsFocus = poster.isVouchedFor && !poster.showsOthers
    origin.isOnScreenDisplay = OnScreenDisplay.isOne(call, from: poster.app)

    request = PlainText.cleaned(request)
    if text.writtenTitle != request.title { origin.title = text.writtenTitle }
    let body = request.body ?? ""
    if text.writtenBody != body || Markup.escaped(body) != body { origin.body = text.writtenBody }
    self.request = request
    self.origin = origin
    self.repairs = repairs.made
  }

  /// The picture was copied. `name`: the copy's in the request. `file`: the file that was read; `nil` for pixels.
  package mutating func pictureIsCopied(as name: String, from file: PictureFile?) {
    request.image = name
    origin.pictureFile = origin.pictureName.isEmpty ? nil : file
  }

  /// The picture could not be copied: passes it on by its name, or leaves it out.
  package mutating func replaceMissingPicture() {
    guard let field = pictureField else { return }
    request.image = nil
    repairs.append(origin.pictureName.isEmpty ? .pictureMissing(field) : .pictureByName(field))
  }

  /// The tag where there is one, so that a later notification with the same tag replaces this one. A tag that reads as
  /// a number is prefixed, so that it cannot equal the number of another call.
  private static func identifier(_ visibleID: UInt32?, tag: String?, _ repairs: inout Repairs) -> OpaqueName?
  {
    let number = visibleID.flatMap { OpaqueName(String($0)) }
    guard let tag, !tag.isEmpty else { return number }
    let plain =
      tag.hasControls ? String(String.UnicodeScalarView(tag.unicodeScalars.filter { !$0.isControl })) : tag
    if plain.utf8.count < tag.utf8.count { repairs.note(.cleaned(.tag)) }
    let prefixed = UInt32(plain) == nil ? plain : "tag:\(plain)"
    return OpaqueName(repairs.fit(prefixed, .tag, bytes: Limits.nameBytes)) ?? number
  }

  /// A percentage. Volumes go past 100, which a bar cannot show; below 0 there is no progress. The server is given the
  /// unchanged number as a hint.
  private static func progress(_ value: Int64?) -> Int? {
    guard let value, value >= 0 else { return nil }
    return Int(min(value, 100))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
