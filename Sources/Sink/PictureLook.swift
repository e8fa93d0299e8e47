import Delivery
import NotificationModel

/// The look at the file that an app has named as a banner's picture, before the banner is shown: it may be another one
/// than was copied, or gone.
final class PictureLook {
  /// A disk answers sooner, and so does a computer on the same network.
  private static let patienceMilliseconds: Int64 = 100

  private unowned let connector: any ServerConnector
  /// Whether the app's name stands for the file that was copied; `nil` while that is looked up.
  private(set) var isSame: Bool? = false
  private var patience: AnyObject?
  private var number = 0
  /// Whether a look has not returned. Where a file system hangs, none is added to it.
  private var isUnderWay = false

  init(_ connector: any ServerConnector) { self.connector = connector }

  /// In the place of the earlier one. `then`: the answer is there; not called if it is so at once.
  func begin(at banner: Banner, then: @escaping () -> Void) {
    number += 1
    (isSame, patience) = (false, nil)
    guard let file = banner.namedFile, !isUnderWay else { return }
    (isSame, isUnderWay) = (nil, true)
    let look = number
    patience = connector.after(milliseconds: Self.patienceMilliseconds) { [weak self] in
      self?.end(look, isSame: false, then)
    }
    connector.identify(file.path) { [weak self] found in
      self?.isUnderWay = false
      self?.end(look, isSame: found == file.identity, then)
    }
  }

  private func end(_ look: Int, isSame: Bool, _ then: () -> Void) {
    guard look == number, self.isSame == nil else { return }
    (self.isSame, patience) = (isSame, nil)
    then()
  }
}

extension Banner {
  /// The file, if a form of the banner gives its name to the server.
  fileprivate var namedFile: PictureFile? {
    let isHidden = text.isHidden && textWhenLocked?.isHidden != false
    return isHidden || textOnly ? nil : origin.desktop?.pictureFile
  }

  /// The banner with the copy of its picture. A file that could not be copied has its name alone.
  var withCopyAlone: Banner {
    guard origin.desktop?.pictureFile != nil else { return self }
    var banner = self
    banner.origin = origin.map { origin in
      var origin = origin
      origin.pictureName = ""
      return origin
    }
    return banner
  }
}
