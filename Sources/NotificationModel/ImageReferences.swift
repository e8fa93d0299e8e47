extension NotificationRequest {
  /// The images that are files rather than names of theme icons, each with the path of its field.
  package var imageFiles: [(field: String, path: String)] {
    [("notification.image", image), ("notification.sender.avatar", sender?.avatar)]
      .compactMap { field, image in image.flatMap { $0.hasPrefix("/") ? (field, $0) : nil } }
  }

  /// The image, where it is the name of a theme icon.
  package var icon: (field: String, path: String)? {
    image.flatMap { $0.hasPrefix("/") ? nil : ("notification.image", $0) }
  }

  /// Puts something else in the place of each such file, or nothing.
  package mutating func replaceImageFiles(_ replacement: (_ field: String, _ path: String) throws -> String?)
    rethrows
  {
    for (field, path) in imageFiles {
      let other = try replacement(field, path)
      if field == "notification.image" { image = other } else { sender?.avatar = other }
    }
  }
}
