import Guidelines
package import NotificationModel

// What root has left for the person while nobody was there to take it, in files. It is judged as what root posts by the
// socket, and with its own time.
//
// Invariant: what was in a file is stored together with the file's name, or neither is.

extension DeliveryEngine {
  /// What lies there for longer says when it was left.
  private static let fresh: Int64 = 300

  /// Judges and stores what was in the file, left at that time, and remembers that it was taken in.
  package func post(_ request: NotificationRequest, keptIn file: String, since left: Timestamp, now: Moment)
    throws(Refusal)
  {
    try call(at: now) {
      try store.begin()
      try following.followClock(now)
      try following.catchUpWhole(request.app, now)
      let client = Client(connection: 0, process: 0, isPerson: false, verified: .system)
      // Not with the time of a clock that was ahead.
      let since = min(left, now.wall)
      let submission = try submission(
        telling(since, in: placing([], in: request).request, now), by: client, posted: since, now)
      var none: [ImageCopy] = []
      _ = try accept(submission, images: [], unused: &none, by: client, now)
      try store.noteTaken(file: file)
    }
  }

  /// Nothing comes of what is in the file, and it is not looked at again.
  package func passOver(file: String) throws(Refusal) { try call { try store.noteTaken(file: file) } }

  /// The files that were taken in, or passed over.
  package func takenFiles() throws(Refusal) -> Set<String> { try query { try store.takenFiles() } }

  /// They are gone.
  package func forget(files: Set<String>) throws(Refusal) {
    try call { for file in files { try store.forgetTaken(file: file) } }
  }

  /// In the second line, which is the same for everybody who reads dates.
  private func telling(_ since: Timestamp, in request: NotificationRequest, _ now: Moment)
    -> NotificationRequest
  {
    guard since.advanced(bySeconds: Self.fresh) < now.wall else { return request }
    var request = request
    let told = [timing.spoken(since, now), request.subtitle].compactMap { $0 }.joined(separator: " · ")
    request.subtitle = told.cut(toBytes: Limits.line.bytes)
    return request
  }
}
