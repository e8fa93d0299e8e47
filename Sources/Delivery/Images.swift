import Guidelines
import NotificationModel

// Image files. A notification names a copy that nobody but the daemon writes to. Equal images of an app are one copy,
// so that a post with the same image is the same thing. The store counts what names each copy; what nothing names
// any more goes with the end of the turn.

extension DeliveryEngine {
  /// The request with copies in the place of the files it names. Unless it `keeps` them, nothing is stored.
  func placing(_ copies: [ImageCopy], in request: NotificationRequest, keeps: Bool) throws
    -> NotificationRequest
  {
    var request = request
    let app = request.app
    do {
      try request.replaceImageFiles { field, path in
        guard let copy = copies.first(where: { $0.source == path }) else {
          throw Refusal.invalid(path: field, reason: "names a file that was not copied")
        }
        if let known = try store.image(of: app, digest: copy.digest) {
          if keeps, known != copy.path { outputs.append(.removeImages([copy.path])) }
          return known
        }
        try requireRoom(for: copy, of: app, keeps: keeps)
        if keeps { try store.keepImage(copy, of: app) }
        return copy.path
      }
    } catch {
      if keeps, !copies.isEmpty { outputs.append(.removeImages(copies.map(\.path))) }
      throw error
    }
    return request
  }

  /// What was read or dismissed gives up its images before anything is refused.
  private func requireRoom(for copy: ImageCopy, of app: AppID, keeps: Bool) throws {
    func isRoom(withoutPast: Bool) throws -> Bool {
      try store.imageBytes(of: app, withoutPast: withoutPast) + copy.bytes <= Limits.imageBytesPerApp
        && store.imageBytes(of: nil, withoutPast: withoutPast) + copy.bytes <= Limits.imageBytesInAll
    }
    if try isRoom(withoutPast: false) { return }
    guard try isRoom(withoutPast: true) else {
      throw Refusal.quotaExceeded(
        quota: "images", limit: Limits.imageBytesPerApp, retryAfterMilliseconds: nil)
    }
    if keeps { try store.dropPastImages() }
  }

  /// Copies that nothing names any more.
  func collectImages() throws {
    guard store.isWriting else { return }
    let unused = try store.takeUnusedImages(limit: 100)
    if !unused.isEmpty { outputs.append(.removeImages(unused)) }
  }

  /// Every copy that something names; all others are left over.
  public func keptImages() throws(StorageFault) -> Set<String> { Set(try store.imagePaths()) }
}
