import Guidelines
package import NotificationModel

/// A call as it is judged, and what must be remembered beside it to answer its app by the desktop's own interface.
package struct FrontPost: Hashable, Sendable {
  /// Within all limits, plain text, and with something to read, whatever the call was.
  package var request: NotificationRequest
  package var origin: DesktopOrigin
  /// A picture that came in the call; one that is a file or a theme's icon is the request's `image`. The file is the
  /// app's, and may soon be gone.
  package var picture: PictureData?
  package private(set) var repairs: [Repair]
  /// The words that the picture came by.
  private var pictureField: Repair.Field?

  /// `visibleID` is the number by which apps know it; `nil` where its app waits for none. `isSandboxed`: whether its process
  /// may be in a sandbox, also when its name is vouched for.
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
      // A file is heard, or not, as any sound is.
      if origin.soundFile != nil { request.sound = request.sound ?? "default" }
    }
    origin.suppressesSound = hints.suppressesSound

    let pictures = RequestPicture(call, &repairs)
    switch pictures.picture?.0 {
    case .data(let data): picture = data
    case .named(let name): request.image = name
    case nil: break
    }
    pictureField = pictures.picture?.field
    origin.isPictureIcon = pictureField == .appIcon
    if let icon = pictures.icon {
      // A file's name means another file outside of a sandbox.
      if origin.isSandboxed, icon.hasPrefix("/") {
        repairs.note(.pictureMissing(.appIcon))
      } else {
        origin.icon = icon
      }
    }

    request.kind = CategoryKind.kind(of: hints.category, isVouchedFor: poster.isVouchedFor)
    origin.hints = hints.handedOn.noted(in: &repairs)
    if poster.hintNamesAnother {
      origin.hints["desktop-entry"] = nil
      repairs.note(.anothersName(.desktopEntry))
    }
    if poster.nameIsAnothers {
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
    if text.writtenBody != WrittenMarkup(text: request.body ?? "", isMarkup: false) {
      origin.body = text.writtenBody
    }
    self.request = request
    self.origin = origin
    self.repairs = repairs.made
  }

  /// Whether its picture goes on where there is no copy of it: a file's name means another file outside of a sandbox.
  private var hasNamedPicture: Bool { picture == nil && request.image != nil && !origin.isSandboxed }

  /// Of the picture there is no copy.
  package mutating func lackPicture() {
    guard let field = pictureField else { return }
    let (name, isIcon) = (hasNamedPicture ? request.image : nil, origin.isPictureIcon)
    request.image = nil
    origin.isPictureIcon = false
    guard let name else { return repairs.append(.pictureMissing(field)) }
    if isIcon { origin.icon = name } else { origin.hints["image-path"] = .string(name) }
    repairs.append(.pictureByName(field))
  }

  /// The tag where there is one, so that what has the same takes the earlier one's place. A tag that reads as a number
  /// must not be taken for some other call's.
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

  /// A percentage. Volumes go past 100, which a bar cannot show; what is below 0 means none. The server has the number.
  private static func progress(_ value: Int64?) -> Int? {
    guard let value, value >= 0 else { return nil }
    return Int(min(value, 100))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
