import NotificationModel
import Wording

/// How what is stored becomes what people see.
struct Presentation {
  let wording: Wording
  /// The directory of the copies of image files.
  let images: String

  /// With its images where their copies lie today.
  func located(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.replaceImageFiles { _, place in images + place }
    return record
  }
}

extension DeliveryEngine {
  var wording: Wording { presentation.wording }
}
