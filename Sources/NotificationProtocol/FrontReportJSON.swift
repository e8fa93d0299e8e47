package import NotificationModel
package import Varlink

/// What `GetFront` of `io.bellhop.Control` says of the front itself; the rest of it is about what is watched.
extension FrontReport {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(mode: try fields.required("mode", try fields.text("mode", limit: .max)))
    lockedBy = try fields.text("lockedBy", limit: .max)
    store = try fields.text("store", limit: .max).flatMap(KeptText.init)
    keepDays = try fields.int("keepDays")
    guard let state = try fields.text("state", limit: .max).flatMap(FrontStanding.State.init) else { return }
    var standing = FrontStanding(state)
    standing.server = try fields.text("server", limit: .max)
    standing.owner = try fields.text("owner", limit: .max)
    standing.ownerProcess = try fields.int("ownerProcess").flatMap { Int32(exactly: $0) }
    standing.fault = try fields.text("fault", limit: .max)
    self.standing = standing
  }

  /// The fields that are added to those about what is watched.
  package var fields: [JSON.Field] {
    let all: KeyValuePairs<String, JSON?> = [
      "lockedBy": lockedBy?.json, "store": store?.json, "keepDays": keepDays?.json,
      "state": standing?.state.json, "server": standing?.server?.json, "owner": standing?.owner?.json,
      "ownerProcess": standing?.ownerProcess?.json,
    ]
    return all.compactMap { name, value in value.map { JSON.Field(name, $0) } }
  }
}
