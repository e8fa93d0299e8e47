package import NotificationModel
internal import NotificationProtocol
internal import Varlink

/// The calls of the person's tools: `io.bellhop.Control`. Blocks like `NotificationsClient`; a refusal has details in
/// its `controlError`.
package final class ControlClient {
  package let connection: VarlinkConnection

  /// Connects to the control socket.
  package convenience init(paths: SocketPaths = SocketPaths()) throws(ClientError) {
    self.init(connection: try VarlinkConnection(to: paths.control))
  }

  package init(connection: VarlinkConnection) { self.connection = connection }

  package func status() throws(ClientError) -> DaemonStatus {
    try connection.call(Self.method("GetStatus")) { (fields) throws(FieldFault) in
      try fields.required("status", try fields.value("status"))
    }
  }

  /// The findings about Bellhop on this desktop; not complete while the notification server is still being queried.
  package func examine(language: String? = nil) throws(ClientError) -> (
    findings: [DesktopFinding], isComplete: Bool
  ) {
    try connection.call(Self.method("Examine"), ["language": language?.json]) { (fields) throws(FieldFault) in
      (
        try fields.required("findings", try fields.values("findings", where: DesktopFinding.isKnown)),
        try fields.required("complete", try fields.bool("complete"))
      )
    }
  }

  /// All apps, by their ids, in as many calls as needed.
  package func apps() throws(ClientError) -> [AppEntry] {
    var apps: [AppEntry] = []
    while true {
      let (page, more) = try appPage(after: apps.last?.app)
      apps += page
      guard more, !page.isEmpty else { return apps }
    }
  }

  private func appPage(after last: AppID?) throws(ClientError) -> (apps: [AppEntry], more: Bool) {
    try connection.call(Self.method("ListApps"), ["after": last?.json]) { (fields) throws(FieldFault) in
      (
        apps: try fields.required("apps", try fields.values("apps")),
        more: try fields.bool("more") ?? false
      )
    }
  }

  /// Decides whether an app may notify, until `until` if given. Throws `ControlError.locked` if an administrator has
  /// fixed it. `withdrawn`: how many notifications a denial takes off the list; `nil` also from an earlier daemon.
  @discardableResult
  package func setAuthorization(_ authorization: Authorization, app: AppID, until: ChosenEnd? = nil)
    throws(ClientError) -> (isStored: Bool, withdrawn: Int?)
  {
    try connection.call(
      Self.method("SetAuthorization"),
      [
        "app": app.json, "authorization": authorization.json, "until": until?.moment?.json,
        "seconds": until?.seconds?.json,
      ]
    ) { (fields) throws(FieldFault) in
      (isStored: try fields.bool("stored") ?? true, withdrawn: try fields.int("withdrawn"))
    }
  }

  /// Forgets the person's decisions about an app, and that they were asked.
  package func forget(_ app: AppID) throws(ClientError) {
    try connection.call(Self.method("ForgetApp"), ["app": app.json])
  }

  /// Changes the given settings and leaves the rest. Ignores settings that the person cannot choose, or chooses by
  /// `setAuthorization`. With `until`, the earlier settings return at that time.
  @discardableResult
  package func change(_ settings: AppSettings, app: AppID, until: ChosenEnd? = nil) throws(ClientError)
    -> Bool
  {
    let end = [
      until?.moment.map { JSON.Field("until", $0.json) },
      until?.seconds.map { JSON.Field("seconds", $0.json) },
    ].compactMap(\.self)
    return try change(
      "SetAppSettings",
      .object([JSON.Field("app", app.json)] + settings.fields(of: AppSetting.personal) + end))
  }

  /// Switches Do Not Disturb; without `until`, on until it is switched off.
  @discardableResult
  package func setDoNotDisturb(_ on: Bool, until: ChosenEnd? = nil) throws(ClientError) -> Bool {
    try change(
      "SetDoNotDisturb",
      JSON(fields: ["on": on.json, "until": until?.moment?.json, "seconds": until?.seconds?.json]))
  }

  /// Sets the person's own quiet hours. `nil` returns to the hours of the configuration files.
  @discardableResult
  package func setQuietHours(_ spans: WeeklySpans?) throws(ClientError) -> Bool {
    try change("SetQuietHours", JSON(fields: ["spans": spans?.text.json]))
  }

  /// Lets a sender through quiet, or no longer. Returns whether it was otherwise before.
  @discardableResult
  package func letThrough(_ sender: LetThrough, _ on: Bool) throws(ClientError) -> (
    isChanged: Bool, isStored: Bool
  ) {
    try connection.call(
      Self.method("SetLetThrough"), ["name": sender.name.json, "app": sender.app?.json, "on": on.json]
    ) { (fields) throws(FieldFault) in
      (isChanged: try fields.bool("changed") ?? true, isStored: try fields.bool("stored") ?? true)
    }
  }

  /// The senders that come through quiet, in the order in which they were named.
  package func sendersLetThrough() throws(ClientError) -> [LetThrough] {
    try connection.call(Self.method("ListLetThrough"), [:]) { (fields) throws(FieldFault) in
      try fields.required("senders", try fields.values("senders"))
    }
  }

  /// Sets the previews of apps without a choice of their own. `nil` returns to the configuration files.
  @discardableResult
  package func setPreviews(_ previews: Previews?) throws(ClientError) -> Bool {
    try change("SetPreviews", JSON(fields: ["previews": previews?.json]))
  }

  /// The mute switch.
  @discardableResult
  package func setSilent(_ on: Bool) throws(ClientError) -> Bool {
    try change("SetSilent", JSON(fields: ["on": on.json]))
  }

  /// Makes a change that holds at once. Returns whether it is stored already: if not, a restart of the daemon may lose
  /// it.
  private func change(_ method: String, _ parameters: JSON) throws(ClientError) -> Bool {
    let reply = try connection.call(Self.method(method), parameters)
    return try VarlinkConnection.read(reply) { (fields) throws(FieldFault) in
      try fields.bool("stored") ?? true
    }
  }

  /// Allows or denies all apps to ask for a rating.
  package func setRatingPrompts(_ on: Bool) throws(ClientError) {
    try connection.call(Self.method("SetRatingPrompts"), ["on": on.json])
  }

  /// Switches the front, `until` a time or for good.
  @discardableResult
  package func setFront(_ mode: FrontMode, until: ChosenEnd? = nil) throws(ClientError) -> Bool {
    try change(
      "SetFront",
      JSON(fields: [
        "mode": mode.rawValue.json, "until": until?.moment?.json, "seconds": until?.seconds?.json,
      ]))
  }

  /// Sets the lock state, for screen lockers that do not report it.
  @discardableResult
  package func setLocked(_ locked: Bool) throws(ClientError) -> Bool {
    try change("SetLocked", JSON(fields: ["locked": locked.json]))
  }

  /// Has the daemon read its configuration again. Of a layer with a fault the last good files hold, and
  /// `ControlError.badConfiguration` gives its place. Returns how many notifications the new configuration removes from the lists and brings back.
  package func reload() throws(ClientError) -> ReloadEffect {
    try connection.call(Self.method("Reload"), [:]) { (fields) throws(FieldFault) in
      try ReloadEffect(fields: &fields)
    }
  }

  static func method(_ name: String) -> String { "io.bellhop.Control.\(name)" }

  /// The state of the desktop's notification name.
  package func frontReport() throws(ClientError) -> FrontReport {
    try connection.call(Self.method("GetFront"), returning: FrontReport.init(fields:))
  }
}
