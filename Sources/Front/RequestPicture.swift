import NotificationModel

/// The picture that a call is shown with.
enum RequestPicture {
  case data(PictureData)
  /// A theme icon name, or an absolute path.
  case named(String)

  /// The first of `image-data`, `image-path`, `app_icon` and `icon_data` that can be used, as the specification orders
  /// them.
  static func choose(_ call: NotifyCall, _ repairs: inout Repairs) -> RequestPicture? {
    data(call.hints.imageData, .imageData, &repairs)
      ?? named(call.hints.imagePath, .imagePath, &repairs)
      ?? named(call.icon, .appIcon, &repairs)
      ?? data(call.hints.iconData, .iconData, &repairs)
  }

  private static func data(_ image: RawImage?, _ field: Repair.Field, _ repairs: inout Repairs)
    -> RequestPicture?
  {
    guard let image else { return nil }
    do throws(PictureFault) {
      return .data(try PictureData(image))
    } catch {
      repairs.note(.pictureRefused(field, error))
      return nil
    }
  }

  private static func named(
    _ text: String?, _ field: Repair.Field, _ repairs: inout Repairs
  ) -> RequestPicture? {
    repairs.meaning(of: text, field) { FileName.path($0) ?? FileName.ofTheme($0) }.map { .named($0) }
  }
}
