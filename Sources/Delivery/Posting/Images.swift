package import NotificationModel
package import Records

// Image files. A notification names a copy that only the daemon writes to. Equal images of an app are one copy, so that
// a post with the same image is a duplicate. The store counts the records that name each copy; a copy without any is
// removed at the end of the transaction.

extension DeliveryEngine {
  /// Refuses a post for reasons that do not depend on its images, before these are read. Returns whether to copy the
  /// images, rather than only examine them: an app that posts too fast may only post repeats, whose copies exist.
  package func admitImages(of request: NotificationRequest, by client: Client, now: Moment) throws(Refusal)
    -> Bool
  {
    try query {
      let admitted = try admitted(request, by: client, under: Conditions(), now)
      return rates.wait(.posts, admitted.request.payer, isVouchedFor: admitted.isVouchedFor, now) == 0
    }
  }

  /// The request with its files replaced by copies, those copies that are new, and the files that were not taken.
  /// `faults`: by their paths.
  func placing(
    _ copies: [ImageCopy], faults: [String: ImageFault] = [:], in request: NotificationRequest
  ) throws -> (request: NotificationRequest, new: [ImageCopy], lost: [LostImage]) {
    var request = request
    var new: [ImageCopy] = []
    var lost: [LostImage] = []
    let app = request.app
    try request.replaceImageFiles { field, path in
      guard let copy = copies.first(where: { $0.source == path }) else {
        lost.append(LostImage(field: field, fault: faults[path] ?? .foreign))
        return nil
      }
      if let known = try store.image(of: app, digest: copy.digest) { return known }
      if let other = new.first(where: { $0.digest == copy.digest }) { return other.path }
      new.append(copy)
      return copy.path
    }
    return (request, new, lost)
  }

  /// Stores new copies for a post that is otherwise accepted.
  func keepImages(_ copies: [ImageCopy], of submission: Submission, _ now: Moment) throws {
    for copy in copies {
      // The file was only examined, because the app posted too fast for anything but a repeat.
      guard copy.path != copy.source else {
        let (payer, isVouchedFor) = (submission.request.payer, submission.isVouchedFor)
        let wait = rates.wait(.posts, payer, isVouchedFor: isVouchedFor, now)
        throw rates.tooMany(.posts, payer, isVouchedFor: isVouchedFor, wait: max(wait, 1))
      }
      for share in try fullShares(with: copy.bytes, of: submission) ?? [] {
        try store.dropPastImages(of: share)
      }
      try store.keepImage(copy, of: submission.app.id, isVouchedFor: submission.isVouchedFor)
    }
  }

  /// Without its new images if there is no room for them.
  func fitting(_ copies: [ImageCopy], in submission: Submission) throws
    -> (submission: Submission, images: [ImageCopy], lost: [LostImage])
  {
    let bytes = copies.reduce(0) { $0 + $1.bytes }
    guard !copies.isEmpty, try fullShares(with: bytes, of: submission) == nil else {
      return (submission, copies, [])
    }
    var bare = submission
    var lost: [LostImage] = []
    bare.request.replaceImageFiles { field, path in
      guard copies.contains(where: { $0.path == path }) else { return path }
      lost.append(LostImage(field: field, fault: .noRoom))
      return nil
    }
    return (bare, [], lost)
  }

  /// The shares that have to give up images of read or dismissed notifications; `nil` if that would not make enough room.
  private func fullShares(with bytes: Int, of submission: Submission) throws -> [ImageShare]? {
    let shares: [ImageShare] = [submission.isVouchedFor ? .app(submission.app.id) : .notVouchedFor, .all]
    let full = try shares.filter { try store.imageBytes(of: $0, withoutPast: false) + bytes > $0.limit }
    let hasRoom = try full.allSatisfy { try store.imageBytes(of: $0, withoutPast: true) + bytes <= $0.limit }
    return hasRoom ? full : nil
  }

  /// Removes copies that no record will name.
  func removeImages(_ copies: [ImageCopy]) {
    let paths = copies.filter { $0.path != $0.source }.map(\.path)
    if !paths.isEmpty { outbox.add(.removeImages(paths)) }
  }

  /// Removes copies that no record names any more, except the one of the banner that the sink is busy with, because the
  /// server has yet to open it.
  func collectImages() throws {
    guard store.isWriting || server.hasReleasedImage else { return }
    server.releasedImage()
    let unused = try store.popUnusedImages(but: server.outstanding?.asked.image, limit: 100)
    if !unused.isEmpty { outbox.add(.removeImages(unused)) }
  }

  /// All copies that a record names; other files are left over.
  package func keptImages() throws(StorageFault) -> Set<String> { Set(try store.imagePaths()) }

  /// Forgets copies whose files are gone, so that the same images are copied again.
  package func forgetImages(_ paths: Set<String>) throws(StorageFault) {
    if !paths.isEmpty { try store.forgetImages(paths) }
  }
}
