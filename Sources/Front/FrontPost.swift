package import NotificationModel

/// A call as it is judged, and what must be remembered beside it to answer its app in the desktop's own conventions.
package struct FrontPost: Hashable, Sendable {
  /// Within all limits, and with something to read, whatever the call was.
  package private(set) var request: NotificationRequest
  package private(set) var conventions: Conventions
  /// What the app calls each action. The press on the notification itself is there where the app has one.
  package private(set) var actionKeys: [ItemID: String]
  /// A picture that came in the call; one that is a file or a theme's icon is the request's `image`. The file is the
  /// app's, and may soon be gone.
  package private(set) var picture: PictureData?
  package private(set) var repairs: [Repair]

  /// `visibleID` is the number by which apps know it.
  package init(_ call: NotifyCall, from poster: PostingApp, visibleID: UInt32, now: Timestamp) {
    var repairs = Repairs()
    var request = NotificationRequest(app: poster.app)
    var conventions = Conventions()
    let hints = call.hints

    request.identifier = Self.identifier(visibleID, tag: hints.tag, &repairs)

    let text = RequestText(call, app: poster.app, &repairs)
    request.title = text.title
    request.body = text.body

    let isBrowser = KnownApps.isBrowser(poster.app.text) || KnownApps.isBrowser(call.appName)
    let urgency = AskedUrgency(call, isBrowser: isBrowser, now: now, &repairs)
    request.level = urgency.level
    request.relevantDate = urgency.relevantDate
    conventions.urgency = urgency.handedOn

    conventions.expiry = urgency.expiry
    conventions.isResident = hints.isResident
    conventions.isTransient = hints.isTransient

    let buttons = RequestActions(call, &repairs)
    request.actions = buttons.actions.isEmpty ? nil : buttons.actions

    request.progress = Self.progress(hints.value, &repairs)

    if urgency.mayBeHeard, !hints.suppressesSound {
      request.sound = Self.sound(hints.soundName, &repairs)
      conventions.soundFile = Self.soundFile(hints.soundFile, &repairs)
    }
    conventions.suppressesSound = hints.suppressesSound

    switch RequestPicture.choose(call, &repairs) {
    case .data(let data): picture = data
    case .named(let name): request.image = name
    case nil: break
    }

    conventions.category = Self.category(hints.category, &repairs)
    request.kind = CategoryKind.kind(of: conventions.category, isVouchedFor: poster.isVouchedFor)

    conventions.hints = HandedOnHints.among(hints.others, &repairs)
    conventions.appName = repairs.fit(call.appName, .appName, within: Limits.line)
    conventions.isOnScreenDisplay = OnScreenDisplay.isOne(call, from: poster.app)

    self.request = request
    self.conventions = conventions
    actionKeys = buttons.keys
    self.repairs = repairs.made
  }

  /// The tag where there is one, so that what has the same takes the earlier one's place. A tag that reads as a number
  /// must not be taken for some other call's.
  private static func identifier(_ visibleID: UInt32, tag: String?, _ repairs: inout Repairs) -> OpaqueName? {
    let number = OpaqueName(String(visibleID))
    guard let tag, !tag.isEmpty else { return number }
    let plain =
      tag.hasControls ? String(String.UnicodeScalarView(tag.unicodeScalars.filter { !$0.isControl })) : tag
    if plain.utf8.count < tag.utf8.count { repairs.note(.cleaned(.tag)) }
    let prefixed = UInt32(plain) == nil ? plain : "tag:\(plain)"
    return OpaqueName(repairs.fit(prefixed, .tag, bytes: Limits.nameBytes)) ?? number
  }

  /// A percentage. Volumes go past 100, which a bar cannot show; what is below 0 means none.
  private static func progress(_ value: Int64?, _ repairs: inout Repairs) -> Int? {
    guard let value else { return nil }
    if !(0...100).contains(value) { repairs.note(.passedOver(.value)) }
    return value < 0 ? nil : Int(min(value, 100))
  }

  private static func sound(_ name: String?, _ repairs: inout Repairs) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let known = FileName.ofTheme(name)
    if known == nil { repairs.note(.passedOver(.soundName)) }
    return known
  }

  private static func soundFile(_ name: String?, _ repairs: inout Repairs) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let path = FileName.path(name)
    if path == nil { repairs.note(.passedOver(.soundFile)) }
    return path
  }

  private static func category(_ name: String?, _ repairs: inout Repairs) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let known = ItemID(name)?.text
    if known == nil { repairs.note(.passedOver(.category)) }
    return known
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
