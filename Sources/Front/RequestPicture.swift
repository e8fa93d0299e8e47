import NotificationModel

/// The pictures that a call is shown with: its own, and its app's icon.
struct RequestPicture {
  enum Picture {
    case data(PictureData)
    /// A theme icon name, or an absolute path.
    case named(String)
  }

  /// The one of which a copy is made, and the words that it came by.
  private(set) var picture: (Picture, field: Repair.Field)?
  /// The app's icon beside another picture: a theme icon name, or an absolute path, which goes on by its name.
  private(set) var icon: String?

  /// The first of `image-data`, `image-path` and `icon_data` that can be used, and `app_icon` beside it; `app_icon` is the
  /// picture where there is no other.
  init(_ call: NotifyCall, _ repairs: inout Repairs) {
    picture =
      Self.data(call.hints.imageData, .imageData, &repairs)
      ?? Self.named(call.hints.imagePath, .imagePath, &repairs).map { (.named($0), .imagePath) }
    let icon = Self.named(call.icon, .appIcon, &repairs)
    picture = picture ?? Self.data(call.hints.iconData, .iconData, &repairs)
    if picture == nil { picture = icon.map { (.named($0), .appIcon) } } else { self.icon = icon }
  }

  private static func data(_ image: RawImage?, _ field: Repair.Field, _ repairs: inout Repairs)
    -> (Picture, field: Repair.Field)?
  {
    guard let image else { return nil }
    do throws(PictureFault) {
      return (.data(try PictureData(image)), field)
    } catch {
      repairs.note(.pictureRefused(field, error))
      return nil
    }
  }

  private static func named(_ text: String?, _ field: Repair.Field, _ repairs: inout Repairs) -> String? {
    repairs.meaning(of: text, field) { FileName.path($0) ?? FileName.ofTheme($0) }
  }
}
