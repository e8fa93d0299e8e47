import Delivery
import EventLoop
import Front
import Images
import NotificationModel

/// Posts what comes by the desktop's own interface, once its picture is at hand.
final class FrontPoster {
  private let engine: DeliveryEngine
  private let pictures: FrontPictures
  private let clock: () -> Moment

  init(_ engine: DeliveryEngine, _ pictures: FrontPictures, clock: @escaping () -> Moment) {
    (self.engine, self.pictures, self.clock) = (engine, pictures, clock)
  }

  /// Before a transaction ends: what waited for its picture is posted with it.
  func passOnPictures() { pictures.passOn() }

  /// `then` gets the number that holds once the transaction is stored, at once or in a later iteration.
  func post(
    _ post: FrontPost, replacing: UInt32, process: Int32,
    then: @escaping (Result<UInt32, Refusal>) -> Void
  ) {
    guard let source = post.imageSource else { return then(store(post, nil, replacing, process)) }
    pictures.copy(source, for: process) { [unowned self] copy in
      var result = store(post, copy, replacing, process)
      // Better without its picture than not at all.
      if case .failure = result, copy != nil { result = store(post, nil, replacing, process) }
      then(result)
    }
  }

  private func store(_ post: FrontPost, _ copy: ImageCopy?, _ replacing: UInt32, _ process: Int32)
    -> Result<UInt32, Refusal>
  {
    let now = clock()
    var post = post
    if post.imageSource != nil, copy == nil { post.lackPicture() }
    var request = post.request
    if let copy { request.image = copy.source }
    let (posted, origin, notes) = (request, post.origin, post.notes)
    return engine.assumeIsolated { engine in
      Result { () throws(Refusal) in
        try engine.post(
          posted, origin, replacing: replacing, notes: notes, images: copy.map { [$0] } ?? [],
          process: process, now: now)
      }
    }
  }
}

extension FrontPost {
  /// Where its picture is, if it has one that is no icon of the theme.
  fileprivate var imageSource: ImageSource? {
    if let picture { return .made(name: FrontPictures.inCall) { picture.png } }
    return request.image.flatMap { $0.hasPrefix("/") ? .file($0) : nil }
  }
}
